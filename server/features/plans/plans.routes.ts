import type { FastifyInstance } from 'fastify'
import { askPlanAdvice, getAdvisedSims, getPlanAdvice } from '#contract/plans/plan-advice.calls.ts'
import * as calls from '#contract/plans/plans.calls.ts'
import type { Services } from '#server/context.ts'
import { serve } from '#server/http/serve.ts'
import { offeredPlans, planKinds, planProviders, planTypes } from './catalogue.queries.ts'
import { changeTerms, withdrawTerms } from './change-terms.commands.ts'
import { exportPlans } from './export-plans.ts'
import { advisedSims, askAdvice, readAdvice } from './plan-advice.ts'
import { planDetail } from './plan-detail.queries.ts'
import { listPools, planPage } from './plans.queries.ts'
import { changePlan, createPlan } from './save-plan.commands.ts'

export function registerPlans(app: FastifyInstance, services: Services): void {
  serve(app, services, calls.getPlans, (ctx, { query }) => planPage(ctx, query))
  serve(app, services, calls.exportPlans, (ctx, { query }) => exportPlans(ctx, query))
  serve(app, services, calls.getPools, (ctx, { query }) => listPools(ctx, query))
  serve(app, services, askPlanAdvice, (ctx, { body }) => askAdvice(ctx, body))
  serve(app, services, getPlanAdvice, (ctx, { query }) => readAdvice(ctx, query.company))
  serve(app, services, getAdvisedSims, (ctx, { query }) => advisedSims(ctx, query))
  serve(app, services, calls.getPlan, (ctx, { params }) => planDetail(ctx, params.id), { spansCells: true })
  serve(app, services, calls.getPlanProviders, (ctx) => planProviders(ctx))
  serve(app, services, calls.getPlanTypes, (ctx, { params }) => planTypes(ctx, params.id))
  serve(app, services, calls.getPlanChoices, (ctx, { params, query }) =>
    offeredPlans(ctx, { planTypeId: params.id, provider: query.provider }),
  )
  serve(app, services, calls.getOfferedPlans, (ctx, { query }) =>
    offeredPlans(ctx, { isAll: query.all === 'true' && ctx.actor.isAdmin }),
  )
  serve(app, services, calls.getPlanKinds, (ctx) => planKinds(ctx))
  serve(app, services, calls.createPlan, (ctx, { body }) => createPlan(ctx, body))
  serve(app, services, calls.changePlan, (ctx, { params, body }) => changePlan(ctx, params.id, body))
  serve(app, services, calls.changeTerms, (ctx, { params, body }) => changeTerms(ctx, params.id, body))
  serve(app, services, calls.withdrawTerms, (ctx, { params }) => withdrawTerms(ctx, params))
}
