import { createDatabase } from '#server/db/database.ts'
import { createPool } from '#server/db/pool.ts'
import { createRateSlots } from '#server/networks/rate-slots.ts'

/** A process among several that ask for the moments of one network; tells those that it got, one a line. */
const [, , connectionString = '', networkId = '', perSecond = '1', wanted = '1'] = process.argv
const pool = createPool({ connectionString, max: 1 })
const slots = createRateSlots(createDatabase(pool), networkId, Number(perSecond))
for (let left = Number(wanted); left > 0; ) {
  const got = await slots.reserve(Math.min(left, 1 + (left % 9)))
  left -= got.length
  for (const { atS } of got) console.log(atS)
}
await pool.end()
