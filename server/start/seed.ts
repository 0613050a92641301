import type { Pool } from 'pg'
import type { Config } from '../config.ts'
import { createSecretBox } from '../secrets/secret-box.ts'
import { readSecretKey } from '../secrets/secret-key.ts'
import type { RunStep } from './steps.ts'

/** Loads the demo fleet into a database without users. */
export async function seedDemo(config: Config, pool: Pool, step: RunStep): Promise<void> {
  const { rows } = await pool.query<{ is_empty: boolean }>('SELECT NOT EXISTS (SELECT FROM users) AS is_empty')
  if (!rows[0]?.is_empty) return
  // loaded on demand: needed once in the life of an installation
  const { loadDemo } = await import('#server/demo/load-demo.ts')
  const secrets = createSecretBox(readSecretKey(config))
  await step('Demo fleet', (note) => loadDemo({ pool, config, secrets, progress: note }))
}
