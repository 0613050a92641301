import { expect, test } from 'vitest'
import { mergeChanges, type QueuedChange, reportedMs } from './queued-change.ts'

const change = (atMs: number, session: QueuedChange['session']): QueuedChange => ({
  ...{ companyId: 1, iccid: '8956030000000000001', atMs, usage: [], timeline: [] },
  ...(session && { session }),
})
const METER = { imei: '356949001234564' }
const PHONE = { imei: '490154203237518' }

test('a merged change reports the newer session at the time of that session’s own records', () => {
  const begin = change(5_000, { startedAtMs: 5_000, facts: METER })
  const endOfOlder = change(9_000, { startedAtMs: 1_000, stoppedAtMs: 9_000, facts: PHONE })
  for (const merged of [mergeChanges(begin, endOfOlder), mergeChanges(endOfOlder, begin)]) {
    expect(merged).toMatchObject({ atMs: 9_000, session: { startedAtMs: 5_000, facts: METER } })
    expect(reportedMs(merged)).toBe(5_000)
    const grown = mergeChanges(merged, change(7_000, { startedAtMs: 5_000, facts: {} }))
    expect(reportedMs(grown)).toBe(7_000)
    expect(grown.session?.facts).toEqual(METER)
  }
})
