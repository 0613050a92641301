import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { unusualFrom, usualSilence } from '#domain/silence.ts'
import { createFleetDatabase } from '#test/fleet-database.ts'
import { lockSims } from './lock-sims.ts'
import { writeLive } from './write-live.ts'

const START = new Date('2026-11-21T12:00:00Z')
const database = await createFleetDatabase(START)
const { db } = database
const iccid = database.sims[0]?.iccid ?? ''
afterAll(() => database.drop())

/** A report that becomes known some seconds after the one before, of what happened then or up to two days earlier; or none. */
const reports = fc.array(
  fc.record({
    after: fc.oneof(fc.integer({ min: 1, max: 7_200 }), fc.integer({ min: 1, max: 20 * 86_400 })),
    age: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 2 * 86_400 })),
    isProof: fc.boolean(),
  }),
  { maxLength: 8 },
)

test('what is usual is estimated from each silence until its end is known, as the rule says', async () => {
  await fc.assert(
    fc.asyncProperty(reports, async (sequence) => {
      const empty = { registered_at: null, usual_silence_seconds: null, unusual_from: null }
      await db.updateTable('sim_live').set(empty).where('iccid', '=', iccid).execute()
      let [now, lastSeen, usual]: [Date, Date | null, number | null] = [START, null, null]
      for (const { after, age, isProof } of sequence) {
        now = new Date(now.getTime() + after * 1000)
        const seenAt = new Date(now.getTime() - age * 1000)
        await db.transaction().execute(async (trx) => {
          const [before] = await lockSims(trx, [iccid])
          if (!before) throw new Error('the SIM is away')
          const update = { before, live: isProof ? { seenAt } : {}, usage: [], timeline: [], lastAt: now }
          await writeLive(trx, [update], now)
        })
        if (!isProof || (lastSeen !== null && seenAt <= lastSeen)) continue
        usual = usualSilence(usual, lastSeen === null ? 0 : (now.getTime() - lastSeen.getTime()) / 1000)
        lastSeen = seenAt
      }
      const columns = ['registered_at', 'usual_silence_seconds', 'unusual_from'] as const
      const row = await db.selectFrom('sim_live').select(columns).where('iccid', '=', iccid).executeTakeFirstOrThrow()
      expect(row.registered_at).toEqual(lastSeen)
      expect(row.usual_silence_seconds === null).toBe(usual === null)
      if (usual === null || lastSeen === null) return
      expect(row.usual_silence_seconds).toBeCloseTo(usual, 3)
      expect(row.unusual_from?.getTime()).toBeCloseTo(unusualFrom(lastSeen, usual).getTime(), -1)
    }),
  )
})
