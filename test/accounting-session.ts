import type { Database } from '#server/db/database.ts'
import type { UsageRecord } from '#server/usage/usage-record.ts'
import type { TestSim } from './fleet.ts'

export const NOON = new Date('2026-11-21T12:00:00Z')

/** A record of a session that started an hour before noon, `minutes` after its start. */
export const sessionRecord = (sim: TestSim, kind: UsageRecord['kind'], minutes: number, bytes: number): UsageRecord => ({
  kind,
  clientId: 0,
  nas: 'ggsn0',
  imsi: sim.imsi,
  sessionKey: `S-${sim.iccid.slice(-6)}`,
  atMs: NOON.getTime() + (minutes - 60) * 60_000,
  hasSourceClock: true,
  seconds: minutes * 60,
  inputBytes: Math.floor(bytes / 4),
  outputBytes: bytes - Math.floor(bytes / 4),
  ...(kind === 'stopped' && { endCause: 'idle' }),
  facts: {
    apn: 'iot.test',
    ip: '10.99.0.2',
    imei: '356949001234564',
    sgsnIp: '10.200.1.11',
    ggsnIp: '10.201.1.5',
    servingNetwork: '730-02',
    radioTechnology: 'LTE',
    areaCode: 17,
    cellId: 123_456,
  },
  fingerprint: '',
})

export const liveRowOf = (db: Database, { companyId, iccid }: TestSim) =>
  db.selectFrom('sim_live').selectAll().where('company_id', '=', companyId).where('iccid', '=', iccid).executeTakeFirstOrThrow()

export const usageDaysOf = (db: Database, { companyId, iccid }: TestSim) =>
  db
    .selectFrom('usage_days')
    .select(['day', 'data_bytes', 'hour_data_bytes'])
    .where('company_id', '=', companyId)
    .where('iccid', '=', iccid)
    .execute()
