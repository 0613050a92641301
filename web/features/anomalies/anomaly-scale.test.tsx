import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { AnomalyScale } from './anomaly-scale.tsx'

const dotOf = (times: number): number => {
  const drawn = renderToStaticMarkup(<AnomalyScale departure={{ times, own: 0 }} summary="" />)
  return Number(/cx="(\d+)"/.exec(drawn)?.[1])
}

test('each power of ten is as far on as the one before, and what is further than the scale is at its end', () => {
  expect([1, 10, 100, 1000, 2_000_000].map(dotOf)).toEqual([5, 36, 68, 99, 99])
  expect(dotOf(0.4)).toBe(5)
})

test('the band ends at the most that the SIM itself had done', () => {
  const drawn = renderToStaticMarkup(<AnomalyScale departure={{ times: 100, own: 10 }} summary="100 times" />)
  expect(drawn).toContain('role="img" aria-label="100 times"')
  expect(drawn).toContain('x="5" y="5" width="31" height="6"')
})

test('ten and a hundred times are marked, each in its place', () => {
  const drawn = renderToStaticMarkup(<AnomalyScale departure={{ times: 100, own: 0 }} summary="" />)
  expect(drawn).toContain('d="M36 5v6M68 5v6"')
})
