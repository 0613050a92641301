import { randomBytes, randomInt } from 'node:crypto'
import { parseArgs } from 'node:util'
import { fuzz } from '../test/fuzz-radius.ts'

/** Random and mutated packets against the codec, as many as one has time for: `node scripts/fuzz-radius.ts --packets 1000000`. */
const { values } = parseArgs({ options: { packets: { type: 'string', default: '1000000' } } })
const secret = randomBytes(randomInt(1, 64))
const begin = performance.now()
const { packets, accepted, refused } = fuzz(Number(values.packets), secret)
const seconds = (performance.now() - begin) / 1000
console.log(
  `${packets} packets in ${seconds.toFixed(1)} s: ${accepted} true ones accepted, ${refused} refused, no forgery, no crash.`,
)
