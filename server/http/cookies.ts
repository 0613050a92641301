import type { CookieSerializeOptions } from '@fastify/cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Services } from '../context.ts'

export interface Http {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
}

type Configured = Pick<Services, 'config'>

/**
 * A browser accepts a cookie with this prefix only over TLS, from this very host and for all of it (RFC 6265bis section 4.1.3.2).
 */
const PREFIX = '__Host-'

const isSecure = ({ config }: Configured, request: FastifyRequest): boolean =>
  request.protocol === 'https' || config.PUBLIC_URL?.startsWith('https:') === true

const cookieName = (services: Configured, request: FastifyRequest, name: string): string =>
  isSecure(services, request) ? `${PREFIX}${name}` : name

/** Hidden from scripts and from requests of other sites. */
const options = (services: Configured, request: FastifyRequest): CookieSerializeOptions => ({
  httpOnly: true,
  sameSite: 'lax',
  secure: isSecure(services, request),
  path: '/',
})

/**
 * The value of one of our cookies. Behind TLS only the prefixed name counts: a plain one can be set by a host that serves the same
 * name without TLS, or by a sibling host.
 */
export const readCookie = (services: Configured, request: FastifyRequest, name: string): string | undefined =>
  request.cookies[cookieName(services, request, name)]

/** @param maxAgeS seconds for which the browser keeps it */
export function setCookie(
  services: Configured,
  { request, reply }: Http,
  { name, value, maxAgeS }: { name: string; value: string; maxAgeS: number },
): void {
  reply.setCookie(cookieName(services, request, name), value, { ...options(services, request), maxAge: maxAgeS })
}

/** Clears the cookie, and a stale one under the other name from before the portal moved to TLS, or back. */
export function clearCookie(services: Configured, { request, reply }: Http, name: string): void {
  const own = cookieName(services, request, name)
  const stale = [name, PREFIX + name].filter((other) => other !== own && other in request.cookies)
  for (const each of [own, ...stale]) reply.clearCookie(each, options(services, request))
}
