import type { FastifyInstance } from 'fastify'
import { getDashboard, getFleetUsage, streamDashboard } from '#contract/dashboard/dashboard.calls.ts'
import type { Services } from '#server/context.ts'
import { serve } from '#server/http/serve.ts'
import { dashboard } from './dashboard.queries.ts'
import { createDashboardFeed } from './dashboard-feed.ts'
import { fleetUsage } from './fleet-usage.queries.ts'

export function registerDashboard(app: FastifyInstance, services: Services): void {
  serve(app, services, getDashboard, (ctx) => dashboard(ctx))
  serve(app, services, getFleetUsage, (ctx, { query }) => fleetUsage(ctx, query))
  const watch = createDashboardFeed(app.log)
  app.addHook('preClose', async () => watch.close())
  serve(app, services, streamDashboard, async (ctx, { query }) => watch.subscribe(ctx, query.seconds))
}
