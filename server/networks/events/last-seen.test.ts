import fc from 'fast-check'
import { pino } from 'pino'
import { afterAll, expect, test } from 'vitest'
import { storeUsageMessages } from '#server/usage/intake.ts'
import { countAll } from '#server/usage/usage-counter.ts'
import type { UsageMessage, UsageRecord } from '#server/usage/usage-record.ts'
import type { TestSim } from '#test/fleet.ts'
import { createFleetDatabase } from '#test/fleet-database.ts'
import type { NetworkEvent } from '../network-events.ts'
import { applyEvents } from './apply-events.ts'

const NOW = new Date('2026-11-21T12:00:00Z')
const MINUTE_MS = 60_000
const log = pino({ level: 'silent' })

const database = await createFleetDatabase(NOW)
const { db } = database
await db.insertInto('networks').values({ network_id: 'net', name: 'Net', kind: 'simulated', updated_at: NOW }).execute()
afterAll(() => database.drop())

const at = (minute: number): Date => new Date(NOW.getTime() + minute * MINUTE_MS)
let ids = 0

/** What a SIM's network may report of it, at a minute before now or, by a clock that is fast, after it. */
interface Report {
  readonly minute: number
  readonly isProof: boolean
  readonly send: (sim: TestSim) => { readonly message?: UsageMessage; readonly event?: NetworkEvent }
}

const record = (minute: number, kind: UsageRecord['kind'], bytes: number, finalBy?: string): Report => ({
  minute,
  isProof: true,
  send: ({ iccid, imsi }) => ({
    message: {
      ...{
        kind,
        clientId: 1,
        nas: 'ggsn0',
        imsi,
        sessionKey: `key ${iccid}`,
        atMs: at(minute).getTime(),
        hasSourceClock: true,
      },
      ...{ startedAtMs: at(-600).getTime(), inputBytes: 0, outputBytes: bytes, facts: {}, fingerprint: `${ids++}` },
      ...(finalBy !== undefined && { finalBy }),
    },
  }),
})
const reset = (minute: number): Report => ({
  minute,
  isProof: false,
  send: () => ({
    message: { kind: 'reset', clientId: 1, nas: 'ggsn0', atMs: at(minute).getTime(), fingerprint: `${ids++}` },
  }),
})
const KINDS = {
  registered: { kind: 'registered', servingNetwork: { mcc: '730', mnc: '02' }, radioTechnology: 'LTE', imei: '' },
  deregistered: { kind: 'deregistered' },
  located: { kind: 'located', latitude: -33, longitude: -70 },
  callEnded: { kind: 'callEnded', voiceSeconds: 1 },
  smsReceived: { kind: 'smsReceived', to: '1500', text: 'IGN ON', segments: 1 },
  smsDelivered: { kind: 'smsDelivered', reference: 'r', segments: 1 },
  smsFailed: { kind: 'smsFailed', reference: 'r', cause: 'expired' },
  connectionReset: { kind: 'connectionReset', requestId: '', reference: '' },
} as const
const NO_PROOF: readonly string[] = ['deregistered', 'smsFailed', 'connectionReset']
const event = (minute: number, kind: keyof typeof KINDS): Report => ({
  minute,
  isProof: !NO_PROOF.includes(kind),
  send: ({ iccid }) => ({ event: { ...KINDS[kind], id: `event ${ids++}`, iccid, at: at(minute) } }),
})

const minute = fc.integer({ min: -500, max: 30 })
const report: fc.Arbitrary<Report> = fc.oneof(
  fc
    .tuple(minute, fc.constantFrom<UsageRecord['kind'][]>('started', 'updated', 'stopped'), fc.constantFrom(0, 0, 700))
    .map((args) => record(...args)),
  minute.map((when) => record(when, 'stopped', 900, 'file.csv')),
  minute.map(reset),
  fc.tuple(minute, fc.constantFrom(...(Object.keys(KINDS) as (keyof typeof KINDS)[]))).map((args) => event(...args)),
)

async function lastSeen({ companyId, iccid }: TestSim): Promise<Date | null> {
  const row = db.selectFrom('sim_live').select('registered_at').where('company_id', '=', companyId).where('iccid', '=', iccid)
  return (await row.executeTakeFirstOrThrow()).registered_at
}

let next = 0
test('a SIM was last seen at the latest proof of it, in whatever order and batches reports arrive, and never later than now', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.array(report, { minLength: 1, maxLength: 6 }), { maxLength: 4 }), async (batches) => {
      const sim = database.sims[next++ % database.sims.length]
      if (!sim) throw new Error('no SIM')
      let expected = (await lastSeen(sim))?.getTime() ?? Number.NEGATIVE_INFINITY
      for (const batch of batches) {
        const sent = batch.map(({ send }) => send(sim))
        await db.transaction().execute((trx) =>
          applyEvents(
            trx,
            'net',
            sent.flatMap((one) => one.event ?? []),
            NOW,
          ),
        )
        await storeUsageMessages(
          db,
          sent.flatMap((one) => one.message ?? []),
          NOW,
        )
        await countAll({ db, log })
        for (const { isProof, minute: when } of batch)
          if (isProof) expected = Math.max(expected, Math.min(at(when).getTime(), NOW.getTime()))
        expect((await lastSeen(sim))?.getTime() ?? Number.NEGATIVE_INFINITY).toBe(expected)
      }
    }),
    { numRuns: 15 },
  )
})
