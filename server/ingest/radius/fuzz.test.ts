import { expect, test } from 'vitest'
import { fuzz } from '#test/fuzz-radius.ts'
import { shareOf } from '#test/share.ts'

const PACKETS = shareOf(10_000, 1_000_000)

test(`${PACKETS} random and mutated packets: none crashes the parser, no changed one is accepted`, () => {
  const { packets, accepted, refused } = fuzz(PACKETS, Buffer.from('enlace-demo'))
  expect(accepted + refused).toBe(packets)
  expect(refused).toBeGreaterThan(packets / 2)
  // some valid ones are accepted, or nothing was tested
  expect(accepted).toBeGreaterThan(10)
})
