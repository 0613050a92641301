import type { CookieSerializeOptions } from '@fastify/cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Services } from '../context.ts'

export interface Http {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
}

type Configured = Pick<Services, 'config'>

/** A browser takes a cookie of such a name only over TLS, from this very host and for all of it (RFC 6265bis section 4.1.3.2). */
const PREFIX = '__Host-'

const isSecure = ({ config }: Configured, request: FastifyRequest): boolean =>
  request.protocol === 'https' || config.PUBLIC_URL?.startsWith('https:') === true

const nameOf = (services: Configured, request: FastifyRequest, name: string): string =>
  isSecure(services, request) ? `${PREFIX}${name}` : name

/** For cookies that scripts and other sites can't use. */
const options = (services: Configured, request: FastifyRequest): CookieSerializeOptions => ({
  httpOnly: true,
  sameSite: 'lax',
  secure: isSecure(services, request),
  path: '/',
})

/**
 * The value of one of our cookies. Behind TLS only the prefixed name counts: a plain one can come from whoever answers for the same
 * name without TLS, or from a host beside this one.
 */
export const readCookie = (services: Configured, request: FastifyRequest, name: string): string | undefined =>
  request.cookies[nameOf(services, request, name)]

/** @param maxAgeS seconds for which the browser keeps it */
export function setCookie(
  services: Configured,
  { request, reply }: Http,
  { name, value, maxAgeS }: { name: string; value: string; maxAgeS: number },
): void {
  reply.setCookie(nameOf(services, request, name), value, { ...options(services, request), maxAge: maxAgeS })
}

/** Takes it away, and what is left of the other name from before the portal went behind TLS, or came back from there. */
export function clearCookie(services: Configured, { request, reply }: Http, name: string): void {
  const own = nameOf(services, request, name)
  const left = [name, PREFIX + name].filter((other) => other !== own && other in request.cookies)
  for (const each of [own, ...left]) reply.clearCookie(each, options(services, request))
}
