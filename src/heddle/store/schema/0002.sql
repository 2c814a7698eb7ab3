-- Where attempts were: a row for each device of a node, and one without a device for the node itself.
-- An attempt that has not ended has the largest time there is, so that one index finds all that were
-- there at a time. The rows of attempts from before are made of their places (_places.py).
CREATE TABLE attempt_place (
  node TEXT NOT NULL,
  device TEXT NOT NULL,
  job TEXT NOT NULL,
  number BIGINT NOT NULL,
  started_ms BIGINT NOT NULL,
  ended_ms BIGINT NOT NULL,
  PRIMARY KEY (node, device, job, number)
);
CREATE INDEX attempt_place_time ON attempt_place (node, device, ended_ms);
