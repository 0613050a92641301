import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  ANOMALY_KINDS,
  ANOMALY_MEASURES,
  anomalyOfText,
  anomalyText,
  areTogether,
  expectedBytes,
  expectedHour,
  farBytes,
  farMessages,
  farSessions,
  type HourProfile,
  isBatchSilent,
  isDataStorm,
  medianOf,
  seemsSilent,
  spreadOf,
  stormBytes,
  usuallySilent,
} from './anomalies.ts'

const KB = 1024
const MB = 1024 * KB

/** 3 112 trackers, nine in ten of which use some 200 KB. */
const profile = (given: Partial<HourProfile> & { readonly bytes?: number } = {}): HourProfile => {
  const { bytes = 200 * KB, ...rest } = given
  return {
    sims: 3_112,
    spoke: 2_800,
    centre: Math.log1p(bytes),
    spread: 0.7,
    began: 1_500,
    sessions: 2,
    messaged: 400,
    messages: 1,
    ...rest,
  }
}

const weeks = (...profiles: readonly Partial<Parameters<typeof profile>[0]>[]) => expectedHour(profiles.map(profile))
function known(...profiles: readonly Partial<Parameters<typeof profile>[0]>[]) {
  const expected = weeks(...profiles)
  if (!expected) throw new Error('nothing is expected')
  return expected
}
const usual = known({}, {}, {}, {})

describe('what is expected of an hour', () => {
  test.each([
    ['two weeks', [profile(), profile()]],
    ['too few peers', Array.from({ length: 4 }, () => profile({ sims: 19, spoke: 19 }))],
    ['enough peers in two weeks only', [profile(), profile(), profile({ sims: 3, spoke: 3 })]],
  ])('is not known of %s', (_, before) => {
    expect(expectedHour(before)).toBeUndefined()
  })

  test('is the middle of the weeks: an odd one does not decide', () => {
    const odd = known({}, { bytes: 90 * MB, spoke: 3_000, sessions: 40 }, {}, {})
    expect(expectedBytes(odd)).toBeCloseTo(200 * KB)
    expect(odd.sessions).toBe(2)
    expect(odd.share).toBeCloseTo(2_800 / 3_112)
  })

  test('has no data where hardly anyone uses any', () => {
    const night = known({ spoke: 3 }, { spoke: 0 }, { spoke: 7 }, { spoke: 2 })
    expect([night.data, expectedBytes(night)]).toEqual([undefined, 0])
    expect(farBytes(profile({ spoke: 2 }), night)).toBe(10 * MB)
  })
})

describe('one SIM', () => {
  test.each([
    ['a model that is used alike: ten times', profile({ spread: 0.3 }), { spread: 0.3 }, 2_000 * KB],
    ['a model that differs: two and a half deviations', profile(), { spread: 1.5 }, 200 * KB * Math.exp(3.75)],
    ['little: a megabyte at least', profile({ bytes: KB }), { bytes: KB }, MB],
    ['a busy day: what peers use now', profile({ bytes: 2 * MB }), { spread: 0.3 }, 20 * MB],
  ])('is far above its peers in %s', (_, now, before, bytes) => {
    expect(farBytes(now, known(before, before, before)) / bytes).toBeCloseTo(1, 2)
  })

  test('begins twelve sessions at least, and ten times as many as its peers', () => {
    expect(farSessions(profile({ sessions: 1 }), known({ sessions: 1 }, { sessions: 1 }, { sessions: 1 }))).toBe(12)
    expect(farSessions(profile({ sessions: 2 }), usual)).toBe(20)
    expect(farSessions(profile({ sessions: 5 }), usual)).toBe(50)
    expect(farSessions(profile({ sessions: 40, began: 3 }), usual)).toBe(20)
  })

  test('has ten messages at least, and ten times as many as its peers', () => {
    expect(farMessages(profile(), usual)).toBe(10)
    expect(farMessages(profile({ messages: 4 }), usual)).toBe(40)
    expect(farMessages(profile({ messages: 40, messaged: 3 }), usual)).toBe(10)
    expect(farMessages(profile(), known({ messages: 3 }, { messages: 3 }, { messages: 60 }))).toBe(30)
    // of weeks without any
    expect(known({ messaged: 0, messages: 0 }, { messaged: 0, messages: 0 }, { messaged: 0, messages: 0 }).messages).toBe(1)
  })

  test('needs the more the more its peers use or differ', () => {
    const figures = fc.record({ bytes: fc.integer({ min: 1, max: 1e9 }), spread: fc.double({ min: 0, max: 3, noNaN: true }) })
    fc.assert(
      fc.property(figures, figures, (one, other) => {
        const more = { bytes: Math.max(one.bytes, other.bytes), spread: Math.max(one.spread, other.spread) }
        const least = (given: typeof one) => farBytes(profile(given), known(given, given, given))
        expect(least(more)).toBeGreaterThanOrEqual(least(one))
        expect(least(one)).toBeGreaterThanOrEqual(Math.max(MB, one.bytes * 9.99))
      }),
    )
  })
})

describe('a model', () => {
  test.each([
    ['twenty times as much', { bytes: 4 * MB }, true],
    ['twice as much', { bytes: 400 * KB }, false],
    ['less', { bytes: 20 * KB }, false],
    ['the same', {}, false],
  ])('that uses %s', (_, given, isStorm) => {
    expect(isDataStorm(profile(given), usual)).toBe(isStorm)
  })

  test('of few SIMs that differ departs by chance', () => {
    const few = { sims: 25, spoke: 22, spread: 1.6 }
    expect(isDataStorm(profile({ ...few, bytes: 700 * KB }), known(few, few, few))).toBe(false)
    expect(isDataStorm(profile({ ...few, bytes: 20 * MB }), known(few, few, few))).toBe(true)
  })

  test('of which weeks differ departs when it departs from them', () => {
    const unsteady = known({ bytes: 50 * KB }, {}, { bytes: 900 * KB }, {})
    expect(isDataStorm(profile({ bytes: MB }), unsteady)).toBe(false)
    expect(isDataStorm(profile({ bytes: 40 * MB }), unsteady)).toBe(true)
  })

  test('that uses next to nothing is never a storm', () => {
    const meter = { bytes: 200 }
    expect(isDataStorm(profile({ bytes: 20 * KB }), known(meter, meter, meter))).toBe(false)
    expect(stormBytes(known(meter, meter, meter))).toBe(64 * KB)
  })

  test.each([
    [5, 30, false],
    [11, 30, true],
    [11, 3_112, false],
    [63, 3_112, true],
    [100, 1_000_000, false],
    [101, 1_000_000, true],
  ])('of which %i of %i SIMs do it at once', (found, sims, isTogether) => {
    expect(areTogether(found, sims)).toBe(isTogether)
  })
})

describe('a batch', () => {
  test.each([
    ['as many as ever', 2_800, false],
    ['a few less', 2_700, false],
    ['a fifth less', 2_240, true],
    ['none', 0, true],
  ])('may be silent when %s speak', (_, spoke, isSilent) => {
    expect(seemsSilent(profile({ spoke }), usual)).toBe(isSilent)
  })

  test('of a model that seldom speaks is not seen in an hour', () => {
    const meter = { sims: 60, spoke: 20 }
    expect(seemsSilent(profile({ ...meter, spoke: 14 }), known(meter, meter, meter))).toBe(false)
  })

  test.each([
    ['more than usual', { habitual: 1_000, silent: 212, habitualBefore: 990, silentBefore: 14 }, true],
    ['as many as usual', { habitual: 1_000, silent: 60, habitualBefore: 1_000, silentBefore: 55 }, false],
    ['too few', { habitual: 30, silent: 4, habitualBefore: 30, silentBefore: 0 }, false],
    ['nothing known of the week before', { habitual: 40, silent: 12, habitualBefore: 0, silentBefore: 0 }, true],
  ])('is silent by habit: %s', (_, habits, isSilent) => {
    expect(isBatchSilent(habits)).toBe(isSilent)
  })

  test('usually has the share that was silent a week ago', () => {
    expect(usuallySilent({ habitual: 1_000, silent: 0, habitualBefore: 500, silentBefore: 7 })).toBe(14)
  })
})

test('a median is in the middle, whatever is at the ends', () => {
  expect(medianOf([])).toBe(0)
  expect(medianOf([7])).toBe(7)
  expect(medianOf([9, 1])).toBe(5)
  fc.assert(
    fc.property(fc.array(fc.integer(), { minLength: 1 }), (values) => {
      const median = medianOf(values)
      expect(values.filter((value) => value <= median).length * 2).toBeGreaterThanOrEqual(values.length)
      expect(values.filter((value) => value >= median).length * 2).toBeGreaterThanOrEqual(values.length)
    }),
  )
  // of a normal distribution the upper quartile is two thirds of a deviation away
  expect(spreadOf(10, 10.67449)).toBeCloseTo(1)
  expect(spreadOf(10, 9)).toBe(0)
})

test('the figures of a sentence survive their text, whatever the device is called', () => {
  const figures = fc.record({
    kind: fc.constantFrom(...ANOMALY_KINDS),
    measure: fc.constantFrom(...ANOMALY_MEASURES),
    device: fc.string({ minLength: 1, maxLength: 60 }),
    ...{ peers: fc.nat(), sims: fc.nat(), observed: fc.nat(), expected: fc.nat() },
  })
  fc.assert(
    fc.property(figures, (given) => {
      expect(anomalyOfText(anomalyText(given))).toEqual(given)
    }),
  )
  expect(anomalyOfText('')).toBeUndefined()
  expect(anomalyOfText('12345 CLP')).toBeUndefined()
})
