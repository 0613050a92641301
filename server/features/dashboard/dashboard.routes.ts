import type { FastifyInstance } from 'fastify'
import { getDashboard } from '#contract/dashboard.calls.ts'
import type { Services } from '../../context.ts'
import { serve } from '../../http/serve.ts'
import { dashboard } from './dashboard.queries.ts'

export function registerDashboard(app: FastifyInstance, services: Services): void {
  serve(app, services, getDashboard, (ctx) => dashboard(ctx))
}
