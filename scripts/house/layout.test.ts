import { expect, test } from 'vitest'
import { layOut } from './layout.ts'
import type { Arrow } from './room-graph.ts'

const size = { width: 80, height: 30 }
const arrows: Arrow[] = [
  ['a', 'b'],
  ['a', 'c'],
  ['b', 'd'],
  ['c', 'd'],
  ['a', 'e'],
  ['d', 'f'],
  ['e', 'f'],
]
const layout = layOut(new Map([...'abcdef'].map((name) => [name, size])), arrows)

test('every arrow leads down, from the bottom of one box to the top of another', () => {
  for (const { arrow, points } of layout.routes) {
    const [from, to] = arrow.map((name) => layout.boxes.get(name))
    expect(points.map(({ y }) => y)).toEqual(points.map(({ y }) => y).toSorted((a, b) => a - b))
    expect(points[0]?.y).toBe((from?.y ?? 0) + size.height)
    expect(points.at(-1)?.y).toBe(to?.y)
  }
})

test('boxes neither touch nor leave the picture', () => {
  const boxes = [...layout.boxes.values()]
  for (const [index, a] of boxes.entries()) {
    expect(a.x).toBeGreaterThanOrEqual(0)
    expect(a.x + a.width).toBeLessThanOrEqual(layout.width + 1e-9)
    expect(a.y + a.height).toBeLessThanOrEqual(layout.height)
    for (const b of boxes.slice(index + 1)) if (a.y === b.y) expect(Math.abs(a.x - b.x)).toBeGreaterThan(size.width)
  }
})

test('a room that several import stands right below the lowest of them', () => {
  const tall = layOut(new Map([...'abcde'].map((name) => [name, size])), [
    ['a', 'b'],
    ['b', 'c'],
    ['c', 'd'],
    ['a', 'e'],
    ['b', 'e'],
  ])
  expect(tall.boxes.get('e')?.y).toBe(tall.boxes.get('c')?.y)
})
