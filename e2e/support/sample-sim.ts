import type { Page } from '@playwright/test'
import type { CallData } from '#contract/call.ts'
import { getSimHistory, getSimHours, getSimUsage } from '#contract/sims/sim-history.calls.ts'
import { getSim, streamSim } from '#contract/sims/sims.calls.ts'
import { answerWith, silenceStream } from './answers.ts'

type Sim = CallData<typeof getSim>
type Usage = CallData<typeof getSimUsage>
type History = CallData<typeof getSimHistory>

export const ICC = '89560300041827741933'
/** The time of the sample: Saturday 21 November, 09:42 in Santiago. */
export const NOW = '2026-11-21T12:42:00Z'
const MB = 1024 ** 2

export const SIM: Sim = {
  icc: ICC,
  imsi: '730021234567890',
  msisdn: '56944171988',
  imei: '864356051188427',
  imeiLock: false,
  device: 'Teltonika FMC130',
  simTypeId: 2,
  simType: 'Local',
  providerId: 1,
  companyId: 4,
  planCode: 'CL-IOT250',
  planName: 'IoT 250 MB',
  planMb: 250,
  activationPlan: null,
  planBoundUntil: null,
  apnId: 16,
  customField1: 'Camión 214',
  customField2: 'Zona centro',
  tags: [],
  groupTags: [],
  group: '',
  ruleGroups: [],
  tagGivers: [],
  country: 'Chile',
  companiesNames: ['Andes Norte', 'Transportes Andes Sur SpA'],
  commModuleManufacturer: 'Quectel',
  commModuleModel: 'BG95',
  simCycleState: 4,
  simAdministrativeStatusId: 2,
  statusSince: '2025-03-03T15:00:00Z',
  statusReason: 'Instalación',
  activationDate: '2025-03-03T15:00:00Z',
  gprsStatus: 1,
  ip: '10.41.18.207',
  lastIpSgsn: '10.200.1.12',
  lastIpGgsn: '10.201.1.5',
  apn: 'm2m.andessur.cl',
  operator: 'Movistar Chile',
  currentNetwork: '730-02',
  radioTechnology: 'LTE',
  latitude: -33.45,
  longitude: -70.66,
  locatedAt: '2026-11-21T12:30:00Z',
  townsAround: [],
  lastConnStart: '2026-11-21T10:28:00Z',
  lastConnStop: null,
  lastSeen: null,
  usualSilenceSeconds: null,
  dailyDataConsumption: 8 * MB,
  monthlyDataConsumption: 212 * MB,
  monthlyVoiceConsumption: 90,
  monthlySmsConsumption: 12,
  includedSms: 30,
  cycle: { start: '2026-11-01', end: '2026-12-01', timeZone: 'America/Santiago' },
  version: '1',
  asOf: NOW,
}

const month = (name: string, megabytes: readonly number[]): Usage['days'] =>
  megabytes.map((used, index) => ({
    day: `${name}-${String(index + 1).padStart(2, '0')}`,
    dataBytes: used * MB,
    voiceSeconds: 0,
    sms: 0,
  }))

/** 124 MB in October. 212 MB in November up to today, 82 of them in the last seven days: 13 a day, 38 to the limit. */
export const USAGE: Usage = {
  days: [
    ...month('2026-10', Array<number>(31).fill(4)),
    ...month('2026-11', [...Array<number>(13).fill(10), 0, 10, 28, 10, 10, 10, 6, 8]),
  ],
  usageAsOf: NOW,
  asOf: NOW,
}

/** Most of it between nine and ten. */
const HOURS: CallData<typeof getSimHours> = {
  hours: Array.from({ length: 24 }, (_, hour) => (hour === 9 ? 5 * MB : hour > 9 && hour < 13 ? MB : 0)),
  restBytes: 0,
  usageAsOf: NOW,
  asOf: NOW,
}

const event = (at: string, kind: string, more: Partial<History[number]> = {}): History[number] => ({
  at,
  kind,
  fromStatus: null,
  toStatus: null,
  actor: '',
  detail: {},
  ...more,
})

export const HISTORY: History = [
  event('2026-11-21T10:28:00Z', 'session_started', { detail: { ip: '10.41.18.207' } }),
  event('2026-11-20T21:12:00Z', 'alarm_warned', { detail: { percent: 80 } }),
  event('2026-11-18T14:03:00Z', 'restarted', { actor: 'ana@andes.test' }),
  event('2026-11-16T12:40:00Z', 'imei_changed', { detail: { imei: '864356051188427' } }),
  event('2026-08-12T14:15:00Z', 'edited', {
    actor: 'admin@enlace.test',
    detail: { importId: 12, changes: { device: ['Queclink GV300', 'Teltonika FMC130'] } },
  }),
  event('2026-07-03T20:40:00Z', 'status_changed', {
    fromStatus: 2,
    toStatus: 4,
    actor: 'alarm',
    detail: { reason: 'Uso fuera de contrato' },
  }),
  event('2026-07-02T20:40:00Z', 'firmware_seen', { detail: { version: '3.1' } }),
  event('2025-03-03T15:00:00Z', 'activated', { fromStatus: 1, toStatus: 2, actor: 'ana@andes.test' }),
]

/** The calls of one SIM, by their own address: '/sim/{icc}' would stand for other calls as well. */
export const SIM_CALL = { ...getSim, path: `/sim/${ICC}` } as const
export const USAGE_CALL = { ...getSimUsage, path: `/sim/usage/${ICC}` } as const
/** Any day's hours. */
const HOURS_CALL = { ...getSimHours, path: `/sim/usage/${ICC}/*` } as const
export const HISTORY_CALL = { ...getSimHistory, path: `/sim/history/${ICC}` } as const

const STREAM_CALL = { ...streamSim, path: `/sim/events/${ICC}` } as const

/** Lets the sample SIM exist, in its own present. */
export async function answerSampleSim(page: Page, change: Partial<Sim> = {}): Promise<void> {
  await page.clock.setFixedTime(NOW)
  await answerWith(page, SIM_CALL, { ...SIM, ...change })
  await answerWith(page, USAGE_CALL, USAGE)
  await answerWith(page, HOURS_CALL, HOURS)
  await answerWith(page, HISTORY_CALL, HISTORY)
  await silenceStream(page, STREAM_CALL)
}
