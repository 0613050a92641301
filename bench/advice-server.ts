import { createDatabase } from '#server/db/database.ts'
import { createPool } from '#server/db/pool.ts'
import { computeAdvice } from '#server/features/plans/compute-advice.ts'
import { limitHeapGrowth } from '#server/start/limit-heap-growth.ts'

/** Computes advice that was asked for, in a process by itself, and says how long it took and what memory it had at most. */
limitHeapGrowth()
const [connectionString = '', companyId, adviceId = '', now = ''] = process.argv.slice(2)
const pool = createPool({ connectionString, max: 2, applicationName: 'bench-advice' })
const source = { pool, db: createDatabase(pool) }
const begin = performance.now()
const secondsSince = (): number => (performance.now() - begin) / 1000
let read = 0
await computeAdvice(source, { companyId: Number(companyId), adviceId, attempts: 0 }, new Date(now), (percent) => {
  if (percent <= 80) read = secondsSince()
})
const seconds = secondsSince()
// maxRSS is in KiB
console.log(JSON.stringify({ read, seconds, peakMiB: process.resourceUsage().maxRSS / 1024 }))
await pool.end()
