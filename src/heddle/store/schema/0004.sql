-- As what an attempt is charged, frozen at its start, and the energy that was measured.
ALTER TABLE attempt ADD COLUMN worth TEXT NOT NULL DEFAULT '{}';
ALTER TABLE attempt ADD COLUMN millijoules BIGINT;
