import type { LightMyRequestResponse } from 'fastify'
import type { Call } from '#contract/call.ts'
import { setWorkingCompany } from '#contract/identity/working-company.calls.ts'
import { cookieOf, type Newcomer } from './newcomers.ts'
import type { Portal } from './portal.ts'

interface Arguments {
  readonly params?: unknown
  readonly query?: unknown
  readonly body?: unknown
}

/** Calls in a session of its own, in which the person works in one company. */
export type AskIn = (call: Call, args?: Arguments, headers?: Record<string, string>) => Promise<LightMyRequestResponse>

export async function workingIn(portal: Portal, person: Newcomer, companyId: number): Promise<AskIn> {
  const session = cookieOf(await person.enter())
  const chosen = await person.ask(setWorkingCompany, { body: { companyId } }, { cookie: session })
  if (chosen.statusCode !== 200) throw new Error(chosen.body)
  const cookie = `${session}; ${cookieOf(chosen)}`
  return (call, args = {}, headers = {}) => portal.request(call, undefined, args, { headers: { cookie, ...headers } })
}
