import { expect, test } from 'vitest'
import { ANOMALY_KINDS, EXPECTED_WEEKS } from '#domain/anomalies.ts'
import { judgeHour } from '#server/features/anomalies/judge-hour.ts'
import { sameHourBefore, spannedHour } from '#server/usage/local-hours.ts'
import { hoursInMemory } from './hours-in-memory.ts'
import { addScores, newScores, plantFleet, precisionOf, recallOf, type Score } from './planted-fleet.ts'
import { IS_SOAK, SEED, shareOf } from './share.ts'

const CHILE = { timeZone: 'America/Santiago', anchorDay: 1 }
/** A Tuesday, a Friday, a Saturday and a Sunday. */
const DAYS = ['2026-11-24', '2026-11-20', '2026-11-21', '2026-11-22']

const sumOf = (scores: readonly Score[]): Score => ({
  found: scores.reduce((sum, { found }) => sum + found, 0),
  right: scores.reduce((sum, { right }) => sum + right, 0),
  planted: scores.reduce((sum, { planted }) => sum + planted, 0),
})

async function scoreFleets(seeds: readonly number[]) {
  const scores = newScores()
  for (const seed of seeds) {
    const day = DAYS[seed % DAYS.length] ?? ''
    const fleet = plantFleet(seed, day)
    const source = hoursInMemory(fleet)
    for (let hour = 0; hour < 24; hour++) {
      const at = spannedHour(Date.parse(`${day}T00:30:00-03:00`) + hour * 3_600_000, CHILE)
      const weeks = Array.from({ length: EXPECTED_WEEKS }, (_, week) => sameHourBefore(at, 7 * (week + 1), CHILE))
      const before = await Promise.all(
        weeks.flatMap((one) => (one ? [one] : [])).map(async (one) => ({ hour: one, profiles: await source.profiles(one) })),
      )
      const found = await judgeHour(source, at, await source.profiles(at), before)
      addScores(
        scores,
        fleet.planted.filter((one) => one.hour === hour),
        found.map((one) => ({ ...one, hour })),
      )
    }
  }
  return scores
}

test.each([
  ['known fleets', Array.from({ length: shareOf(12, 200) }, (_, n) => 1_000 + n), true],
  // six fleets say nothing about a single kind: one day on which a model sends less is mistaken for a dozen silences
  ['fleets of the day', Array.from({ length: shareOf(6, 100) }, (_, n) => SEED * 100 + n), IS_SOAK],
])(
  'of %s nine in ten planted anomalies are found, and nine in ten that are found are planted',
  async (about, seeds, byKind) => {
    const scores = await scoreFleets(seeds)
    const measured = Object.fromEntries(
      ANOMALY_KINDS.map((kind) => [
        kind,
        { precision: precisionOf(scores[kind]), recall: recallOf(scores[kind]), ...scores[kind] },
      ]),
    )
    // what is found on seeds that were never used before is reported
    console.log(about, seeds[0], measured)
    const judged = byKind ? Object.entries(scores) : [['all kinds', sumOf(Object.values(scores))] as const]
    for (const [kind, score] of judged) {
      expect(precisionOf(score), `precision of ${kind}: ${JSON.stringify(measured)}`).toBeGreaterThanOrEqual(0.9)
      expect(recallOf(score), `recall of ${kind}: ${JSON.stringify(measured)}`).toBeGreaterThanOrEqual(0.9)
    }
  },
  3_600_000,
)
