import { CallError } from '#web/lib/call.ts'

/**
 * The step of the login: e-mail and password, the code of the second factor, or its enrolment if the company requires
 * one.
 */
export type LoginStep = 'password' | 'code' | 'enrolment'

/** The step in the address, to which a sign-on at the company's provider redirects. */
export const stepOf = (text: string | undefined): LoginStep => (text === 'code' || text === 'enrolment' ? text : 'password')

/** The step after a login attempt; undefined when it has failed. */
export function stepAfter(error: unknown): LoginStep | undefined {
  if (!(error instanceof CallError)) return undefined
  if (error.code === 'second_factor_required') return 'code'
  return error.code === 'second_factor_enrolment' ? 'enrolment' : undefined
}
