import {
  type AdministrativeFacts,
  type DiagnosisCode,
  diagnoseAdministrative,
  diagnoseGprs,
  diagnoseGsm,
  type GprsFacts,
  type GsmFacts,
  type InconclusiveReason,
} from './diagnosis.ts'
import type { OperationKind } from './eligibility.ts'
import { leadingTest } from './leading-diagnosis.ts'
import { ADMINISTRATIVE_STATUS as STATUS } from './sim-status.ts'

/**
 * Why a SIM gives no sign of life: what the portal alone says of it, then its network, then its device. In this order the first one that
 * applies is the cause; `working` is that none does.
 */
export const SILENCE_CAUSES = [
  'not_activated',
  'hibernated',
  'data_cut',
  'stopped',
  'ended',
  'company_blocked',
  'contract_incomplete',
  'limit_reached',
  'not_asked',
  'network_down',
  'unknown_sim',
  'network_differs',
  'other_device',
  'never_registered',
  'not_registered',
  'stale_registration',
  'apn',
  'no_session',
  'working',
] as const
export type SilenceCause = (typeof SILENCE_CAUSES)[number]

/** What the network answered about a SIM, or why it did not. */
export type NetworkEvidence = (GsmFacts & Pick<GprsFacts, 'dataSession'> & { readonly imei: string }) | InconclusiveReason

export interface SilenceEvidence {
  /** `imeiSeen` is taken from the network's answer */
  readonly administrative: Omit<AdministrativeFacts, 'imeiSeen'>
  /** an administrator states that the SIM's network does not work at present */
  readonly isNetworkClosed: boolean
}

const CAUSE_OF_STATUS: Readonly<Record<number, SilenceCause>> = {
  [STATUS.readyToUse]: 'not_activated',
  [STATUS.deactivated]: 'stopped',
  [STATUS.suspended]: 'stopped',
  [STATUS.terminationInProcess]: 'ended',
  [STATUS.terminated]: 'ended',
  [STATUS.retired]: 'ended',
  [STATUS.hibernationInProcess]: 'hibernated',
  [STATUS.terminationRequested]: 'ended',
  [STATUS.deactivatedByAlarm]: 'data_cut',
  [STATUS.hibernated]: 'hibernated',
}

/** The cause behind each finding of the tests; null: it explains no silence. */
const CAUSE_OF_CODE: Readonly<Record<Exclude<DiagnosisCode, 'status_not_active'>, SilenceCause | null>> = {
  in_order: null,
  company_blocked: 'company_blocked',
  plan_missing: 'contract_incomplete',
  apn_missing: 'contract_incomplete',
  limit_reached: 'limit_reached',
  imei_mismatch: 'other_device',
  registered: null,
  stale_registration: 'stale_registration',
  not_registered: 'not_registered',
  never_registered: 'never_registered',
  connected: null,
  apn_mismatch: 'apn',
  recent_session: null,
  no_session: 'no_session',
  never_connected: 'apn',
  // the portal's own status says that it is active
  data_cut: 'network_differs',
  not_in_service: 'network_differs',
  timeout: 'network_down',
  unreachable: 'network_down',
  unknown_sim: 'unknown_sim',
  not_supported: 'not_asked',
  no_network: 'not_asked',
}

const causeOfCode = (code: DiagnosisCode): SilenceCause | null => (code === 'status_not_active' ? null : CAUSE_OF_CODE[code])

/** The cause that status, company, contract and limits alone show; undefined: the network has to be asked. */
export function causeBeforeNetwork({ administrative }: Pick<SilenceEvidence, 'administrative'>): SilenceCause | undefined {
  const status = administrative.administrativeStatus
  if (status !== STATUS.active) return CAUSE_OF_STATUS[status] ?? 'stopped'
  return causeOfCode(diagnoseAdministrative({ ...administrative, imeiSeen: null }).code) ?? undefined
}

/**
 * The one probable cause of a SIM's silence.
 * @param answer of its network; not considered when the portal's own facts explain the silence
 */
export function silenceCause(evidence: SilenceEvidence, answer: NetworkEvidence, now: Date): SilenceCause {
  const before = causeBeforeNetwork(evidence)
  if (before) return before
  const found = causeByNetwork(evidence, answer, now)
  return evidence.isNetworkClosed && OF_NETWORK_OR_DEVICE.has(found) ? 'network_down' : found
}

/** What cannot be distinguished from a network that does not work. */
const OF_NETWORK_OR_DEVICE: ReadonlySet<SilenceCause> = new Set([
  'not_asked',
  'never_registered',
  'not_registered',
  'stale_registration',
  'apn',
  'no_session',
])

/** What the three tests of a SIM say; the one that leads them for a person decides here, too. */
function causeByNetwork({ administrative }: SilenceEvidence, answer: NetworkEvidence, now: Date): SilenceCause {
  if (typeof answer === 'string') return CAUSE_OF_CODE[answer] ?? 'not_asked'
  const { state, registration, dataSession, imei } = answer
  const found = {
    administrative: diagnoseAdministrative({ ...administrative, imeiSeen: imei }),
    // some networks report sessions and no registration
    gsm: registration || !dataSession ? diagnoseGsm({ state, registration }, now) : REGISTERED,
    gprs: diagnoseGprs({ state, dataSession, apnExpected: administrative.apn }, now),
  }
  const leading = leadingTest(found)
  return (leading && causeOfCode(found[leading].code)) ?? 'working'
}

const REGISTERED = { code: 'registered', verdict: 'passed' } as const

/** Causes that say that the network gave no answer about the SIM: it can be asked again. */
export const isUnanswered = (cause: SilenceCause): boolean => cause === 'network_down' || cause === 'not_asked'

/** The operation that brings the SIMs of a cause back; where there is none, only a person can act. */
export const CURE_OF: Readonly<Partial<Record<SilenceCause, OperationKind>>> = {
  not_activated: 'activate',
  hibernated: 'reactivate',
  data_cut: 'restoreData',
  stale_registration: 'restart',
  no_session: 'restart',
}
