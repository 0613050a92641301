import { afterAll, expect, test } from 'vitest'
import type { TestSim } from '#test/fleet.ts'
import { createFleetDatabase } from '#test/fleet-database.ts'
import { addUsage } from './add-usage.ts'
import type { DailyUsage } from './daily-usage.ts'

const DAY = '2026-11-21'
const NO_HOURS = new Array<number>(24).fill(0)

const database = await createFleetDatabase(new Date('2026-11-21T12:00:00Z'))
const { db, sims } = database
afterAll(() => database.drop())

/** Usage of a SIM in some hours; in none for voice and messages alone. */
const usageOf = ({ companyId, iccid, planCode }: TestSim, hours: Record<number, number>, day = DAY): DailyUsage => {
  const dataBytes = Object.values(hours).reduce((sum, bytes) => sum + bytes, 0)
  const common = { companyId, iccid, planCode, day, cycleStart: '2026-11-01', dataBytes }
  if (dataBytes === 0) return { ...common, voiceSeconds: 60, sms: 1, hours: undefined }
  return { ...common, voiceSeconds: 0, sms: 0, hours: NO_HOURS.map((_, hour) => hours[hour] ?? 0) }
}
const add = (usage: readonly DailyUsage[]) => db.transaction().execute((trx) => addUsage(trx, usage))
const daysOf = async ({ iccid }: TestSim) => {
  const rows = db.selectFrom('usage_days').select(['day', 'data_bytes', 'sms', 'hour_data_bytes']).where('iccid', '=', iccid)
  return (await rows.orderBy('day').execute()).map((row) => ({
    ...row,
    hour_data_bytes:
      row.hour_data_bytes && Object.fromEntries([...row.hour_data_bytes.entries()].filter(([, bytes]) => bytes !== 0)),
  }))
}

test('each byte is added once, to any existing sums and over any number of hours', async () => {
  const [isNew, hasVoice, hasHours, overTwo, overThree, isEarlier] = sims
  if (!isNew || !hasVoice || !hasHours || !overTwo || !overThree || !isEarlier) throw new Error('no SIMs')
  await add([
    usageOf(hasVoice, {}),
    usageOf(hasHours, { 9: 5 }),
    usageOf(overTwo, { 9: 5, 10: 6 }),
    usageOf(overThree, { 8: 1 }),
  ])
  // enough rows of one day that existing ones are updated first
  const others = sims.slice(10, 90)
  for (const round of [1, 2, 3]) {
    await add([
      ...others.map((sim) => usageOf(sim, { 23: 4 })),
      usageOf(isNew, { 9: 7 }),
      usageOf(hasVoice, { 9: 7 }),
      usageOf(hasHours, { 9: 7 }),
      usageOf(overTwo, { 9: 7, 10: round }),
      usageOf(overThree, { 7: 1, 8: 1, 12: round }),
      usageOf(isEarlier, { 0: 3 }, '2026-11-20'),
      usageOf(isEarlier, { 0: 2 }),
    ])
  }
  expect(await daysOf(isNew)).toEqual([{ day: DAY, data_bytes: 21, sms: 0, hour_data_bytes: { 9: 21 } }])
  expect(await daysOf(hasVoice)).toEqual([{ day: DAY, data_bytes: 21, sms: 1, hour_data_bytes: { 9: 21 } }])
  expect(await daysOf(hasHours)).toEqual([{ day: DAY, data_bytes: 26, sms: 0, hour_data_bytes: { 9: 26 } }])
  expect(await daysOf(overTwo)).toEqual([{ day: DAY, data_bytes: 38, sms: 0, hour_data_bytes: { 9: 26, 10: 12 } }])
  expect(await daysOf(overThree)).toEqual([{ day: DAY, data_bytes: 13, sms: 0, hour_data_bytes: { 7: 3, 8: 4, 12: 6 } }])
  expect(await daysOf(isEarlier)).toEqual([
    { day: '2026-11-20', data_bytes: 9, sms: 0, hour_data_bytes: { 0: 9 } },
    { day: DAY, data_bytes: 6, sms: 0, hour_data_bytes: { 0: 6 } },
  ])
  for (const sim of others)
    expect(await daysOf(sim)).toEqual([{ day: DAY, data_bytes: 12, sms: 0, hour_data_bytes: { 23: 12 } }])
})
