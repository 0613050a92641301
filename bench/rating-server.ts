import { createDatabase } from '#server/db/database.ts'
import { createPool } from '#server/db/pool.ts'
import { issueDueCycles } from '#server/features/charges/issue-cycle.ts'
import { limitHeapGrowth } from '#server/start/limit-heap-growth.ts'

/** Issues what is due of a company at a moment, in a process by itself, and says how long it took and what memory it had at most. */
limitHeapGrowth()
const [connectionString = '', companyId, now = ''] = process.argv.slice(2)
const pool = createPool({ connectionString, max: 4, applicationName: 'bench-rating' })
const db = createDatabase(pool)
const begin = performance.now()
const cycles = await issueDueCycles({ pool, db, clock: () => new Date(now) }, Number(companyId))
const seconds = (performance.now() - begin) / 1000
// maxRSS is in KiB
console.log(JSON.stringify({ cycles, seconds, peakMiB: process.resourceUsage().maxRSS / 1024 }))
await pool.end()
