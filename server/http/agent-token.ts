import { createHash } from 'node:crypto'
import { agentScopeOf, isOnlyDrafted } from '#contract/agents/agent-access.ts'
import { AGENT_SENTENCES } from '#contract/agents/agent-messages.ts'
import { type Call, changesSomething } from '#contract/call.ts'
import { type AgentScope, agentActor } from '#domain/agents.ts'
import { AppError } from '../app-error.ts'
import type { RequestContext } from '../context.ts'
import { cachedFor } from '../records/cached-for.ts'
import { loadActor } from './actor.ts'
import type { InnerCaller } from './inner-calls.ts'

/** `last_used_at` is written at most this often. */
const LAST_USED_WRITE_INTERVAL_MS = 60_000
/** The person's rights are cached for this long, as with a login session; the token itself is checked each time. */
const PERSON_CACHE_MS = 2_000

/** The hash of a code or token, as its table stores it. */
export const hashAgentToken = (token: string): Buffer => createHash('sha256').update(token).digest()

/** A program that acts for a person, within what they allowed. */
export interface AgentCaller extends InnerCaller {
  readonly agentId: number
  readonly scopes: readonly AgentScope[]
}

async function findAgent({ db, now }: RequestContext, token: string) {
  return db
    .selectFrom('agent_tokens as t')
    .innerJoin('agents as a', 'a.agent_id', 't.agent_id')
    .innerJoin('users as u', 'u.user_id', 'a.user_id')
    .select(['a.agent_id', 'a.user_id', 'a.name', 'a.scopes', 'a.last_used_at'])
    .where('t.token_hash', '=', hashAgentToken(token))
    .where('t.kind', '=', 'access')
    .where('t.expires_at', '>', now)
    .where('a.ended_at', 'is', null)
    .where('u.deactivated_at', 'is', null)
    .executeTakeFirst()
}

type AgentRow = NonNullable<Awaited<ReturnType<typeof findAgent>>>

async function recordUse({ db, now, address }: RequestContext, { agent_id, last_used_at }: AgentRow): Promise<void> {
  const before = new Date(now.getTime() - LAST_USED_WRITE_INTERVAL_MS)
  if (last_used_at && last_used_at > before) return
  await db
    .updateTable('agents')
    .set({ last_used_at: now, last_address: address })
    .where('agent_id', '=', agent_id)
    // of many concurrent requests one writes
    .where((where) => where.or([where('last_used_at', 'is', null), where('last_used_at', '<=', before)]))
    .execute()
}

/**
 * The agent of an access token: the rights of its person as they are now, without calls for administrators.
 * @returns undefined when the token is unknown or has expired, or when its consent or its person has ended
 */
export async function agentOfToken(ctx: RequestContext, token: string): Promise<AgentCaller | undefined> {
  const row = await findAgent(ctx, token)
  if (!row) return undefined
  await recordUse(ctx, row)
  const userId = row.user_id
  const person = await cachedFor(ctx, { key: `maker ${userId}`, maxAgeMs: PERSON_CACHE_MS }, () => loadActor(ctx, userId))
  const scopes = row.scopes as AgentScope[]
  return {
    actor: { ...person, email: agentActor(row.name, person.email), isAdmin: false },
    agentId: row.agent_id,
    scopes,
    requireMayAsk: (call, body) => requireAgentMayAsk({ scopes }, call, body),
  }
}

/** Agents read what their person allowed, and of what changes something they only make drafts. */
function requireAgentMayAsk({ scopes }: Pick<AgentCaller, 'scopes'>, call: Call, body: unknown): void {
  const scope = agentScopeOf(call)
  if (scope === undefined) throw new AppError('not_allowed', { sentence: AGENT_SENTENCES.notForAgents })
  if (scope !== null && !scopes.includes(scope)) throw new AppError('not_allowed', { sentence: AGENT_SENTENCES.notAllowed })
  if (changesSomething(call) && !isOnlyDrafted(call, body))
    throw new AppError('not_allowed', { sentence: AGENT_SENTENCES.notForAgents })
}
