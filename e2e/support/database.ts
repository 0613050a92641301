import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'

/**
 * The database of the tested portal; ENLACE_E2E_DATA_DIR is its folder where ENLACE_E2E_URL is another portal. The caller ends the
 * connection.
 */
export async function connect(): Promise<pg.Client> {
  const folder = process.env.ENLACE_E2E_DATA_DIR
  if (!folder) throw new Error('ENLACE_E2E_DATA_DIR must name the data folder of the portal that ENLACE_E2E_URL names')
  const file = join(folder, 'postgres', 'postmaster.pid')
  // PostgreSQL's own file: process, data folder, start, port, socket folder
  const [, , , port, host = ''] = (await readFile(file, 'utf8')).split('\n')
  const client = new pg.Client({ host, port: Number(port), user: 'enlace', database: 'enlace' })
  await client.connect()
  return client
}
