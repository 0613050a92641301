import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { AnomalyKind } from './anomalies.ts'
import { type Day, localDay } from './billing-cycle.ts'
import {
  type AnomalyFact,
  applyFacts,
  isReached,
  type LocalHourAt,
  learnFacts,
  NEW_RULE_STATE,
  passTime,
  type RuleFact,
  type RuleFiring,
} from './rule-evaluation.ts'
import {
  isAnomalyTrigger,
  isReadingTrigger,
  isRuleTime,
  type ReadingTrigger,
  type RuleConditions,
  type RuleDefinition,
  type RuleTrigger,
  SIM_ANOMALIES,
} from './rules.ts'
import { HOUR_MS, MINUTE_MS } from './time.ts'
import { BYTES_PER_MB } from './usage.ts'

const ANYTHING: RuleConditions = { tags: [], groups: [], plans: [], statuses: [], hours: null, weekdays: [] }
const ruleOf = (
  trigger: RuleTrigger,
  { everyHours = 0, ...conditions }: Partial<RuleConditions> & { readonly everyHours?: number } = {},
): RuleDefinition => ({
  trigger,
  conditions: { ...ANYTHING, ...conditions },
  actions: { emails: [], tag: '', operation: '', plan: '', message: '' },
  limits: { everyHours, quiet: null },
})

const ZONES = ['America/Santiago', 'Asia/Kathmandu', 'UTC'] as const
/** The clocks of Chile go back in these days: 2026-04-05 */
const START = Date.UTC(2026, 3, 1)
const localHourIn =
  (timeZone: string): LocalHourAt =>
  (at) => ({
    day: localDay(new Date(at), timeZone),
    hour: Number(new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', hourCycle: 'h23' }).format(at)),
  })
const UTC = localHourIn('UTC')

type UsageFact = Extract<RuleFact, { cycleStart: Day }>
type ReadingFact = Extract<RuleFact, { kind: 'reading' }>
const usageAt = (kind: UsageFact['kind'], at: number, amount: number, localHourAt: LocalHourAt = UTC): UsageFact => {
  const { day } = localHourAt(at)
  return { kind, at, day, cycleStart: `${day.slice(0, 7)}-01`, amount }
}
const dataAt = (at: number, mb: number, localHourAt: LocalHourAt = UTC) => usageAt('data', at, mb * BYTES_PER_MB, localHourAt)
/** SMS, or minutes of voice */
const eventAt = (kind: 'sms' | 'voice', at: number, amount: number, localHourAt: LocalHourAt = UTC) =>
  usageAt(kind, at, kind === 'sms' ? amount : amount * 60, localHourAt)
/** a reading in a month at what is so much then */
const readingAt = (at: number, amount: number): ReadingFact => ({
  ...{ kind: 'reading', at, amount },
  period: `${UTC(at).day.slice(0, 7)}-01`,
})
/** An anomaly that has been the case for some hours. */
const anomalyAt = (at: number, of: AnomalyKind, forHours: number): AnomalyFact => ({
  ...{ kind: 'anomaly', at, of, value: `${of} ${at}` },
  began: new Date(Math.floor(at / HOUR_MS - forHours) * HOUR_MS).toISOString(),
})
const sessionAt = (at: number, imei = '', network = ''): RuleFact => ({ kind: 'session', at, imei, network })

const IMEIS = ['', '490154203237518', '356938035643809'] as const
const NETWORKS = ['', '730-01', '730-02', '722-07'] as const

const zone = fc.constantFrom(...ZONES)
/** some days of reports, minutes apart, in order; few figures, so that limits are met */
const steps = fc.array(
  fc.record({
    minutes: fc.constantFrom(0, 1, 15, 40, 60, 180, 600, 1440),
    kind: fc.constantFrom(
      'session' as const,
      'data' as const,
      'sms' as const,
      'voice' as const,
      'reading' as const,
      'anomaly' as const,
    ),
    mb: fc.constantFrom(0, 1, 3, 10),
    imei: fc.constantFrom(...IMEIS),
    network: fc.constantFrom(...NETWORKS),
  }),
  { maxLength: 60 },
)
const trigger: fc.Arbitrary<RuleTrigger> = fc.oneof(
  fc.record({
    kind: fc.constant('data' as const),
    per: fc.constantFrom('day' as const, 'cycle' as const),
    mb: fc.constantFrom(2, 10, 30),
  }),
  fc.record({ kind: fc.constantFrom('median' as const, 'smsMedian', 'voiceMedian'), times: fc.constantFrom(2, 3) }),
  fc.record({
    kind: fc.constant('sms' as const),
    per: fc.constantFrom('day' as const, 'cycle' as const),
    count: fc.constantFrom(2, 10, 30),
  }),
  fc.record({
    kind: fc.constant('voice' as const),
    per: fc.constantFrom('day' as const, 'cycle' as const),
    minutes: fc.constantFrom(2, 10, 30),
  }),
  fc.record({ kind: fc.constant('silence' as const), hours: fc.constantFrom(1, 3, 12) }),
  fc.record({ kind: fc.constant('sessions' as const), count: fc.constantFrom(1, 2, 4) }),
  fc.record({ kind: fc.constantFrom('device' as const, 'first') }),
  fc.record({
    kind: fc.constant('place' as const),
    where: fc.constantFrom('inside' as const, 'outside' as const),
    areas: fc.constantFrom(['CL'], ['730-01'], ['AR', '730-02']),
  }),
  fc.record({ kind: fc.constant('stay' as const), days: fc.constantFrom(0, 1, 5) }),
  fc.record({ kind: fc.constant('pool' as const), percent: fc.constantFrom(1, 3, 10) }),
  fc.record({
    kind: fc.constantFrom('simCost' as const, 'companyCost' as const),
    minor: fc.constantFrom(1, 3, 10),
    currency: fc.constant('CLP'),
  }),
  fc.record({ kind: fc.constant('anomaly' as const), of: fc.constantFrom(...SIM_ANOMALIES) }),
  fc.record({ kind: fc.constant('modelAnomaly' as const), of: fc.constantFrom('any' as const, 'silence', 'storm') }),
)
const conditions = fc.record({
  hours: fc.constantFrom(null, { from: 8, to: 18 }, { from: 22, to: 6 }),
  weekdays: fc.constantFrom([], [1, 2, 3, 4, 5], [7]),
  everyHours: fc.constantFrom(0, 1, 24),
})

function factsOf(
  given: readonly { minutes: number; kind: RuleFact['kind']; mb: number; imei: string; network: string }[],
  localHourAt: LocalHourAt,
) {
  let at = START
  return given.map((one): RuleFact => {
    at += one.minutes * MINUTE_MS
    if (one.kind === 'session') return sessionAt(at, one.imei, one.network)
    if (one.kind === 'reading') return readingAt(at, one.mb)
    if (one.kind === 'anomaly') return anomalyAt(at, one.imei === '' ? 'data' : one.mb > 1 ? 'sessions' : 'storm', one.mb)
    return one.kind === 'data' ? dataAt(at, one.mb, localHourAt) : eventAt(one.kind, at, one.mb, localHourAt)
  })
}

type Level = number | string | undefined
const isUsage = (fact: RuleFact): fact is UsageFact => 'cycleStart' in fact
/** The facts that a trigger sums. */
const SUMMED: Readonly<Partial<Record<RuleTrigger['kind'], RuleFact['kind']>>> = {
  ...{ data: 'data', median: 'data', sms: 'sms', smsMedian: 'sms', voice: 'voice', voiceMedian: 'voice' },
}
const limitOf = (trigger: RuleTrigger): number => {
  if (trigger.kind === 'data') return trigger.mb * BYTES_PER_MB
  if (trigger.kind === 'sms') return trigger.count
  return trigger.kind === 'voice' ? trigger.minutes * 60 : 0
}

const readingLimitOf = (trigger: ReadingTrigger): number => {
  if (trigger.kind === 'stay') return trigger.days
  return trigger.kind === 'pool' ? trigger.percent : trigger.minor
}

/** What a trigger waits for at the n-th fact, from all facts up to it; `since` names what a firing is for. */
function naiveLevel(trigger: RuleTrigger, facts: readonly RuleFact[], n: number): { value: Level; since: string } {
  const fact = facts[n]
  if (!fact) throw new Error('no such fact')
  const before = facts.slice(0, n + 1)
  const data = before.filter(isUsage).filter(({ kind }) => kind === SUMMED[trigger.kind])
  const sessions = before.filter((one) => one.kind === 'session')
  const sum = (of: (one: (typeof data)[number]) => boolean) => data.filter(of).reduce((all, { amount }) => all + amount, 0)
  if (fact.kind === 'reading') {
    if (!isReadingTrigger(trigger)) return { value: undefined, since: '' }
    const reached = trigger.kind === 'stay' ? fact.amount <= trigger.days : fact.amount >= readingLimitOf(trigger)
    const value = trigger.kind === 'stay' ? fact.period : trigger.kind === 'pool' ? fact.amount : `${fact.amount} CLP`
    return { value: reached ? value : undefined, since: fact.period }
  }
  if (fact.kind === 'anomaly') {
    if (!isAnomalyTrigger(trigger)) return { value: undefined, since: '' }
    const { of } = trigger
    const waitedFor = before.filter((one) => one.kind === 'anomaly').filter((one) => of === 'any' || one.of === of)
    const isNewest = waitedFor.includes(fact) && waitedFor.every(({ began }) => began <= fact.began)
    return { value: isNewest ? fact.value : undefined, since: fact.began }
  }
  if (fact.kind !== 'session') {
    if (fact.kind !== SUMMED[trigger.kind]) return { value: undefined, since: '' }
    if ('per' in trigger) {
      const period = (one: (typeof data)[number]) => (trigger.per === 'day' ? one.day : one.cycleStart)
      const bytes = sum((one) => period(one) === period(fact))
      return { value: bytes >= limitOf(trigger) ? bytes : undefined, since: period(fact) }
    }
    if ('times' in trigger) {
      const first = new Date(Date.parse(fact.day) - 30 * 24 * HOUR_MS).toISOString().slice(0, 10)
      const days = [...new Set(data.map(({ day }) => day))].filter((day) => day < fact.day && day >= first)
      const sums = days
        .map((day) => sum((one) => one.day === day))
        .filter((bytes) => bytes > 0)
        .sort((a, b) => a - b)
      const middle = [sums[Math.floor((sums.length - 1) / 2)] ?? 0, sums[Math.ceil((sums.length - 1) / 2)] ?? 0]
      const bytes = sum((one) => one.day === fact.day)
      const isOver = sums.length >= 7 && bytes > (trigger.times * (middle[0] ?? 0) + trigger.times * (middle[1] ?? 0)) / 2
      return { value: isOver ? bytes : undefined, since: fact.day }
    }
    return { value: undefined, since: '' }
  }
  if (trigger.kind === 'first') return { value: fact.network, since: '' }
  if (trigger.kind === 'sessions') {
    const count = (until: number) =>
      sessions.slice(0, until).filter(({ at }) => at > (sessions[until - 1]?.at ?? 0) - HOUR_MS).length
    const value = count(sessions.length) > trigger.count ? trigger.count + 1 : undefined
    let first = sessions.length
    while (first > 0 && count(first) > trigger.count) first--
    return { value, since: String(first) }
  }
  if (trigger.kind === 'device') {
    const last = sessions.slice(0, -1).findLast(({ imei }) => imei !== '')
    const isChanged = fact.imei !== '' && last !== undefined && last.imei !== fact.imei
    return { value: isChanged ? fact.imei : undefined, since: String(n) }
  }
  if (trigger.kind === 'place') {
    const country = (network: string) => (network.startsWith('730') ? 'CL' : 'AR')
    const isThere = ({ network }: (typeof sessions)[number]) =>
      (trigger.areas.includes(network) || trigger.areas.includes(country(network))) === (trigger.where === 'inside')
    const back = sessions.findLastIndex((one) => one.network !== '' && !isThere(one))
    return { value: fact.network !== '' && isThere(fact) ? fact.network : undefined, since: String(back) }
  }
  return { value: undefined, since: '' }
}

/** Judges each moment from all that was before it, without a memory. */
function naiveFirings(
  rule: RuleDefinition,
  facts: readonly RuleFact[],
  untilMs: number,
  localHourAt: LocalHourAt,
): RuleFiring[] {
  const fired: (RuleFiring & { since: string })[] = []
  const fire = (at: number, value: Level, since: string): boolean => {
    const { day, hour } = localHourAt(at)
    const last = fired.at(-1)
    const isDue = value !== undefined && !fired.some((one) => one.since === since) && isRuleTime(rule.conditions, day, hour)
    if (!isDue || (last && at < last.at + rule.limits.everyHours * HOUR_MS)) return false
    fired.push({ at, value, since })
    return true
  }
  const signs = rule.trigger.kind === 'silence' ? facts.filter(({ kind }) => kind === 'data' || kind === 'session') : facts
  for (const [n, fact] of signs.entries()) {
    if (rule.trigger.kind !== 'silence') {
      const { value, since } = naiveLevel(rule.trigger, facts, n)
      fire(fact.at, value, since)
      continue
    }
    const next = signs[n + 1]?.at ?? untilMs
    const dueAt = fact.at + rule.trigger.hours * HOUR_MS
    const quarters = [dueAt]
    for (let at = (Math.floor(dueAt / (15 * MINUTE_MS)) + 1) * 15 * MINUTE_MS; at < next; at += 15 * MINUTE_MS)
      quarters.push(at)
    for (const at of quarters) if (at < next && fire(at, (at - fact.at) / HOUR_MS, String(n))) break
  }
  return fired.map(({ at, value }) => ({ at, value }))
}

describe('a rule', () => {
  test('fires as a model says that has no memory and reads everything each time', () => {
    fc.assert(
      fc.property(trigger, conditions, steps, zone, (given, limits, moves, timeZone) => {
        const localHourAt = localHourIn(timeZone)
        const rule = ruleOf(given, limits)
        const facts = factsOf(moves, localHourAt)
        const until = (facts.at(-1)?.at ?? START) + 48 * HOUR_MS
        const followed = applyFacts(rule, NEW_RULE_STATE, facts, localHourAt)
        const firings = [...followed.firings, ...passTime(rule, followed.state, until, localHourAt).firings]
        expect(firings).toEqual(naiveFirings(rule, facts, until, localHourAt))
      }),
      { numRuns: 500 },
    )
  })

  test('fires the same whether facts come together or one by one, with time that passes between them, and its state survives JSON', () => {
    fc.assert(
      fc.property(trigger, conditions, steps, zone, (given, limits, moves, timeZone) => {
        const localHourAt = localHourIn(timeZone)
        const rule = ruleOf(given, limits)
        const facts = factsOf(moves, localHourAt)
        const until = (facts.at(-1)?.at ?? START) + 48 * HOUR_MS
        const whole = applyFacts(rule, NEW_RULE_STATE, facts, localHourAt)
        const together = [...whole.firings, ...passTime(rule, whole.state, until, localHourAt).firings]
        const apart: RuleFiring[] = []
        let state = NEW_RULE_STATE
        for (const fact of facts) {
          const passedBefore = passTime(rule, state, fact.at - 1, localHourAt)
          const followed = applyFacts(rule, JSON.parse(JSON.stringify(passedBefore.state)), [fact], localHourAt)
          apart.push(...passedBefore.firings, ...followed.firings)
          state = followed.state
        }
        apart.push(...passTime(rule, state, until, localHourAt).firings)
        expect(apart).toEqual(together)
      }),
    )
  })

  test('never fires twice for a SIM within its hours, nor outside of its hours and days', () => {
    fc.assert(
      fc.property(trigger, conditions, steps, zone, (given, limits, moves, timeZone) => {
        const localHourAt = localHourIn(timeZone)
        const rule = ruleOf(given, limits)
        const { firings } = applyFacts(rule, NEW_RULE_STATE, factsOf(moves, localHourAt), localHourAt)
        for (const [n, { at }] of firings.entries()) {
          const { day, hour } = localHourAt(at)
          expect(isRuleTime(rule.conditions, day, hour)).toBe(true)
          const last = firings[n - 1]
          if (last) expect(at - last.at).toBeGreaterThanOrEqual(limits.everyHours * HOUR_MS)
        }
      }),
    )
  })

  test('that is given what was reported before it was there acts on nothing of it', () => {
    fc.assert(
      fc.property(trigger, steps, zone, (given, moves, timeZone) => {
        const localHourAt = localHourIn(timeZone)
        const rule = ruleOf(given)
        const facts = factsOf(moves, localHourAt)
        const from = (facts.at(-1)?.at ?? START) + 1
        const state = learnFacts(rule, facts, from, localHourAt)
        expect(state.firedAt).toBeNull()
        // what it would not have fired again if it had been there, it does not fire now
        const live = applyFacts(rule, NEW_RULE_STATE, facts, localHourAt)
        expect(passTime(rule, state, from + 90 * HOUR_MS, localHourAt).firings).toEqual(
          passTime(rule, passTime(rule, live.state, from, localHourAt).state, from + 90 * HOUR_MS, localHourAt).firings,
        )
      }),
    )
  })
})

const hours = (n: number): number => START + n * HOUR_MS
const moments = (rule: RuleDefinition, facts: readonly RuleFact[], until = 0): number[] => {
  const { state, firings } = applyFacts(rule, NEW_RULE_STATE, facts, UTC)
  return [...firings, ...passTime(rule, state, until, UTC).firings].map(({ at }) => (at - START) / HOUR_MS)
}

test('data fires once for each day, with the report that reaches the figure', () => {
  const rule = ruleOf({ kind: 'data', per: 'day', mb: 10 })
  expect(moments(rule, [dataAt(hours(1), 6), dataAt(hours(2), 4), dataAt(hours(3), 9), dataAt(hours(25), 10)])).toEqual([2, 25])
})

test('a rule that may not act yet acts with the first report when it may, as long as it is still the case', () => {
  const rule = ruleOf({ kind: 'data', per: 'day', mb: 10 }, { hours: { from: 8, to: 18 } })
  expect(moments(rule, [dataAt(hours(2), 20), dataAt(hours(9), 0), dataAt(hours(10), 0)])).toEqual([9])
  expect(moments(rule, [dataAt(hours(20), 20), dataAt(hours(33), 0)])).toEqual([])
})

test('late usage of a day that is over fires nothing', () => {
  const rule = ruleOf({ kind: 'data', per: 'day', mb: 10 })
  const late: RuleFact = { ...dataAt(hours(1), 50), at: hours(26) }
  expect(moments(rule, [dataAt(hours(25), 1), late])).toEqual([])
})

test('silence fires after its hours to the millisecond, once, and again after the next report', () => {
  const rule = ruleOf({ kind: 'silence', hours: 3 })
  expect(moments(rule, [dataAt(hours(0), 0), sessionAt(hours(2)), dataAt(hours(10), 0)], hours(40))).toEqual([5, 13])
  expect(moments(rule, [], hours(40))).toEqual([])
})

test('silence outside of the hours of a rule fires when they begin', () => {
  const rule = ruleOf({ kind: 'silence', hours: 3 }, { hours: { from: 8, to: 18 } })
  expect(moments(rule, [dataAt(hours(0), 0)], hours(40))).toEqual([8])
})

test('the median is of the SIM’s own days with data, and takes a week of them', () => {
  const days = Array.from({ length: 7 }, (_, n) => dataAt(hours(24 * n), n + 1))
  const rule = ruleOf({ kind: 'median', times: 3 })
  expect(moments(rule, [...days, dataAt(hours(24 * 7), 12), dataAt(hours(24 * 7 + 1), 1)])).toEqual([169])
  expect(moments(rule, [...days.slice(1), dataAt(hours(24 * 7), 100)])).toEqual([])
})

test('SMS and calls have their own sums, and other usage is none of them', () => {
  const facts = [eventAt('sms', hours(1), 2), eventAt('voice', hours(2), 3), dataAt(hours(3), 50), eventAt('sms', hours(4), 1)]
  expect(moments(ruleOf({ kind: 'sms', per: 'day', count: 3 }), facts)).toEqual([4])
  expect(moments(ruleOf({ kind: 'voice', per: 'cycle', minutes: 3 }), facts)).toEqual([2])
  expect(moments(ruleOf({ kind: 'voice', per: 'cycle', minutes: 4 }), facts)).toEqual([])
})

test('a first connection fires with the first session, once for good', () => {
  const facts = [dataAt(hours(0), 5), sessionAt(hours(1), '', '730-01'), sessionAt(hours(2)), sessionAt(hours(900))]
  expect(moments(ruleOf({ kind: 'first' }), facts)).toEqual([1])
})

test('a device is changed when it is another one, and the first one is none', () => {
  const [, one = '', other = ''] = IMEIS
  const rule = ruleOf({ kind: 'device' })
  const facts = [one, '', one, other, other, one].map((imei, n) => sessionAt(hours(n), imei))
  expect(moments(rule, facts)).toEqual([3, 5])
})

test('a pool fires once in a cycle, whatever becomes of it, and readings that find less change nothing', () => {
  fc.assert(
    fc.property(conditions, steps, (limits, moves) => {
      const rule = ruleOf({ kind: 'pool', percent: 3 }, limits)
      const readings = factsOf(moves, UTC).filter((fact) => fact.kind === 'reading')
      const all = applyFacts(rule, NEW_RULE_STATE, readings, UTC).firings
      // the engine leaves out what does not reach the figure
      const reached = readings.filter(({ amount }) => isReached({ kind: 'pool', percent: 3 }, amount))
      expect(applyFacts(rule, NEW_RULE_STATE, reached, UTC).firings).toEqual(all)
      const months = all.map(({ at }) => UTC(at).day.slice(0, 7))
      expect(new Set(months).size).toBe(months.length)
    }),
  )
  const rule = ruleOf({ kind: 'pool', percent: 80 })
  expect(
    moments(rule, [readingAt(hours(1), 79), readingAt(hours(2), 85), readingAt(hours(3), 60), readingAt(hours(4), 90)]),
  ).toEqual([2])
})

test('a stay fires in its last days with the day on which it ends, and a new stay again', () => {
  const rule = ruleOf({ kind: 'stay', days: 7 })
  const readings = [20, 8, 7, 6, 0].map(
    (amount, n): RuleFact => ({ kind: 'reading', at: hours(n), period: '2026-05-01', amount }),
  )
  const next: RuleFact = { kind: 'reading', at: hours(9), period: '2027-05-01', amount: 5 }
  expect(applyFacts(rule, NEW_RULE_STATE, [...readings, next], UTC).firings).toEqual([
    { at: hours(2), value: '2026-05-01' },
    { at: hours(9), value: '2027-05-01' },
  ])
})

test('an anomaly fires once however long it goes on, when it may, and the next one again', () => {
  const going = (first: number, last: number, of: AnomalyKind = 'data') =>
    Array.from({ length: last - first + 1 }, (_, n) => anomalyAt(hours(first + n) + 59 * MINUTE_MS, of, n))
  const facts = [...going(3, 9), ...going(14, 15)]
  const at = (rule: RuleDefinition, given = facts) => moments(rule, given).map(Math.floor)
  expect(at(ruleOf({ kind: 'anomaly', of: 'any' }))).toEqual([3, 14])
  expect(at(ruleOf({ kind: 'anomaly', of: 'sessions' }))).toEqual([])
  expect(at(ruleOf({ kind: 'anomaly', of: 'any' }, { hours: { from: 8, to: 18 } }))).toEqual([8, 14])
  expect(at(ruleOf({ kind: 'anomaly', of: 'any' }, { everyHours: 24 }))).toEqual([3])
  // two of a SIM at once: that which began last counts
  const both = [...going(3, 9), ...going(5, 7, 'sessions')].toSorted((a, b) => a.at - b.at)
  expect(at(ruleOf({ kind: 'anomaly', of: 'any' }), both)).toEqual([3, 5])
  // one that has begun before the rule is as if it had fired
  const learnt = learnFacts(ruleOf({ kind: 'anomaly', of: 'any' }), going(3, 5), hours(6), UTC)
  expect(applyFacts(ruleOf({ kind: 'anomaly', of: 'any' }), learnt, facts.slice(3), UTC).firings).toHaveLength(1)
})

const DAYS: readonly [Day, number][] = [
  ['2026-11-23', 1],
  ['2026-11-29', 7],
]
test.each(DAYS)('%s is weekday %i', (day, weekday) => {
  expect(isRuleTime({ ...ANYTHING, weekdays: [weekday] }, day, 0)).toBe(true)
  expect(isRuleTime({ ...ANYTHING, weekdays: [weekday === 7 ? 1 : weekday + 1] }, day, 0)).toBe(false)
})
