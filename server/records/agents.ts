import { agentActor } from '#domain/agents.ts'
import type { Actor, RequestContext } from '../context.ts'
import type { Database, DatabaseTransaction } from '../db/database.ts'
import { audit } from './audit.ts'

/** Why a consent ended: by the person or the client, because a token was used twice, or with the person's sessions. */
export type AgentEnd = 'person' | 'client' | 'reuse' | 'security'

type Db = Database | DatabaseTransaction
/** who ends it; without an actor it is the agent itself */
type Who = Pick<RequestContext, 'now' | 'address' | 'requestId'> & {
  readonly actor?: Pick<Actor, 'userId' | 'email' | 'companyId' | 'home'>
}

/**
 * Ends consents of a person, or one; their tokens are refused from then on. Each is in the audit log of the person's company.
 * @returns how many were open
 */
export async function endAgents(
  db: Db,
  who: Who,
  which: { readonly userId: number; readonly agentId?: number } | { readonly agentId: number },
  reason: AgentEnd,
): Promise<number> {
  let open = db.updateTable('agents').set({ ended_at: who.now, end_reason: reason }).where('ended_at', 'is', null)
  if ('userId' in which) open = open.where('user_id', '=', which.userId)
  if (which.agentId !== undefined) open = open.where('agent_id', '=', which.agentId)
  const ended = await open.returning(['agent_id', 'user_id', 'name']).execute()
  const [first] = ended
  if (!first) return 0
  const person = await db
    .selectFrom('users')
    .select(['user_id', 'email', 'company_id'])
    .where('user_id', '=', first.user_id)
    .executeTakeFirstOrThrow()
  const companyId = person.company_id
  for (const { agent_id, name } of ended) {
    const actor = who.actor ?? { userId: person.user_id, companyId, email: agentActor(name, person.email) }
    const entry = { action: 'agent.ended', entity: 'agent', entityId: String(agent_id), before: { name }, after: { reason } }
    await audit(db, { ...who, actor }, { ...entry, companyId })
  }
  return ended.length
}
