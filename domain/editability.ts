import { SIM_TYPE } from './sim-status.ts'

/** The APNs that make a SIM of an otherwise read-only type editable (specification section 4). */
const PRIVATE_APNS: Readonly<Record<number, readonly number[]>> = {
  [SIM_TYPE.vodafone]: [15],
  [SIM_TYPE.legacy]: [14, 17],
}

/**
 * Whether the SIM takes SMS, tests, restart, activation and changes of IMEI and device.
 * Type 5 only with APN 15, type 1 only with APN 14 or 17, any other type always.
 */
export function isEditable(simTypeId: number, apnId: number): boolean {
  return PRIVATE_APNS[simTypeId]?.includes(apnId) ?? true
}

/** The types that have a message of their own for SIMs that are not editable. */
export const NOT_EDITABLE_REASONS = ['legacy', 'vodafone'] as const
export type NotEditableReason = (typeof NOT_EDITABLE_REASONS)[number]

/** The reason why a SIM is not editable, which selects the message of its type; undefined when it is editable. */
export function notEditableReason(simTypeId: number, apnId: number): NotEditableReason | undefined {
  if (isEditable(simTypeId, apnId)) return undefined
  return simTypeId === SIM_TYPE.vodafone ? 'vodafone' : 'legacy'
}

/** The tabs of a SIM's detail, in their order (specification section 2). */
export const SIM_TABS = ['identification', 'device', 'connection', 'consumption', 'location'] as const
export type SimTab = (typeof SIM_TABS)[number]
/** The page of a SIM has a summary before them. */
export type PageTab = SimTab | 'summary'

/** The tabs that a SIM shows: consumption only if editable, location only if editable and not of type 4. */
export function visibleTabs(simTypeId: number, apnId: number): SimTab[] {
  const editable = isEditable(simTypeId, apnId)
  return SIM_TABS.filter((tab) => {
    if (tab === 'consumption') return editable
    if (tab === 'location') return editable && simTypeId !== SIM_TYPE.manager
    return true
  })
}
