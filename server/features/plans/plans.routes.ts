import type { FastifyInstance } from 'fastify'
import * as calls from '#contract/plans.calls.ts'
import type { Services } from '../../context.ts'
import { companyChoices } from '../../db/company-choices.ts'
import { serve } from '../../http/serve.ts'
import { planChoices, planKinds, planProviders, planTypes } from './catalogue.queries.ts'
import { changeTerms, withdrawTerms } from './change-terms.commands.ts'
import { exportPlans } from './export-plans.ts'
import { cellsOf } from './plan-cells.ts'
import { planDetail } from './plan-detail.queries.ts'
import { listPlans, listPools } from './plans.queries.ts'
import { changePlan, createPlan } from './save-plan.commands.ts'

export function registerPlans(app: FastifyInstance, services: Services): void {
  serve(app, services, calls.getPlans, async (ctx, { query }) => ({
    kind: 'page',
    rows: (await listPlans(ctx, query)).map(cellsOf),
  }))
  serve(app, services, calls.exportPlans, (ctx, { query }) => exportPlans(ctx, query))
  serve(app, services, calls.getPlanCompanies, async (ctx) => ({
    kind: 'page',
    rows: (await companyChoices(ctx)).map(({ company, companyName }) => [String(company), companyName]),
  }))
  serve(app, services, calls.getPools, (ctx, { query }) => listPools(ctx, query))
  serve(app, services, calls.getPlan, (ctx, { params }) => planDetail(ctx, params.id))
  serve(app, services, calls.getPlanProviders, (ctx) => planProviders(ctx))
  serve(app, services, calls.getPlanTypes, (ctx, { params }) => planTypes(ctx, params.id))
  serve(app, services, calls.getPlanChoices, (ctx, { params, query }) => planChoices(ctx, params.id, query))
  serve(app, services, calls.getPlanKinds, (ctx) => planKinds(ctx))
  serve(app, services, calls.createPlan, (ctx, { body }) => createPlan(ctx, body))
  serve(app, services, calls.changePlan, (ctx, { params, body }) => changePlan(ctx, params.id, body))
  serve(app, services, calls.changeTerms, (ctx, { params, body }) => changeTerms(ctx, params.id, body))
  serve(app, services, calls.withdrawTerms, (ctx, { params }) => withdrawTerms(ctx, params))
}
