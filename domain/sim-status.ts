/** Technical status as reported by the network platform (specification section 4; names of Telefónica Kite). */
export const TECHNICAL_STATUS = {
  newInactive: 1,
  test: 2,
  activationReady: 3,
  activated: 4,
  deactivated: 5,
  suspended: 6,
  retired: 7,
} as const
export type TechnicalStatus = (typeof TECHNICAL_STATUS)[keyof typeof TECHNICAL_STATUS]

/** Administrative status, kept by the portal; it decides which actions a SIM allows (specification section 4). */
export const ADMINISTRATIVE_STATUS = {
  readyToUse: 1,
  active: 2,
  deactivated: 3,
  suspended: 4,
  terminationInProcess: 5,
  terminated: 6,
  retired: 7,
  hibernationInProcess: 8,
  terminationRequested: 9,
  deactivatedByAlarm: 10,
  hibernated: 11,
} as const
export type AdministrativeStatusName = keyof typeof ADMINISTRATIVE_STATUS

/**
 * Statuses of a SIM whose IMSI and MSISDN have returned to the operator: they may be issued again, and then the other SIM has them. Until
 * then what comes with them is still of this one.
 */
export const NUMBER_RELEASED_STATUSES: readonly number[] = [ADMINISTRATIVE_STATUS.terminated, ADMINISTRATIVE_STATUS.retired]

/** Whether a data session (PDP context, PDN connection) is open: 0 not available, 1 activated, 2 deactivated. */
export const GPRS_STATUS = { notAvailable: 0, activated: 1, deactivated: 2 } as const

/** SIM types (specification section 3). Type 6 uses SMS chat instead of single messages and diagnosis. */
export const SIM_TYPE = { legacy: 1, local: 2, global: 3, manager: 4, vodafone: 5, chatSms: 6 } as const

const nameByStatus = new Map<number, AdministrativeStatusName>(
  (Object.keys(ADMINISTRATIVE_STATUS) as AdministrativeStatusName[]).map((name) => [ADMINISTRATIVE_STATUS[name], name]),
)

/** The name of an administrative status; undefined when the number is not 1–11. */
export function administrativeStatusName(status: number): AdministrativeStatusName | undefined {
  return nameByStatus.get(status)
}
