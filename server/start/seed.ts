import type { Pool } from 'pg'
import type { RunStep } from './steps.ts'

/** Loads the demo fleet into a database without users. */
export async function seedDemo(pool: Pool, step: RunStep): Promise<void> {
  const { rows } = await pool.query<{ is_empty: boolean }>('SELECT NOT EXISTS (SELECT FROM users) AS is_empty')
  if (!rows[0]?.is_empty) return
  // loaded on demand: needed once in the life of an installation
  const { loadDemo } = await import('#server/demo/load-demo.ts')
  await step('Demo fleet', (note) => loadDemo({ pool, progress: note }))
}
