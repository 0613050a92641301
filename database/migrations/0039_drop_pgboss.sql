-- Its jobs only said that there was work; the rows that they named are polled, and LISTEN/NOTIFY saves the wait. A process of an
-- earlier version cannot queue any more: it is stopped before its successor starts.
DROP SCHEMA IF EXISTS pgboss CASCADE;
