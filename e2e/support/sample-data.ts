import type { ProfileData } from '#contract/account/account.calls.ts'
import type { DashboardData, DashboardNeed, FleetUsage } from '#contract/dashboard/dashboard.calls.ts'
import type { SessionData } from '#contract/identity/identity.calls.ts'
import { PERMITS } from '#domain/permits.ts'

export const SESSION: SessionData = {
  userName: 'Carolina',
  userLastname: 'Fuentes',
  userEmail: 'carolina.fuentes@andes.test',
  clientId: 3,
  companyName: 'Transportes Andes Sur SpA',
  worksIn: 'only',
  canHibernate: '1',
  admin: '0',
  menu: [...PERMITS],
  viewedBy: '',
  customField1Name: '',
  customField2Name: '',
  popup1: '0',
  popup2: '0',
}

export const PROFILE: ProfileData = {
  userName: SESSION.userName,
  userLastname: SESSION.userLastname,
  userEmail: SESSION.userEmail,
  userCountryId: 1,
  userCity: 'Rancagua',
  userAddress: '',
  companyName: SESSION.companyName,
  userPhone: '',
}

const GB = 1024 ** 3
const MB = 1024 ** 2

const need = (some: Partial<DashboardNeed> & Pick<DashboardNeed, 'kind' | 'count'>): DashboardNeed => ({
  sims: 0,
  id: '',
  name: '',
  companyId: 0,
  companies: 0,
  companyName: '',
  percent: 0,
  since: null,
  amounts: [],
  ...some,
})

/** A fleet with every case of the dashboard: pools on both sides of 50 and 100, an operator of each status, two currencies. */
export const DASHBOARD: DashboardData = {
  needs: [
    need({ kind: 'operatorDown', count: 1, id: '4', name: 'Movistar Ecuador', sims: 702, since: '2026-11-21T11:51:00Z' }),
    need({
      kind: 'invoiceOverdue',
      count: 2,
      companies: 1,
      companyName: 'Transportes Andes Sur SpA',
      since: '2026-11-06',
      amounts: [{ amountMinor: 14_267_057, currency: 'CLP' }],
    }),
    need({ kind: 'poolOver', count: 1, id: 'V', name: 'Video 10 GB', companyId: 3, percent: 100 }),
    need({ kind: 'silent', count: 264 }),
    need({ kind: 'dataCut', count: 59, name: 'Flota RM', since: '2026-11-21T02:30:00Z' }),
    need({ kind: 'simsAtLimit', count: 677 }),
    need({ kind: 'operationFailed', count: 12, id: '81' }),
    need({ kind: 'requestShipped', count: 1, companies: 1, id: '7', since: '2026-11-20T12:00:00Z' }),
  ],
  totalSims: 1_041_286,
  totalActive: 936_904,
  totalConnected: 834_517,
  totalDisconnected: 102_387,
  totalNotUsed: 1_872,
  totalSilent: 264,
  debt: { total: 58_140_220, currency: 'CLP', others: [{ amountMinor: 1_204_550, currency: 'USD' }] },
  estimated: { estimated: 48_190_000, low: 47_020_000, high: 49_880_000, last: 46_312_480, currency: 'CLP' },
  billing: {
    series: [{ name: 'CLP', data: [44_900_000, 46_312_480] }],
    xaxis: { categories: ['2026-09-01', '2026-10-01'] },
  },
  operatorSims: { series: [900_000, 141_286], labels: ['Movistar Chile', 'Movistar Perú'], providerIds: [1, 2] },
  topConsumptions: [
    {
      icc: '89510600144002198705',
      msisdn: '5491161204551',
      imei: '864356051188401',
      label: 'Cámara de la bodega frigorífica norte',
      planMb: 50,
      consumption: 12_298.5 * MB,
    },
    {
      icc: '89560300061200455182',
      msisdn: '56961204551',
      imei: '864356051188427',
      label: 'Camión 21',
      planMb: 250,
      consumption: 290 * MB,
    },
    {
      icc: '89560300041827741933',
      msisdn: '56944171933',
      imei: '864356051188419',
      label: '',
      planMb: 102_400,
      consumption: 99_840 * MB,
    },
    {
      icc: '89560300041827740885',
      msisdn: '56944171988',
      imei: '864356051188435',
      label: 'Portón',
      planMb: 0,
      consumption: 12 * MB,
    },
  ],
  poolPlan: [
    { planName: 'Pool Video', planCode: 'V', companyId: 3, total: 100, usedBytes: 400 * GB, poolMb: 400 * 1024 },
    { planName: 'Pool IoT', planCode: 'I', companyId: 3, total: 99, usedBytes: 198 * GB, poolMb: 200 * 1024 },
    { planName: 'Pool Global', planCode: 'G', companyId: 3, total: 50, usedBytes: 100 * GB, poolMb: 200 * 1024 },
    { planName: 'Pool Telemetría', planCode: 'T', companyId: 3, total: 49, usedBytes: 98 * GB, poolMb: 200 * 1024 },
  ],
  operatorStatus: [
    {
      statusName: 'Movistar Chile',
      originId: 1,
      statusStatus: 1,
      statusIcon: 'ok',
      failurePercent: 0,
      since: '2026-11-20T12:00:00Z',
      checkedAt: '2026-11-21T12:41:00Z',
      statusText: '',
    },
    {
      statusName: 'Movistar México',
      originId: 3,
      statusStatus: 2,
      statusIcon: 'warning',
      failurePercent: 14,
      since: '2026-11-21T11:00:00Z',
      checkedAt: '2026-11-21T12:41:00Z',
      statusText: '',
    },
    {
      statusName: 'Movistar Ecuador',
      originId: 4,
      statusStatus: 0,
      statusIcon: 'closed',
      failurePercent: 100,
      since: '2026-11-21T11:51:00Z',
      checkedAt: '2026-11-21T12:41:00Z',
      statusText: '',
    },
  ],
  planCount: 4,
  usageAsOf: '2026-11-21T12:42:00Z',
  asOf: '2026-11-21T12:42:00Z',
  cycle: { start: '2026-11-01', end: '2026-12-01', timeZone: 'America/Santiago' },
}

const dayOf = (month: string, day: number): string => `2026-${month}-${String(day).padStart(2, '0')}`
const span = (count: number, at: (index: number) => { day: string; dataBytes: number }) =>
  Array.from({ length: count }, (_, index) => at(index + 1))

/** 21 days of November at 12 GB beside October at 10, and a day in which 830.000 to 840.000 SIMs are connected. */
export const FLEET_USAGE: FleetUsage = {
  days: [
    ...span(8, (index) => ({ day: dayOf('09', 22 + index), dataBytes: 0 })),
    ...span(31, (day) => ({ day: dayOf('10', day), dataBytes: 10 * GB })),
    ...span(21, (day) => ({ day: dayOf('11', day), dataBytes: day === 21 ? 3 * GB : 12 * GB })),
  ],
  connected: Array.from({ length: 96 }, (_, quarter) => ({
    at: new Date(Date.parse('2026-11-20T12:45:00Z') + quarter * 900_000).toISOString(),
    sims: 830_000 + (quarter < 48 ? quarter : 96 - quarter) * 208,
  })),
  cycle: { start: '2026-11-01', end: '2026-12-01' },
  previousCycle: { start: '2026-10-01', end: '2026-11-01' },
  asOf: '2026-11-21T12:42:00Z',
}

export const EMPTY_DASHBOARD: DashboardData = {
  ...DASHBOARD,
  needs: [],
  totalSims: 0,
  totalActive: 0,
  totalConnected: 0,
  totalDisconnected: 0,
  totalNotUsed: 0,
  totalSilent: 0,
  debt: { total: 0, currency: 'CLP', others: [] },
  estimated: { estimated: 0, low: 0, high: 0, last: 0, currency: 'CLP' },
  billing: { series: [{ name: 'CLP', data: [] }], xaxis: { categories: [] } },
  operatorSims: { series: [], labels: [], providerIds: [] },
  topConsumptions: [],
  poolPlan: [],
  operatorStatus: [],
  planCount: 0,
}
