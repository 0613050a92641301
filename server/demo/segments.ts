import type { CountryCode } from './places.ts'
import type { ProfileName } from './profiles.ts'

/** A group of SIMs that were bought for the same purpose. */
export interface Segment {
  readonly companyId: number
  readonly planCode: string
  readonly apnId: number
  readonly profile: ProfileName
  /** where the devices are; foreign SIMs roam there */
  readonly country: CountryCode
  readonly sims: number
}

type Row = readonly [
  companyId: number,
  planCode: string,
  apnId: number,
  profile: ProfileName,
  country: CountryCode,
  sims: number,
]

const ANDES: readonly Row[] = [
  [4, 'CL-IOT250', 16, 'truck', 'CL', 6_551],
  [4, 'CL-IOT250', 16, 'trailer', 'CL', 1_000],
  [10, 'CL-IOT250', 1, 'truck', 'CL', 4_000],
  [4, 'CL-TEL50', 16, 'meter', 'CL', 12_000],
  [10, 'CL-TEL50', 1, 'meter', 'CL', 2_000],
  [11, 'CL-IOT1G', 16, 'coldRoom', 'CL', 2_048],
  [4, 'CL-VID10G', 16, 'camera', 'CL', 41],
  [4, 'CL-LEG100', 14, 'trailer', 'CL', 300],
  [4, 'CL-LEG100', 17, 'trailer', 'CL', 100],
  [4, 'CL-LEG100', 1, 'trailer', 'CL', 400],
  [4, 'CL-CHAT', 1, 'chat', 'CL', 200],
  [4, 'MX-IOT250', 3, 'truck', 'MX', 4_204],
  [4, 'MX-TEL50', 3, 'meter', 'MX', 2_000],
  [12, 'PE-IOT250', 2, 'truck', 'PE', 2_418],
  [12, 'PE-TEL50', 2, 'meter', 'PE', 1_500],
  [4, 'AR-IOT250', 5, 'truck', 'AR', 800],
  [4, 'AR-GLO500', 8, 'router', 'AR', 512],
  [4, 'AR-MGR500', 5, 'router', 'AR', 10],
  [4, 'EC-IOT250', 4, 'truck', 'EC', 702],
  [4, 'DE-VF250', 7, 'trailer', 'AR', 300],
  [4, 'DE-VF250', 15, 'trailer', 'CL', 200],
]

const OTHERS: readonly Row[] = [
  [5, 'CL-IOT250', 1, 'truck', 'CL', 1_588],
  [5, 'CL-VID10G', 1, 'camera', 'CL', 30],
  [5, 'US-GLO500', 6, 'container', 'US', 400],
  [13, 'CL-IOT1G', 1, 'crane', 'CL', 150],
  [13, 'CL-VOZ60', 1, 'phone', 'CL', 60],
  [6, 'PE-POS50', 2, 'terminal', 'PE', 2_400],
  [7, 'MX-MED20', 3, 'waterMeter', 'MX', 1_500],
  [14, 'MX-MED20', 3, 'waterMeter', 'MX', 600],
  [8, 'AR-AGRO100', 5, 'sensor', 'AR', 900],
  [8, 'AR-AGROM', 5, 'router', 'AR', 100],
  [9, 'EC-VID10G', 4, 'camera', 'EC', 24],
  [9, 'EC-ALARMA', 4, 'panel', 'EC', 400],
  [9, 'EC-CHAT', 4, 'chat', 'EC', 150],
]

/** Unused SIMs: the operator's stock, from which requests are filled, and what was just sent to a customer. */
const UNUSED: readonly Row[] = [
  [1, 'CL-IOT250', 1, 'truck', 'CL', 250],
  [1, 'PE-IOT250', 2, 'truck', 'PE', 30],
  [1, 'MX-IOT250', 3, 'truck', 'MX', 30],
  [1, 'EC-IOT250', 4, 'truck', 'EC', 20],
  [1, 'AR-IOT250', 5, 'truck', 'AR', 20],
  [1, 'US-GLO500', 6, 'container', 'US', 30],
  [1, 'DE-VF250', 7, 'trailer', 'AR', 20],
  [5, 'CL-VID10G', 1, 'camera', 'CL', 12],
]

/** The companies of one customer, whose SIMs share the quotas below. */
export interface Group {
  readonly segments: readonly Segment[]
  /** SIMs by administrative status; what is left of the group is active */
  readonly statuses: Readonly<Record<number, number>>
  /** of the active SIMs, those without an open session */
  readonly disconnected: number
}

function segment([companyId, planCode, apnId, profile, country, sims]: Row): Segment {
  return { companyId, planCode, apnId, profile, country, sims }
}

/** 41 286 SIMs of the Andes group, 36 904 of them active; 8 302 of the others, 412 unused: 50 000. */
export const DEMO_GROUPS: readonly Group[] = [
  {
    segments: ANDES.map(segment),
    statuses: { 1: 1_872, 3: 167, 4: 214, 5: 38, 6: 402, 7: 186, 8: 24, 9: 131, 10: 59, 11: 1_289 },
    disconnected: 2_387,
  },
  {
    segments: OTHERS.map(segment),
    statuses: { 1: 402, 3: 36, 4: 41, 5: 9, 6: 88, 7: 40, 8: 6, 9: 27, 10: 14, 11: 236 },
    disconnected: 561,
  },
  { segments: UNUSED.map(segment), statuses: { 1: 412 }, disconnected: 0 },
]
