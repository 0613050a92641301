import { Client } from 'pg'
import { startEmbeddedPostgres } from '#server/embedded-postgres/embedded-postgres.ts'

/** A process to kill: writes rows to the embedded PostgreSQL in the given folder and prints each acknowledged one. */
const postgres = await startEmbeddedPostgres({ dataDir: process.argv[2] ?? '' })
const client = new Client({ connectionString: postgres.connectionString })
await client.connect()
await client.query('CREATE TABLE IF NOT EXISTS written (number bigint GENERATED ALWAYS AS IDENTITY)')
for (;;) {
  const { rows } = await client.query<{ number: string }>('INSERT INTO written DEFAULT VALUES RETURNING number')
  process.stdout.write(`${rows[0]?.number}\n`)
}
