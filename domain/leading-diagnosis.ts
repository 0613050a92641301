import { type Diagnosis, type DiagnosisCode, isSuccess, type SimTest } from './diagnosis.ts'

/**
 * Findings by how much they explain, the most first: what keeps a SIM out by contract comes before what the network sees of it, a named
 * cause before its effect (a wrong APN before 'no session'), and all of them before a test without an answer.
 */
const BY_CAUSE: readonly DiagnosisCode[] = [
  'company_blocked',
  'status_not_active',
  'unknown_sim',
  'plan_missing',
  'apn_missing',
  'data_cut',
  'limit_reached',
  'imei_mismatch',
  'apn_mismatch',
  'not_in_service',
  'never_registered',
  'not_registered',
  'stale_registration',
  'never_connected',
  'no_session',
  'no_network',
  'unreachable',
  'timeout',
  'not_supported',
]

type Found = Pick<Diagnosis, 'code' | 'verdict'>

/** The test whose finding explains why a SIM does not work; undefined when all tests succeeded. */
export function leadingTest(found: Readonly<Record<SimTest, Found>>): SimTest | undefined {
  const failed = (Object.keys(found) as SimTest[]).filter((test) => !isSuccess({ ...found[test], next: null }))
  const rank = (test: SimTest): number => BY_CAUSE.indexOf(found[test].code)
  return failed.sort((a, b) => rank(a) - rank(b))[0]
}
