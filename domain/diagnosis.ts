import { ADMINISTRATIVE_STATUS as STATUS } from './sim-status.ts'

/** How a test of a SIM ends. 'warning' passes with a doubt; 'unknown' says nothing about the SIM. */
export const VERDICTS = ['passed', 'warning', 'failed', 'unknown'] as const
export type Verdict = (typeof VERDICTS)[number]

/** What is asked when a SIM is silent: may it work, does a network see it, does it move data. */
export const SIM_TESTS = ['administrative', 'gsm', 'gprs'] as const
export type SimTest = (typeof SIM_TESTS)[number]

/** What a test found. */
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

/** What to do about it; some are actions of a SIM's menu by the same name. */
export const NEXT_STEPS = [
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
export type NextStep = (typeof NEXT_STEPS)[number]

export interface Diagnosis {
  readonly code: DiagnosisCode
  readonly verdict: Verdict
  readonly next: NextStep | null
}

const VERDICT_OF: Readonly<Partial<Record<DiagnosisCode, Verdict>>> = {
  in_order: 'passed',
  registered: 'passed',
  connected: 'passed',
  recent_session: 'warning',
  timeout: 'unknown',
  unreachable: 'unknown',
  not_supported: 'unknown',
  no_network: 'unknown',
}

const NEXT_OF: Readonly<Record<Exclude<DiagnosisCode, 'status_not_active'>, NextStep | null>> = {
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

/** What gets a SIM of a status to work again. */
const NEXT_OF_STATUS: Readonly<Record<number, NextStep>> = {
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

function found(code: Exclude<DiagnosisCode, 'status_not_active'>): Diagnosis {
  return { code, verdict: VERDICT_OF[code] ?? 'failed', next: NEXT_OF[code] }
}

/** Seconds after which a test that got no answer says so. */
export const TEST_PATIENCE_S = 20

/** Why there is no finding: the network gave no answer, or can't give one. Only 'unknown_sim' tells of the SIM. */
export type NoFinding = 'timeout' | 'unreachable' | 'unknown_sim' | 'not_supported' | 'no_network'

/** The end of a test that could not be carried out. */
export function withoutFinding(why: NoFinding): Diagnosis {
  return found(why)
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
  /** what the network sees: 15 digits or an IMEISV's 16, '' when it does not tell; null: it was not asked */
  readonly imeiSeen: string | null
}

/** Type code and serial number; what follows is a check digit or a software version (3GPP TS 23.003 section 6.2). */
const sameDevice = (one: string, other: string): boolean => one.slice(0, 14) === other.slice(0, 14)

/**
 * Whether contract and settings let a SIM work: status, company, plan, APN, limits, IMEI lock. The first that does not, in this
 * order, is the code.
 */
export function judgeAdministrative(facts: AdministrativeFacts): Diagnosis {
  const { administrativeStatus: status, usedBytes, limitBytes, imei, imeiSeen } = facts
  if (status !== STATUS.active) {
    return { code: 'status_not_active', verdict: 'failed', next: NEXT_OF_STATUS[status] ?? 'contactSupport' }
  }
  if (facts.isCompanyBlocked) return found('company_blocked')
  if (facts.planCode === '') return found('plan_missing')
  if (facts.apn === '') return found('apn_missing')
  if (limitBytes !== null && usedBytes >= limitBytes) return found('limit_reached')
  const isOther = facts.isImeiLocked && imei !== '' && imeiSeen && !sameDevice(imei, imeiSeen)
  return found(isOther ? 'imei_mismatch' : 'in_order')
}

/** Whether the answer of the administrative test hangs on what the network sees: it is asked for nothing else. */
export function needsImeiSeen(facts: AdministrativeFacts): boolean {
  return facts.isImeiLocked && facts.imei !== '' && judgeAdministrative({ ...facts, imeiSeen: null }).code === 'in_order'
}

/** What a network says that a SIM is. */
export type SubscriptionState = 'inactive' | 'active' | 'data_cut' | 'suspended' | 'terminated' | 'unrecognised'

const isOutOfService = (state: SubscriptionState): boolean =>
  state === 'inactive' || state === 'suspended' || state === 'terminated'

const MINUTE_MS = 60_000
/** A registration that old proves nothing: networks keep a dead device 'attached' for a day or two. */
const STALE_MS = 24 * 60 * MINUTE_MS
/** A device that moved data this recently works; it is only between two sessions. */
const RECENT_MS = 60 * MINUTE_MS

export interface GsmFacts {
  readonly state: SubscriptionState
  /** undefined: the network has never seen it */
  readonly registration: { readonly isRegistered: boolean; readonly lastUpdateAt: Date | undefined } | undefined
}

/** Whether a SIM is registered in a mobile network, and whether that is to be believed. */
export function judgeGsm({ state, registration }: GsmFacts, now: Date): Diagnosis {
  if (registration?.isRegistered) {
    const ageMs = registration.lastUpdateAt ? now.getTime() - registration.lastUpdateAt.getTime() : 0
    return found(ageMs > STALE_MS ? 'stale_registration' : 'registered')
  }
  if (isOutOfService(state)) return found('not_in_service')
  return found(registration ? 'not_registered' : 'never_registered')
}

export interface GprsFacts {
  readonly state: SubscriptionState
  /** the open data session or the last one; undefined: there was none */
  readonly dataSession: { readonly stoppedAt: Date | undefined; readonly apn: string; readonly dataBytes: number } | undefined
  readonly apnExpected: string
}

/** An APN without the operator's part, in lower case (3GPP TS 23.003 section 9.1). */
function networkIdentifier(apn: string): string {
  return apn.toLowerCase().replace(/\.mnc\d{2,3}\.mcc\d{3}\.gprs$/, '')
}

/** Whether two APNs are the same; one that is not known ('') is no other. */
export function isSameApn(used: string, expected: string): boolean {
  return used === '' || expected === '' || networkIdentifier(used) === networkIdentifier(expected)
}

/** Whether a SIM has a data session, through the APN that it is to use; one that ended within the hour is a doubt, no failure. */
export function judgeGprs({ state, dataSession, apnExpected }: GprsFacts, now: Date): Diagnosis {
  const isOpen = dataSession !== undefined && dataSession.stoppedAt === undefined
  const isRecent =
    dataSession?.stoppedAt !== undefined &&
    now.getTime() - dataSession.stoppedAt.getTime() < RECENT_MS &&
    dataSession.dataBytes > 0
  if (dataSession && isOpen && !isSameApn(dataSession.apn, apnExpected)) return found('apn_mismatch')
  if (isOpen) return found('connected')
  if (state === 'data_cut') return found('data_cut')
  if (isOutOfService(state)) return found('not_in_service')
  if (dataSession && isRecent) return found(isSameApn(dataSession.apn, apnExpected) ? 'recent_session' : 'apn_mismatch')
  return found(dataSession ? 'no_session' : 'never_connected')
}

/** Whether a finding counts as success: it passed, with or without a doubt. */
export function isSuccess({ verdict }: Diagnosis): boolean {
  return verdict === 'passed' || verdict === 'warning'
}
