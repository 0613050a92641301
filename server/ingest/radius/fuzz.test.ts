import { expect, test } from 'vitest'
import { fuzz, READABLE_EACH } from '#test/fuzz-radius.ts'
import { FuzzRandom } from '#test/fuzz-random.ts'
import { SEED, shareOf } from '#test/share.ts'

const PACKETS = shareOf(10_000, 1_000_000)

test(`${PACKETS} random and mutated packets: none crashes the parser, no changed one is accepted`, () => {
  const { packets, accepted, refused } = fuzz(PACKETS, Buffer.from('enlace-demo'), new FuzzRandom(SEED))
  expect(accepted + refused).toBe(packets)
  expect(refused).toBeGreaterThan(packets / 2)
  expect(accepted).toBeGreaterThanOrEqual(Math.ceil(PACKETS / READABLE_EACH))
})
