import type { FastifyInstance } from 'fastify'
import { AGENT_SENTENCES } from '#contract/agents/agent-messages.ts'
import * as calls from '#contract/agents/agents.calls.ts'
import type { AgentScope } from '#domain/agents.ts'
import { AppError } from '#server/app-error.ts'
import { type Ctx, inTransaction, type Services } from '#server/context.ts'
import { WithMessage } from '#server/http/answers.ts'
import { OF_PERSON, serve } from '#server/http/serve.ts'
import { endAgents } from '#server/records/agents.ts'
import { decide, readRequest } from './consent.ts'
import { registerMcp } from './mcp.routes.ts'
import { registerOAuth } from './oauth.routes.ts'

export function registerAgents(app: FastifyInstance, services: Services): void {
  serve(app, services, calls.readAgentRequest, (ctx, { body }, { request }) => readRequest(ctx, body, request), OF_PERSON)
  serve(app, services, calls.decideAgentRequest, (ctx, { body }, { request }) => decide(ctx, body, request), OF_PERSON)
  serve(app, services, calls.listAgents, (ctx) => listAgents(ctx), OF_PERSON)
  serve(app, services, calls.endAgent, (ctx, { params }) => endAgent(ctx, params.agentId), OF_PERSON)
  registerOAuth(app, services)
  registerMcp(app, services)
}

/** Consents without a redeemed code were never used by anyone: the client did not come back. */
async function listAgents({ db, actor }: Ctx): Promise<calls.AgentData[]> {
  const rows = await db
    .selectFrom('agents as a')
    .selectAll()
    .where('a.user_id', '=', actor.userId)
    .where('a.ended_at', 'is', null)
    .where((where) =>
      where.exists(
        where.selectFrom('agent_tokens as t').whereRef('t.agent_id', '=', 'a.agent_id').where('t.kind', '=', 'refresh'),
      ),
    )
    .orderBy('a.agent_id', 'desc')
    .execute()
  return rows.map((row) => ({
    agentId: row.agent_id,
    name: row.name,
    redirectHost: row.redirect_host,
    scopes: row.scopes as AgentScope[],
    allowedAt: row.created_at.toISOString(),
    lastUsedAt: row.last_used_at?.toISOString() ?? null,
    lastAddress: row.last_address,
  }))
}

async function endAgent(ctx: Ctx, agentId: number): Promise<WithMessage<null>> {
  const ended = await inTransaction(ctx, (trx) => endAgents(trx, ctx, { userId: ctx.actor.userId, agentId }, 'person'))
  if (ended === 0) throw new AppError('not_found', { sentence: AGENT_SENTENCES.unknown })
  return new WithMessage(null, AGENT_SENTENCES.ended)
}
