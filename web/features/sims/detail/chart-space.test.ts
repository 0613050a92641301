import { expect, test } from 'vitest'
import { belowTotal, chartSpace, LABEL_HEIGHT } from './chart-space.ts'
import { usageOfCycle } from './usage-cycles.ts'

const MB = 1024 ** 2
const usage = usageOfCycle(
  { start: '2026-11-01', end: '2026-12-01' },
  Array.from({ length: 21 }, (_, index) => ({
    ...{ day: `2026-11-${String(index + 1).padStart(2, '0')}`, voiceSeconds: 0, sms: 0 },
    dataBytes: 10 * MB,
  })),
  '2026-11-21',
)

test('a label below the running total is below all of the line that is over it, and never below the chart', () => {
  const space = chartSpace(usage, 250 * MB, 390, 200)
  const [step, day] = [space.x(1) - space.x(0), 20]
  const first = day - Math.ceil(64 / step)
  const baseline = belowTotal(usage, space, day, true)
  expect(baseline - LABEL_HEIGHT).toBe(space.y((first + 1) * 10 * MB))
  expect(baseline).toBeLessThanOrEqual(space.base - 4)
  // at the right of the last day there is no line
  expect(belowTotal(usage, space, day, false)).toBe(space.y(210 * MB) + LABEL_HEIGHT)
  expect(belowTotal(usage, space, 1, true)).toBe(space.base - 4)
})
