import { createDatabase } from '#server/db/database.ts'
import { createPool } from '#server/db/pool.ts'
import { createRateSlots } from '#server/networks/rate-slots.ts'

/** One of several processes that reserve slots of one network; prints its slots, one per line. */
const [, , connectionString = '', networkId = '', perSecond = '1', count = '1'] = process.argv
const pool = createPool({ connectionString, max: 1 })
const slots = createRateSlots(createDatabase(pool), networkId, Number(perSecond))
for (let left = Number(count); left > 0; ) {
  const got = await slots.reserve(Math.min(left, 1 + (left % 9)))
  left -= got.length
  for (const { atS } of got) console.log(atS)
}
await pool.end()
