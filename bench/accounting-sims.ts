import type { UsageRecord } from '#server/usage/usage-record.ts'

/** A SIM with an open session, as its gateway has it. */
export interface LoadSim {
  readonly imsi: string
  readonly msisdn: string
  readonly imei: string
  readonly sessionKey: string
  readonly startedAtMs: number
  readonly counterBytes: number
}

export const NAS = 'pgw-1'
export const FACTS = {
  apn: 'm2m.movistar.cl',
  ip: '10.44.0.9',
  sgsnIp: '10.200.1.11',
  ggsnIp: '10.201.1.5',
  servingNetwork: '730-02',
  radioTechnology: 'LTE',
  areaCode: 1_000,
  cellId: 26_000_001,
} as const
/** What each report adds. */
export const ADDED_BYTES = 123_456
export const INTERIM_MS = 900_000

/** The report number `round` of a session, each a quarter of an hour after the one before. */
export function interim(sim: LoadSim, round: number): UsageRecord {
  const { imsi, msisdn, imei, sessionKey, startedAtMs, counterBytes } = sim
  const atMs = startedAtMs + round * INTERIM_MS
  const bytes = counterBytes + round * ADDED_BYTES
  const inputBytes = Math.floor(bytes / 5)
  return {
    kind: 'updated',
    clientId: 1,
    nas: NAS,
    imsi,
    msisdn,
    sessionKey,
    atMs,
    hasSourceClock: true,
    seconds: (atMs - startedAtMs) / 1000,
    inputBytes,
    outputBytes: bytes - inputBytes,
    facts: { ...FACTS, imei },
    fingerprint: '',
  }
}
