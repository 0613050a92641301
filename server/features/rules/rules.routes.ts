import type { FastifyInstance } from 'fastify'
import * as calls from '#contract/rules/rules.calls.ts'
import type { Services } from '#server/context.ts'
import { serve } from '#server/http/serve.ts'
import { answerRule } from './answer-rule.commands.ts'
import { firingPage } from './firings.queries.ts'
import { ruleCompany, rulePage } from './rules.queries.ts'
import { changeRule, createRule, deleteRule, pauseRule, stopRules } from './save-rule.commands.ts'
import { tryRule } from './try-rule.ts'

export function registerRules(app: FastifyInstance, services: Services): void {
  serve(app, services, calls.getRules, (ctx, { query }) => rulePage(ctx, query))
  serve(app, services, calls.getRuleCompany, (ctx, { params }) => ruleCompany(ctx, params.companyId))
  serve(app, services, calls.createRule, (ctx, { body }) => createRule(ctx, body))
  serve(app, services, calls.changeRule, (ctx, { body }) => changeRule(ctx, body))
  serve(app, services, calls.pauseRule, (ctx, { params, body }) => pauseRule(ctx, params.id, body.active))
  serve(app, services, calls.deleteRule, (ctx, { params }) => deleteRule(ctx, params.id))
  serve(app, services, calls.stopRules, (ctx, { body }) => stopRules(ctx, body))
  serve(app, services, calls.tryRule, (ctx, { body }) => tryRule(ctx, body))
  serve(app, services, calls.answerRule, (ctx, { params, body }) => answerRule(ctx, params.id, body))
  serve(app, services, calls.getFirings, (ctx, { query }) => firingPage(ctx, query))
}
