/**
 * Programs that a person lets act for them: agents over the Model Context Protocol, by OAuth 2.1.
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic/authorization
 */

/** What a person can let an agent do. None lets it change anything: it drafts, and a person confirms. */
export const AGENT_SCOPES = ['fleet:read', 'billing:read', 'operations:draft'] as const
export type AgentScope = (typeof AGENT_SCOPES)[number]

/** Longest name of a client, characters. */
export const AGENT_NAME_MAX = 80
/** Addresses that a client can register. */
export const REDIRECT_URIS_MAX = 10
/** Longest address of a client, characters. */
export const REDIRECT_URI_MAX = 500

const LOOPBACK = new Set(['127.0.0.1', '[::1]', 'localhost'])

/** The address as a URL, if codes may be sent there: https anywhere, http on the person's own machine (RFC 8252, section 7.3). */
export function redirectTarget(uri: string): URL | undefined {
  if (uri.length > REDIRECT_URI_MAX || !URL.canParse(uri)) return undefined
  const url = new URL(uri)
  if (url.hash !== '' || uri.includes('#') || url.username !== '' || url.password !== '') return undefined
  return url.protocol === 'https:' || (url.protocol === 'http:' && LOOPBACK.has(url.hostname)) ? url : undefined
}

/** Whether an address is one of the person's own machine: any program there can receive the code. */
export const isLoopback = (url: URL): boolean => LOOPBACK.has(url.hostname)

/**
 * Whether a client may have its code sent to an address: exactly a registered one. On the person's own machine the port is free,
 * because programs take the one that is (RFC 8252, section 7.3).
 */
export function isRegisteredRedirect(registered: readonly string[], uri: string): boolean {
  const target = redirectTarget(uri)
  if (!target) return false
  if (registered.includes(uri)) return true
  const withoutPort = (url: URL): string => `${url.protocol}//${url.hostname}${url.pathname}${url.search}`
  return (
    target.protocol === 'http:' &&
    registered.some((known) => {
      const url = redirectTarget(known)
      return url?.protocol === 'http:' && withoutPort(url) === withoutPort(target)
    })
  )
}

/** The scopes of a request, in our order and without those that we do not have; all when it names none of ours. */
export function requestedScopes(scope: string | undefined): AgentScope[] {
  const named = (scope ?? '').split(' ')
  const known = AGENT_SCOPES.filter((one) => named.includes(one))
  return known.length > 0 ? known : [...AGENT_SCOPES]
}

/** A client's name as people see it: one line, without control characters and marks that turn the direction of the text. */
export function agentName(given: string): string {
  const plain = given
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  return [...plain].slice(0, AGENT_NAME_MAX).join('').trim()
}

const ACTOR = 'agent:'

/** The actor name of an agent in histories: the program and the person for whom it works. */
export const agentActor = (name: string, email: string): string => `${ACTOR}${name} (${email})`

/** Whether an actor in a history is an agent; no mail is sent to those. */
export const isAgentActor = (actor: string): boolean => actor.startsWith(ACTOR)
