import { CallError } from '#web/lib/call.ts'

/** Where logging in stands: e-mail and password, the code of the second factor, or setting one up because the company wants it. */
export type LoginStep = 'password' | 'code' | 'enrolment'

/** The step in the address, to which a sign-on at the company's provider comes back. */
export const stepOf = (text: string | undefined): LoginStep => (text === 'code' || text === 'enrolment' ? text : 'password')

/** The step that an attempt to log in leads to; undefined when it has merely failed. */
export function stepAfter(error: unknown): LoginStep | undefined {
  if (!(error instanceof CallError)) return undefined
  if (error.code === 'second_factor_required') return 'code'
  return error.code === 'second_factor_enrolment' ? 'enrolment' : undefined
}
