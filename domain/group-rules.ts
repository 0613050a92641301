import { addressRanges } from './ip-address.ts'
import { ADMINISTRATIVE_STATUS } from './sim-status.ts'

/** Groups by rule that one company can have: each is compared with its SIMs again and again. */
export const COMPANY_RULES_MAX = 50

/** The part of a rule, which is a filter of the SIM list, that its alarms depend on. */
export interface GroupRule {
  readonly administrativeStatusIds?: readonly number[] | undefined
  readonly gprsStatuses?: readonly number[] | undefined
  readonly silentFor?: string | undefined
  readonly search?: string | undefined
}

/**
 * Whether SIMs enter and leave with each data session or sign of life: they would enter and leave an alarm with it, whose limit is of a
 * whole cycle. An IP address is searched in open sessions.
 */
export const comesAndGoes = ({ gprsStatuses, silentFor, search }: GroupRule): boolean =>
  Boolean(gprsStatuses?.length || silentFor || (search && addressRanges(search).length > 0))

/**
 * Whether a cut of data takes a SIM out of the group, or into it: of active and deactivated by an alarm the rule has one. Outside of the group its data
 * would be restored, back in the group cut again.
 */
export const isChangedByCut = ({ administrativeStatusIds = [] }: GroupRule): boolean =>
  administrativeStatusIds.includes(ADMINISTRATIVE_STATUS.active) !==
  administrativeStatusIds.includes(ADMINISTRATIVE_STATUS.deactivatedByAlarm)

/** The filters of a rule without the empty ones, which do not filter. */
export const setFilters = <Rule extends object>(rule: Rule): Rule =>
  Object.fromEntries(
    Object.entries(rule).filter(
      ([, value]) => value !== undefined && value !== '' && !(Array.isArray(value) && value.length === 0),
    ),
  ) as Rule
