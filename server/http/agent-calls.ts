import { randomBytes } from 'node:crypto'
import type { FastifyInstance, LightMyRequestResponse } from 'fastify'
import { agentScopeOf } from '#contract/agents/agent-access.ts'
import { AGENT_SENTENCES } from '#contract/agents/agent-messages.ts'
import { type Call, callPath, changesSomething } from '#contract/call.ts'
import type { Language } from '#domain/languages.ts'
import { AppError } from '../app-error.ts'
import type { Services } from '../context.ts'
import type { AgentCaller } from './agent-token.ts'

/**
 * Agents make the calls of the API itself: each goes through its own route, as a request that does not leave the process. So there is
 * one path, with one set of guards. A request proves that it is an agent's by a random name, which exists as long as it is answered.
 */

const PREFIX = 'agent-call-'

/** Per process; keyed by the server's cells so that two servers in one test process don't share them. */
const callers = new WeakMap<object, Map<string, AgentCaller>>()

function callersOf({ cells }: Pick<Services, 'cells'>): Map<string, AgentCaller> {
  const known = callers.get(cells) ?? new Map<string, AgentCaller>()
  callers.set(cells, known)
  return known
}

/** The agent whose call has this name; undefined when it is no agent's. */
export const agentOfCall = (services: Pick<Services, 'cells'>, name: unknown): AgentCaller | undefined =>
  typeof name === 'string' && name.startsWith(PREFIX) ? callersOf(services).get(name) : undefined

export interface AgentArguments {
  readonly params?: Readonly<Record<string, string | number>> | undefined
  readonly query?: Readonly<Record<string, string | number | undefined>> | undefined
  readonly body?: unknown
}

interface Where {
  readonly address: string
  readonly language: Language
}

/** Makes a call of the API as an agent. */
export async function callAsAgent(
  { app, services }: { app: FastifyInstance; services: Services },
  caller: AgentCaller,
  { address, language }: Where,
  call: Call,
  { params = {}, query = {}, body }: AgentArguments,
): Promise<LightMyRequestResponse> {
  const name = `${PREFIX}${randomBytes(32).toString('base64url')}`
  const known = callersOf(services)
  known.set(name, caller)
  const given = Object.entries(query).flatMap(([key, value]) => (value === undefined ? [] : [[key, String(value)]]))
  try {
    return await app.inject({
      method: call.method,
      url: `/api${callPath(call, params)}`,
      query: Object.fromEntries(given),
      ...(body === undefined ? {} : { payload: body as object }),
      headers: { 'x-api-key': name, accept: 'application/json', 'accept-language': language },
      remoteAddress: address,
    })
  } finally {
    known.delete(name)
  }
}

/** Agents read what their person allowed, and of what changes something they make only previews. */
export function requireMayAsk({ scopes }: AgentCaller, call: Call, body: unknown): void {
  const scope = agentScopeOf(call)
  if (scope === undefined) throw new AppError('not_allowed', { sentence: AGENT_SENTENCES.notForAgents })
  if (scope !== null && !scopes.includes(scope)) throw new AppError('not_allowed', { sentence: AGENT_SENTENCES.notAllowed })
  const isPreview = (body as { preview?: unknown } | null | undefined)?.preview === true
  if (changesSomething(call) && !isPreview) throw new AppError('not_allowed', { sentence: AGENT_SENTENCES.notForAgents })
}
