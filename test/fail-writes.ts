import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { DB } from '#server/db/types.generated.ts'

/** A write of a row is refused, ends in favour of another transaction, or its connection ends as if the database had been killed. */
export type WriteFailure = 'refused' | 'deadlocked' | 'disconnected'

/**
 * Has writes of a table fail, until what is returned is called. By a constraint, which a distributed table may have, unlike a trigger.
 * @param passes which rows are written nonetheless
 */
export async function failWrites(
  db: Kysely<DB>,
  table: keyof DB,
  failure: WriteFailure,
  passes: RawBuilder<boolean> = sql`false`,
): Promise<() => Promise<void>> {
  await sql`
    CREATE OR REPLACE FUNCTION end_for_another() RETURNS boolean LANGUAGE plpgsql AS
      $$ BEGIN RAISE EXCEPTION 'deadlock detected' USING ERRCODE = 'deadlock_detected'; END $$`.execute(db)
  const fails = {
    refused: sql`false`,
    deadlocked: sql`end_for_another()`,
    disconnected: sql`pg_terminate_backend(pg_backend_pid())`,
  }[failure]
  await sql`ALTER TABLE ${sql.table(table)} ADD CONSTRAINT failing CHECK (${passes} OR ${fails}) NOT VALID`.execute(db)
  return async () => {
    await sql`ALTER TABLE ${sql.table(table)} DROP CONSTRAINT failing`.execute(db)
  }
}
