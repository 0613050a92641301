-- customers that came from another cell: what a request read of several cells holds if none did meanwhile
ALTER TABLE cells ADD COLUMN moves bigint NOT NULL DEFAULT 0;
