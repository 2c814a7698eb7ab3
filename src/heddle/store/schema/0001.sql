-- What every store keeps. BIGINT and TEXT become the store's own words for them.

-- A job is j<number>, or j<number>[<member>] in an array; the array itself has member -1.
-- path is the tenant with a / behind it, folded the name as it is compared, whatever the case.
CREATE TABLE job (
  number BIGINT NOT NULL,
  member BIGINT NOT NULL,
  id TEXT NOT NULL,
  name TEXT NOT NULL,
  path TEXT NOT NULL,
  folded TEXT NOT NULL,
  tenant TEXT NOT NULL,
  "user" TEXT NOT NULL,
  state TEXT NOT NULL,
  priority BIGINT NOT NULL,
  submitted_ms BIGINT NOT NULL,
  started_ms BIGINT,
  ended_ms BIGINT,
  attempts BIGINT NOT NULL,
  exit_code BIGINT,
  not_before_ms BIGINT NOT NULL,
  PRIMARY KEY (number, member)
);
-- All that jobs are sought by, so that a search for many reads nothing but this, in its order.
CREATE INDEX job_search ON job (state, number DESC, member, folded, path, "user", id);

-- The jobs of a sort, where they are few.
CREATE INDEX job_sort ON job (path, "user", state, number, member);

-- How many jobs there are of each sort; the writer keeps it true.
CREATE TABLE job_count (
  path TEXT NOT NULL,
  "user" TEXT NOT NULL,
  state TEXT NOT NULL,
  jobs BIGINT NOT NULL,
  PRIMARY KEY (path, "user", state)
);

-- What is only read together with its job.
CREATE TABLE job_text (
  number BIGINT NOT NULL,
  member BIGINT NOT NULL,
  spec TEXT NOT NULL,
  reason TEXT NOT NULL,
  PRIMARY KEY (number, member)
);

CREATE TABLE attempt (
  job TEXT NOT NULL,
  number BIGINT NOT NULL,
  id TEXT NOT NULL,
  engine TEXT NOT NULL,
  alternative BIGINT NOT NULL,
  places TEXT NOT NULL,
  state TEXT NOT NULL,
  started_ms BIGINT NOT NULL,
  ended_ms BIGINT,
  exit_code BIGINT,
  why TEXT NOT NULL,
  PRIMARY KEY (job, number)
);
CREATE INDEX attempt_state ON attempt (state);

CREATE TABLE thing (
  kind TEXT NOT NULL,
  id TEXT NOT NULL,
  value TEXT NOT NULL,
  PRIMARY KEY (kind, id)
);

CREATE TABLE event (
  number BIGINT PRIMARY KEY,
  at_ms BIGINT NOT NULL,
  kind TEXT NOT NULL,
  subject TEXT NOT NULL,
  what TEXT NOT NULL,
  path TEXT NOT NULL,
  tenant TEXT NOT NULL,
  actor TEXT NOT NULL,
  detail TEXT NOT NULL
);
CREATE INDEX event_subject ON event (subject, number);

-- The greatest number that was given to each kind of id, also to those that are gone.
CREATE TABLE numbered (
  kind TEXT PRIMARY KEY,
  last BIGINT NOT NULL
);
