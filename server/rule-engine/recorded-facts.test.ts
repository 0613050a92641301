import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { applyFacts, learnFacts, NEW_RULE_STATE, type RuleFact } from '#domain/rule-evaluation.ts'
import type { RuleDefinition } from '#domain/rules.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#domain/time.ts'
import { BYTES_PER_MB } from '#domain/usage.ts'
import { simKey } from '#server/records/sim-key.ts'
import { ensureUsagePartitions } from '#server/records/usage-partitions.ts'
import { createFleetDatabase } from '#test/fleet-database.ts'
import { FuzzRandom } from '#test/fuzz-random.ts'
import { SEED } from '#test/share.ts'
import { localHour } from '../usage/local-hours.ts'
import { recordedDays, recordedFacts, simsThatReach } from './recorded-facts.ts'

const NOW = Date.parse('2026-11-20T15:30:00Z')
const PAST_DAYS = 34
/** Reports are kept from here on; of the days before only sums are. */
const REPORTS_FROM = NOW - 20 * DAY_MS

const database = await createFleetDatabase(new Date(NOW))
const { db } = database
afterAll(() => database.drop())

const dayText = (ms: number): string => new Date(ms).toISOString().slice(0, 10)

const dataRule = (per: 'day' | 'cycle', mb: number): RuleDefinition => ({
  trigger: { kind: 'data', per, mb },
  conditions: { tags: [], groups: [], plans: [], statuses: [], hours: null, weekdays: [] },
  actions: {
    ...{ emails: [], chat: '', tag: '', operation: '', plan: '', message: '', asks: false, escalation: null },
  },
  limits: { everyHours: 0, quiet: null },
})

/** Usage of SIMs as it is recorded: some reports days late, days of sums with hours and without, days without anything. */
async function recordUsage(sims: readonly { companyId: number; iccid: string }[], random: FuzzRandom): Promise<void> {
  await ensureUsagePartitions(db, dayText(NOW - (PAST_DAYS + 40) * DAY_MS), dayText(NOW))
  for (const { companyId: company_id, iccid } of sims) {
    const days = Array.from({ length: PAST_DAYS - 20 }, (_, n) => {
      const hours = Array.from({ length: 24 }, () => (random.chance(0.3) ? random.below(3 * BYTES_PER_MB) : 0))
      const hour_data_bytes = random.chance(0.5) ? hours : null
      const data_bytes = hours.reduce((sum, bytes) => sum + bytes, 0)
      return {
        company_id,
        iccid,
        day: dayText(NOW - (PAST_DAYS - n) * DAY_MS),
        data_bytes,
        hour_data_bytes,
        sms: 0,
        voice_seconds: 0,
      }
    })
    await db.deleteFrom('usage_days').where('iccid', '=', iccid).execute()
    await db.insertInto('usage_days').values(days).execute()
    const reports = Array.from({ length: 150 }, (_, n) => {
      const at = REPORTS_FROM + random.below(20 * DAY_MS)
      const late = random.chance(0.1) ? random.below(3 * DAY_MS) : random.below(MINUTE_MS)
      const counted = { input_bytes: 0, output_bytes: 0, used_bytes: random.below(4 * BYTES_PER_MB) }
      return {
        ...{ company_id, iccid, at: new Date(at), received_at: new Date(at + late), fingerprint: `${iccid} ${n}` },
        ...{ client_id: 0, kind: 1, session_key: 'one', ...counted },
      }
    })
    await db.insertInto('usage_records').values(reports).execute()
  }
}

const CALENDARS = [
  { timeZone: 'America/Santiago', anchorDay: 1 },
  { timeZone: 'America/Santiago', anchorDay: 15 },
  { timeZone: 'Asia/Kolkata', anchorDay: 20 },
]

test.each(CALENDARS)(
  'a rule about sums has the same of the past from days as from single reports: $timeZone, cycles from the $anchorDay',
  async (calendar) => {
    const random = new FuzzRandom(SEED)
    const sims = database.sims.slice(0, 12).map(({ companyId, iccid }) => ({ companyId, iccid }))
    await db.deleteFrom('usage_records').execute()
    await recordUsage(sims, random)
    const until = sims.map((sim) => ({ ...sim, untilMs: NOW - random.below(3) * random.below(20 * HOUR_MS) }))
    const span = { calendar, fromMs: NOW - 32 * DAY_MS, untilMs: NOW }
    const reports = await recordedFacts(db, { ...span, sims, triggers: [{ kind: 'data' }] })
    const days = await recordedDays(db, { ...span, sims: until })
    const localHourAt = (ms: number) => localHour(ms, calendar)
    let fired = 0
    for (const { untilMs, ...sim } of until) {
      const single = (reports.get(simKey(sim)) ?? []).filter(({ at }) => at < untilMs)
      const summed = days.get(simKey(sim)) ?? []
      expect(summed.length).toBeLessThan(single.length)
      for (const rule of [dataRule('day', 8), dataRule('day', 20), dataRule('cycle', 150), dataRule('cycle', 400)]) {
        const learnt = learnFacts(rule, single, untilMs, localHourAt)
        expect(learnFacts(rule, summed, untilMs, localHourAt)).toEqual(learnt)
        if (learnt.hasFired) fired++
      }
    }
    const sumOf = (facts: ReadonlyMap<string, readonly RuleFact[]>) =>
      [...facts.values()].flat().reduce((sum, fact) => sum + (fact.kind === 'data' ? fact.amount : 0), 0)
    expect(sumOf(days)).toBeGreaterThan(0)
    expect(sumOf(days)).toBeLessThanOrEqual(sumOf(reports))
    expect(fired).toBeGreaterThan(0)
  },
)

test.each(CALENDARS)(
  'a SIM that reaches no figure by its days fires at none: $timeZone, cycles from the $anchorDay',
  async (calendar) => {
    await db.deleteFrom('usage_records').execute()
    const sims = database.sims.slice(0, 12).map(({ companyId, iccid }) => ({ companyId, iccid }))
    await recordUsage(sims, new FuzzRandom(SEED))
    const part = { calendar, sims, fromMs: NOW - 32 * DAY_MS, untilMs: NOW }
    const reports = await recordedFacts(db, { ...part, triggers: [{ kind: 'data' }] })
    const localHourAt = (ms: number) => localHour(ms, calendar)
    let left = 0
    for (const per of ['day', 'cycle'] as const) {
      for (const mb of [10, 20, 30, 40, 120, 200, 280, 360]) {
        const reaching = await simsThatReach(db, part, { per, bytes: mb * BYTES_PER_MB })
        for (const sim of sims) {
          const fired =
            applyFacts(dataRule(per, mb), NEW_RULE_STATE, reports.get(simKey(sim)) ?? [], localHourAt).firings.length > 0
          if (fired) expect(reaching, `${mb} MB in a ${per}`).toContain(sim.iccid)
          if (!reaching.has(sim.iccid)) left++
        }
      }
    }
    expect(left).toBeGreaterThan(20)
  },
)

test('more reports are read at once than a call takes arguments', async () => {
  await db.deleteFrom('usage_records').execute()
  const { companyId, iccid } = database.sims[0] ?? { companyId: 0, iccid: '' }
  await sql`
    INSERT INTO usage_records (company_id, iccid, at, received_at, fingerprint, client_id, kind, session_key, input_bytes, output_bytes, used_bytes)
    SELECT ${companyId}, ${iccid}, at, at, 'n' || n, 0, 1, 'one', 0, 0, 1
    FROM (SELECT n, ${new Date(NOW)}::timestamptz - n * interval '1 second' AS at FROM generate_series(1, 130000) n) x`.execute(
    db,
  )
  const part = {
    calendar: { timeZone: 'America/Santiago', anchorDay: 1 },
    sims: [{ companyId, iccid }],
    fromMs: NOW - 2 * DAY_MS,
    untilMs: NOW,
  }
  const recorded = await recordedFacts(db, { ...part, triggers: [{ kind: 'data' }] })
  expect(recorded.get(simKey({ companyId, iccid }))?.length).toBe(130_000)
})
