import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, expect, test } from 'vitest'
import type { CallArguments } from '#contract/call.ts'
import { createRule, tryRule } from '#contract/rules/rules.calls.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#domain/time.ts'
import { BYTES_PER_MB } from '#domain/usage.ts'
import { sendRecord } from '#server/ingest/radius/sender.ts'
import { applyEvents } from '#server/networks/events/apply-events.ts'
import type { NetworkEvent } from '#server/networks/network-events.ts'
import { judgeSilence, judgeWaitingFacts, watchSims } from '#server/rule-engine/judge-facts.ts'
import { countAll } from '#server/usage/usage-counter.ts'
import { COMPANIES } from '#test/fleet.ts'
import { FuzzRandom } from '#test/fuzz-random.ts'
import { startPortal } from '#test/portal.ts'
import { openGateway } from '#test/portal-gateway.ts'
import { SEED } from '#test/share.ts'

type Body = CallArguments<typeof createRule>['body']

const log = pino({ level: 'silent' })
const portal = await startPortal()
const { db, clock } = portal.services
const gateway = await openGateway(portal)
afterAll(async () => {
  await gateway.close()
  await portal.close()
})

const DAYS = 10
const SIMS = 5
const METER = '356949001234564'
const PHONES = ['490154203237518', '864356051188424']
const NETWORKS = ['730-01', '730-02', '722-07']

interface Report {
  readonly atMs: number
  readonly imsi: string
  readonly kind: 'started' | 'updated' | 'stopped'
  readonly sessionKey: string
  readonly seconds: number
  readonly bytes: number
  readonly imei: string
  readonly network: string
}

/** What SIMs report in some days: usual hours, days of ten times as much, bursts of sessions, silences, other devices and countries. */
function madeUpReports(sims: readonly { readonly imsi: string }[], fromMs: number, random: FuzzRandom): Report[] {
  const reports = sims.flatMap(({ imsi }, n) => {
    const own: Report[] = []
    let atMs = fromMs + random.below(HOUR_MS)
    for (let session = 0; atMs < fromMs + DAYS * DAY_MS; session++) {
      const key = `${n}-${session}`
      const startMs = atMs
      const imei = random.chance(0.08) ? random.pick(PHONES) : METER
      const network = random.chance(0.1) ? random.pick(NETWORKS) : '730-01'
      const isBurst = random.chance(0.25)
      const isHeavy = random.chance(0.1)
      let bytes = 0
      const report = (kind: Report['kind']) =>
        own.push({ atMs, imsi, kind, sessionKey: key, seconds: Math.round((atMs - startMs) / 1000), bytes, imei, network })
      report('started')
      for (let updates = isBurst ? 0 : random.below(14); updates > 0; updates--) {
        atMs += (20 + random.below(70)) * MINUTE_MS
        bytes += Math.round((isHeavy ? 10 : 1) * random.next() * 2 * BYTES_PER_MB)
        report('updated')
      }
      atMs += (1 + random.below(9)) * MINUTE_MS
      bytes += random.below(BYTES_PER_MB)
      report('stopped')
      atMs += random.chance(0.2) ? (3 + random.below(9)) * HOUR_MS : (1 + random.below(8)) * MINUTE_MS
    }
    return own
  })
  return reports.filter(({ atMs }) => atMs < fromMs + DAYS * DAY_MS).sort((a, b) => a.atMs - b.atMs)
}

async function send({ atMs, imsi, kind, sessionKey, seconds, bytes, imei, network }: Report): Promise<void> {
  await sendRecord(gateway.sender, {
    ...{ kind, clientId: 0, nas: 'ggsn0', imsi, sessionKey, atMs, hasSourceClock: true, seconds, inputBytes: 0 },
    ...{ outputBytes: bytes, facts: { apn: 'm2m.enlace', imei, servingNetwork: network }, fingerprint: '' },
  })
}

async function judgeAll(): Promise<void> {
  await countAll({ db, log })
  for (const step of [judgeWaitingFacts, watchSims, judgeSilence]) while ((await step(portal.services)) > 0);
}

interface MadeUpEvent {
  readonly atMs: number
  readonly event: NetworkEvent
}

/** SMS and calls of SIMs: both each day, and many on some days, the last one among them. */
function madeUpEvents(sims: readonly { readonly iccid: string }[], fromMs: number, random: FuzzRandom): MadeUpEvent[] {
  return sims.flatMap(({ iccid }, n) =>
    Array.from({ length: DAYS }, (_, day) => {
      const isHeavy = day === DAYS - 1 || random.chance(0.15)
      return Array.from({ length: (isHeavy ? 20 : 2) + random.below(4) }, (__, k): MadeUpEvent => {
        const atMs = fromMs + day * DAY_MS + random.below(DAY_MS)
        const about = { id: `${n}-${day}-${k}`, iccid, at: new Date(atMs - random.below(3) * 1000) }
        if (k % 2 === 0) return { atMs, event: { ...about, kind: 'callEnded', voiceSeconds: 20 + random.below(300) } }
        const segments = 1 + random.below(3)
        return { atMs, event: { ...about, kind: 'smsReceived', to: '3000', text: 'hola', segments } }
      })
    }).flat(),
  )
}

const company = COMPANIES.andes
const actions = { emails: ['ops@andes.test'] }
const RULES: readonly Body[] = [
  { name: 'A day', company, actions, trigger: { kind: 'data', per: 'day', mb: 25 } },
  { name: 'A cycle', company, actions, trigger: { kind: 'data', per: 'cycle', mb: 60 } },
  { name: 'Its own days', company, actions, trigger: { kind: 'median', times: 2 } },
  { name: 'SMS of a day', company, actions, trigger: { kind: 'sms', per: 'day', count: 8 } },
  { name: 'SMS of a cycle', company, actions, trigger: { kind: 'sms', per: 'cycle', count: 15 } },
  { name: 'Its own SMS', company, actions, trigger: { kind: 'smsMedian', times: 2 } },
  { name: 'Voice of a day', company, actions, trigger: { kind: 'voice', per: 'day', minutes: 5 } },
  { name: 'Voice of a cycle', company, actions, trigger: { kind: 'voice', per: 'cycle', minutes: 12 } },
  { name: 'Its own voice', company, actions, trigger: { kind: 'voiceMedian', times: 2 } },
  { name: 'Silence', company, actions, trigger: { kind: 'silence', hours: 5 } },
  {
    ...{ name: 'Silence by day', company, actions, trigger: { kind: 'silence', hours: 4 } },
    ...{ conditions: { hours: { from: 8, to: 20 }, weekdays: [1, 2, 3, 4, 5] }, limits: { everyHours: 24 } },
  },
  { name: 'First connection', company, actions, trigger: { kind: 'first' } },
  { name: 'Sessions', company, actions, trigger: { kind: 'sessions', count: 3 } },
  { name: 'Device', company, actions, trigger: { kind: 'device' }, limits: { everyHours: 12 } },
  { name: 'Abroad', company, actions, trigger: { kind: 'place', where: 'outside', areas: ['CL'] } },
  { name: 'At the other network', company, actions, trigger: { kind: 'place', where: 'inside', areas: ['730-02'] } },
]

test('facts that are replayed through accounting fire for the SIMs and at the moments that trials name', async () => {
  const endMs = Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS
  const fromMs = endMs - DAYS * DAY_MS
  const random = new FuzzRandom(SEED)
  const sims = portal.fleet.sims.filter(({ companyId, status }) => companyId === company && status === 2).slice(0, SIMS)
  // of all but one SIM nothing is recorded from before: they connect for the first time
  const iccids = sims.slice(1).map(({ iccid }) => iccid)
  await db.deleteFrom('data_sessions').where('iccid', 'in', iccids).execute()
  await db.deleteFrom('usage_days').where('iccid', 'in', iccids).execute()
  portal.clock.now = new Date(fromMs)
  const rules = new Map<Body, number>()
  for (const body of RULES) rules.set(body, (await portal.data(createRule, 'ana', { body })).ruleId)
  await judgeAll()
  const reports = madeUpReports(sims, fromMs + MINUTE_MS, random)
  expect(reports.length).toBeGreaterThan(500)
  const events = madeUpEvents(sims, fromMs + MINUTE_MS, random).filter(({ atMs }) => atMs < endMs)
  const { network_id } = await db.selectFrom('networks').select('network_id').executeTakeFirstOrThrow()
  for (const one of [...reports, ...events].sort((a, b) => a.atMs - b.atMs)) {
    portal.clock.now = new Date(one.atMs)
    if ('event' in one) await db.transaction().execute((trx) => applyEvents(trx, network_id, [one.event], clock()))
    else await send(one)
    if (random.chance(0.02)) await judgeAll()
  }
  portal.clock.now = new Date(endMs)
  await judgeAll()
  for (const [body, ruleId] of rules) {
    const { name, ...tried } = body
    const { latest, firings, triedSims, totalSims } = await portal.data(tryRule, 'reseller', { body: tried })
    expect(triedSims, name).toBe(totalSims)
    const since = latest.filter(({ at }) => Date.parse(at) >= fromMs)
    const { rows: fired } = await sql<{ icc: string; at: Date; value: string }>`
      SELECT iccid AS icc, at, value FROM rule_firings WHERE company_id = ${company} AND rule_id = ${ruleId}
      ORDER BY at DESC, iccid`.execute(db)
    expect(fired.length, name).toBeGreaterThan(0)
    const named = fired.map((one) => ({ icc: one.icc, at: one.at.toISOString(), value: one.value })).slice(0, 50)
    const sorted = since
      .map(({ icc, at, value }) => ({ icc, at, value }))
      .sort((a, b) => (a.at === b.at ? (a.icc < b.icc ? -1 : 1) : a.at < b.at ? 1 : -1))
    expect(sorted.slice(0, 50), name).toEqual(named)
    if (latest.length === since.length) expect(firings, name).toBeGreaterThanOrEqual(fired.length)
  }
})
