import { existsSync } from 'node:fs'
import type { Pool } from 'pg'
import type { Steps } from './steps.ts'

type LoadDemo = (options: { pool: Pool; progress: (text: string) => void }) => Promise<void>

const loader = new URL('../../database/demo/load-demo.ts', import.meta.url)

/** Loads the demo fleet into a database that nobody can sign in to yet. */
export async function seedDemo(pool: Pool, step: Steps): Promise<void> {
  const { rows } = await pool.query<{ is_empty: boolean }>('SELECT NOT EXISTS (SELECT FROM users) AS is_empty')
  if (!rows[0]?.is_empty || !existsSync(loader)) return
  const { loadDemo } = (await import(loader.href)) as { loadDemo: LoadDemo }
  await step('Demo fleet', (note) => loadDemo({ pool, progress: note }))
}
