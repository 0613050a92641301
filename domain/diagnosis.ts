import type { ReportedState } from './sim-lifecycle.ts'
import { ADMINISTRATIVE_STATUS as STATUS } from './sim-status.ts'
import { MINUTE_MS } from './time.ts'

/** The verdict of a SIM test. 'warning' passes with a doubt; 'unknown' means the test was inconclusive. */
export const DIAGNOSIS_VERDICTS = ['passed', 'warning', 'failed', 'unknown'] as const
export type DiagnosisVerdict = (typeof DIAGNOSIS_VERDICTS)[number]

/** The three tests of a SIM that does not work: may it work, is it registered in a network, does it move data. */
export const SIM_TESTS = ['administrative', 'gsm', 'gprs'] as const
export type SimTest = (typeof SIM_TESTS)[number]

/** The findings of a test. */
export const DIAGNOSIS_CODES = [
  'in_order',
  'status_not_active',
  'company_blocked',
  'plan_missing',
  'apn_missing',
  'limit_reached',
  'imei_mismatch',
  'registered',
  'stale_registration',
  'not_registered',
  'never_registered',
  'connected',
  'apn_mismatch',
  'recent_session',
  'no_session',
  'never_connected',
  'data_cut',
  'not_in_service',
  'timeout',
  'unreachable',
  'unknown_sim',
  'not_supported',
  'no_network',
] as const
export type DiagnosisCode = (typeof DIAGNOSIS_CODES)[number]

/** The recommended action for each finding; some are actions of the SIM menu with the same name. */
export const RECOMMENDED_ACTIONS = [
  'activate',
  'reactivate',
  'withdrawTermination',
  'restoreData',
  'restart',
  'raiseLimit',
  'setApn',
  'checkDevice',
  'checkInstallation',
  'replaceSim',
  'contactSupport',
  'testAdministrative',
  'testGsm',
  'testGprs',
  'wait',
  'retry',
] as const
export type RecommendedAction = (typeof RECOMMENDED_ACTIONS)[number]

export interface Diagnosis {
  readonly code: DiagnosisCode
  readonly verdict: DiagnosisVerdict
  readonly next: RecommendedAction | null
}

const VERDICT_OF: Readonly<Partial<Record<DiagnosisCode, DiagnosisVerdict>>> = {
  in_order: 'passed',
  registered: 'passed',
  connected: 'passed',
  recent_session: 'warning',
  timeout: 'unknown',
  unreachable: 'unknown',
  not_supported: 'unknown',
  no_network: 'unknown',
}

const ACTION_FOR_CODE: Readonly<Record<Exclude<DiagnosisCode, 'status_not_active'>, RecommendedAction | null>> = {
  in_order: 'testGsm',
  company_blocked: 'contactSupport',
  plan_missing: 'contactSupport',
  apn_missing: 'contactSupport',
  limit_reached: 'raiseLimit',
  imei_mismatch: 'checkDevice',
  registered: 'testGprs',
  stale_registration: 'restart',
  not_registered: 'checkDevice',
  never_registered: 'checkInstallation',
  connected: null,
  apn_mismatch: 'setApn',
  recent_session: 'wait',
  no_session: 'restart',
  never_connected: 'setApn',
  data_cut: 'restoreData',
  not_in_service: 'testAdministrative',
  timeout: 'retry',
  unreachable: 'retry',
  unknown_sim: 'contactSupport',
  not_supported: 'contactSupport',
  no_network: 'contactSupport',
}

/** The action that brings a SIM of a status back into service. */
const ACTION_FOR_STATUS: Readonly<Record<number, RecommendedAction>> = {
  [STATUS.readyToUse]: 'activate',
  [STATUS.deactivated]: 'contactSupport',
  [STATUS.suspended]: 'contactSupport',
  [STATUS.terminationInProcess]: 'replaceSim',
  [STATUS.terminated]: 'replaceSim',
  [STATUS.retired]: 'replaceSim',
  [STATUS.hibernationInProcess]: 'reactivate',
  [STATUS.terminationRequested]: 'withdrawTermination',
  [STATUS.deactivatedByAlarm]: 'restoreData',
  [STATUS.hibernated]: 'reactivate',
}

function diagnosisOf(code: Exclude<DiagnosisCode, 'status_not_active'>): Diagnosis {
  return { code, verdict: VERDICT_OF[code] ?? 'failed', next: ACTION_FOR_CODE[code] }
}

/** A test without an answer ends as `timeout` after this many seconds. */
export const SIM_TEST_TIMEOUT_S = 20

/**
 * Why a test was inconclusive: the network did not answer, or cannot answer. Only 'unknown_sim' is about the SIM
 * itself.
 */
export type InconclusiveReason = 'timeout' | 'unreachable' | 'unknown_sim' | 'not_supported' | 'no_network'

/** The diagnosis of a test that could not be carried out. */
export function inconclusiveDiagnosis(why: InconclusiveReason): Diagnosis {
  return diagnosisOf(why)
}

export interface AdministrativeFacts {
  /** administrative status, 1–11 */
  readonly administrativeStatus: number
  /** the SIM's company or one above it */
  readonly isCompanyBlocked: boolean
  /** '' when none is set */
  readonly planCode: string
  /** '' when none is set */
  readonly apn: string
  /** bytes of this cycle, of the SIM or of its pool */
  readonly usedBytes: number
  /** bytes; null: there is no limit */
  readonly limitBytes: number | null
  /** 15 digits; '' when the device is not known */
  readonly imei: string
  readonly isImeiLocked: boolean
  /** as the network reports it: 15 digits or an IMEISV's 16, '' when it reports none; null: not queried */
  readonly imeiSeen: string | null
}

/** Type code and serial number; what follows is a check digit or a software version (3GPP TS 23.003 section 6.2). */
const sameDevice = (one: string, other: string): boolean => one.slice(0, 14) === other.slice(0, 14)

/**
 * Whether contract and settings let a SIM work: status, company, plan, APN, limits, IMEI where another one is warned of. The first
 * that does not, in this order, is the code.
 */
export function diagnoseAdministrative(facts: AdministrativeFacts): Diagnosis {
  const { administrativeStatus: status, usedBytes, limitBytes, imei, imeiSeen } = facts
  if (status !== STATUS.active) {
    return { code: 'status_not_active', verdict: 'failed', next: ACTION_FOR_STATUS[status] ?? 'contactSupport' }
  }
  if (facts.isCompanyBlocked) return diagnosisOf('company_blocked')
  if (facts.planCode === '') return diagnosisOf('plan_missing')
  if (facts.apn === '') return diagnosisOf('apn_missing')
  if (limitBytes !== null && usedBytes >= limitBytes) return diagnosisOf('limit_reached')
  const isOther = facts.isImeiLocked && imei !== '' && imeiSeen && !sameDevice(imei, imeiSeen)
  return diagnosisOf(isOther ? 'imei_mismatch' : 'in_order')
}

/** Whether the answer of the administrative test hangs on what the network sees: it is asked for nothing else. */
export function needsImeiSeen(facts: AdministrativeFacts): boolean {
  return facts.isImeiLocked && facts.imei !== '' && diagnoseAdministrative({ ...facts, imeiSeen: null }).code === 'in_order'
}

const isOutOfService = (state: ReportedState): boolean =>
  state === 'inactive' || state === 'suspended' || state === 'terminated'

/** A registration older than this is stale: networks keep a dead device 'attached' for a day or two. */
const STALE_MS = 24 * 60 * MINUTE_MS
/** A device that moved data within this time works; it is only between two sessions. */
const RECENT_MS = 60 * MINUTE_MS

export interface GsmFacts {
  readonly state: ReportedState
  /** undefined: the SIM never registered */
  readonly registration: { readonly isRegistered: boolean; readonly lastUpdateAt: Date | undefined } | undefined
}

/** Diagnoses whether a SIM is registered in a mobile network, and whether that registration is recent. */
export function diagnoseGsm({ state, registration }: GsmFacts, now: Date): Diagnosis {
  if (registration?.isRegistered) {
    const ageMs = registration.lastUpdateAt ? now.getTime() - registration.lastUpdateAt.getTime() : 0
    return diagnosisOf(ageMs > STALE_MS ? 'stale_registration' : 'registered')
  }
  if (isOutOfService(state)) return diagnosisOf('not_in_service')
  return diagnosisOf(registration ? 'not_registered' : 'never_registered')
}

export interface GprsFacts {
  readonly state: ReportedState
  /** the open data session or the last one; undefined: there was none */
  readonly dataSession: { readonly stoppedAt: Date | undefined; readonly apn: string; readonly dataBytes: number } | undefined
  readonly apnExpected: string
}

/** An APN without the operator's part, in lower case (3GPP TS 23.003 section 9.1). */
function networkIdentifier(apn: string): string {
  return apn.toLowerCase().replace(/\.mnc\d{2,3}\.mcc\d{3}\.gprs$/, '')
}

/** Whether two APNs are the same; an unknown one ('') matches any. */
export function isSameApn(used: string, expected: string): boolean {
  return used === '' || expected === '' || networkIdentifier(used) === networkIdentifier(expected)
}

/**
 * Diagnoses whether a SIM has a data session through its APN; a session that ended within the hour is a warning, not a
 * failure.
 */
export function diagnoseGprs({ state, dataSession, apnExpected }: GprsFacts, now: Date): Diagnosis {
  const isOpen = dataSession !== undefined && dataSession.stoppedAt === undefined
  const isRecent =
    dataSession?.stoppedAt !== undefined &&
    now.getTime() - dataSession.stoppedAt.getTime() < RECENT_MS &&
    dataSession.dataBytes > 0
  if (dataSession && isOpen && !isSameApn(dataSession.apn, apnExpected)) return diagnosisOf('apn_mismatch')
  if (isOpen) return diagnosisOf('connected')
  if (state === 'data_cut') return diagnosisOf('data_cut')
  if (isOutOfService(state)) return diagnosisOf('not_in_service')
  if (dataSession && isRecent) return diagnosisOf(isSameApn(dataSession.apn, apnExpected) ? 'recent_session' : 'apn_mismatch')
  return diagnosisOf(dataSession ? 'no_session' : 'never_connected')
}

/** Whether a diagnosis counts as success: passed, or passed with a warning. */
export function isSuccess({ verdict }: Diagnosis): boolean {
  return verdict === 'passed' || verdict === 'warning'
}
