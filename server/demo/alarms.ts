export interface DemoAlarm {
  readonly name?: string
  readonly companyId: number
  readonly planCode: string | null
  readonly limitMb: number
  readonly emails: readonly string[]
  readonly isActive?: boolean
  readonly cutsData?: boolean
}

/**
 * The alarm for devices that visibly run away: lift telephones, which use next to nothing, so it takes some seconds on every day of
 * the month, and no other device is over it. A device sends more between two reports than lies between warning and limit, so the
 * first mail reports the limit.
 */
export const CATCHES: DemoAlarm = {
  name: 'Ascensores',
  companyId: 13,
  planCode: 'CL-VOZ60',
  limitMb: 40,
  emails: ['flota@pacifico.test', 'guardia@pacifico.test'],
  cutsData: true,
}

/** Over what a truck needs in its busiest cycle: only those that ran away are over it, and those are cut. */
const TRUCKS = { planCode: 'CL-IOT250', limitMb: 400, cutsData: true }

export const DEMO_ALARMS: readonly DemoAlarm[] = [
  { name: 'Flota RM', companyId: 4, ...TRUCKS, emails: ['ana@andes.test'] },
  { name: 'Cámaras', companyId: 4, planCode: 'CL-VID10G', limitMb: 10_240, emails: ['ana@andes.test', 'video@andes.test'] },
  { companyId: 10, planCode: null, limitMb: 2_048, emails: ['operaciones@andesnorte.test'] },
  {
    name: 'Cadena de frío',
    companyId: 11,
    planCode: 'CL-IOT1G',
    limitMb: 5_120,
    emails: ['frio@andes.test'],
    isActive: false,
    cutsData: true,
  },
  { companyId: 7, planCode: null, limitMb: 100, emails: ['redes@bajio.test'] },
  { companyId: 5, ...TRUCKS, emails: ['flota@pacifico.test'] },
  CATCHES,
]

interface Watched {
  readonly companyId: number
  readonly planCode: string
}

/** The alarm that has cut the data of SIMs since before the demo began; undefined for those that none cuts. */
export function cuttingAlarm({ companyId, planCode }: Watched): DemoAlarm | undefined {
  return DEMO_ALARMS.find(
    (alarm) =>
      alarm.cutsData &&
      alarm !== CATCHES &&
      alarm.isActive !== false &&
      alarm.companyId === companyId &&
      alarm.planCode === planCode,
  )
}

/** MB at which it cuts. */
export const cutLimitMb = (watched: Watched): number | undefined => cuttingAlarm(watched)?.limitMb
