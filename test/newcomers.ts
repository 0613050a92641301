import type { LightMyRequestResponse } from 'fastify'
import type { Call } from '#contract/call.ts'
import { logIn } from '#contract/identity/identity.calls.ts'
import { PERMITS } from '#domain/permits.ts'
import type { UserRights } from '#domain/user-rights.ts'
import { COMPANIES, PASSWORD } from './fleet.ts'
import type { Portal } from './portal.ts'

/** What the browser sends after an answer. */
export const cookieOf = (response: LightMyRequestResponse): string =>
  response.cookies.flatMap(({ name, value }) => (value ? [`${name}=${value}`] : [])).join('; ')

interface Arguments {
  readonly params?: unknown
  readonly query?: unknown
  readonly body?: unknown
}

export interface Newcomer {
  readonly email: string
  readonly userId: number
  readonly companyId: number
  /** a call as they make it */
  ask(call: Call, args?: Arguments, headers?: Record<string, string>): Promise<LightMyRequestResponse>
  /** logs in once more, with a session of its own */
  enter(password?: string): Promise<LightMyRequestResponse>
}

interface NewcomerOptions extends Partial<UserRights> {
  readonly companyId?: number
  readonly email?: string
}

let people = 0

/** A new logged-in user with an address of their own. By default they have every permit, and belong to Andes. */
export async function newcomer(portal: Portal, options: NewcomerOptions = {}): Promise<Newcomer> {
  people++
  const { companyId = COMPANIES.andes, permits = PERMITS, isAdmin = false, canHibernate = false } = options
  const { email = `newcomer${people}@andes.test` } = options
  const { password_hash } = await portal.db
    .selectFrom('users')
    .select('password_hash')
    .where('user_id', '=', portal.fleet.people.ana.userId)
    .executeTakeFirstOrThrow()
  const { user_id: userId } = await portal.db
    .insertInto('users')
    .values({
      ...{ company_id: companyId, email, password_hash, name: `New ${people}` },
      ...{ permits: [...permits], is_admin: isAdmin, can_hibernate: canHibernate },
    })
    .returning('user_id')
    .executeTakeFirstOrThrow()
  const remoteAddress = `203.0.113.${people % 250}`
  const enter = (password = PASSWORD) =>
    portal.request(logIn, undefined, { body: { email, password } }, { remoteAddress, headers: { cookie: '' } })
  const cookie = cookieOf(await enter())
  const ask: Newcomer['ask'] = (call, args = {}, headers = {}) =>
    portal.request(call, undefined, args, { remoteAddress, headers: { cookie, ...headers } })
  return { email, userId, companyId, ask, enter }
}
