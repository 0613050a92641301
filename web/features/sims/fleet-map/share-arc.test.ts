import { expect, test } from 'vitest'
import { ARC_RADIUS, shareArc, shareImage } from './share-arc.ts'

test.each([
  [0, 40, ''],
  [1, 40_000, 'share-1'],
  [20, 40, 'share-12'],
  [39_999, 40_000, 'share-23'],
  [40, 40, 'share-24'],
] as const)('%i of %i are %s', (some, all, name) => {
  expect(shareImage(some, all)).toBe(name)
})

/** Whether the ring is drawn at so many degrees from its top, clockwise. */
function isDrawnAt(name: string, degrees: number): boolean {
  const { width = 0, data = [] } = shareArc(name) ?? {}
  const [middle, radius] = [(width - 1) / 2, ARC_RADIUS - 2.5]
  const x = Math.round(middle + radius * Math.sin((degrees * Math.PI) / 180))
  const y = Math.round(middle - radius * Math.cos((degrees * Math.PI) / 180))
  return (data[4 * (y * width + x) + 3] ?? 0) > 0.75 * 255
}

const ARCS: readonly (readonly [name: string, drawn: readonly number[], empty: readonly number[]])[] = [
  ['share-1', [7], [45, 180, 315]],
  ['share-6', [10, 45, 80], [100, 180, 350]],
  ['share-18', [10, 90, 180, 260], [280, 350]],
  ['share-24', [0, 90, 180, 270, 359], []],
]

test.each(ARCS)('%s is drawn from the top clockwise', (name, drawn, empty) => {
  expect(drawn.map((degrees) => isDrawnAt(name, degrees))).toEqual(drawn.map(() => true))
  expect(empty.map((degrees) => isDrawnAt(name, degrees))).toEqual(empty.map(() => false))
})

test('other images are not of a share', () => {
  expect(shareArc('town')).toBeUndefined()
})
