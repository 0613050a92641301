import type { FastifyInstance } from 'fastify'
import * as calls from '#contract/hys/hys.calls.ts'
import type { Services } from '#server/context.ts'
import { serve } from '#server/http/serve.ts'
import { editItem } from './edit-item.commands.ts'
import { exportHys } from './export-hys.ts'
import { countFound, hysFilters, hysPage, hysTypeCounts, readHysTotals } from './hys.queries.ts'

export function registerHys(app: FastifyInstance, services: Services): void {
  serve(app, services, calls.getHys, (ctx, { query }) => hysPage(ctx, query))
  serve(app, services, calls.countHys, (ctx, { query }) => countFound(ctx, query))
  serve(app, services, calls.countHysTypes, (ctx, { query }) => hysTypeCounts(ctx, query))
  serve(app, services, calls.getHysTotals, (ctx, { query }) => readHysTotals(ctx, query))
  serve(app, services, calls.exportHys, (ctx, { query }) => exportHys(ctx, query))
  serve(app, services, calls.getHysFilters, (ctx) => hysFilters(ctx))
  serve(app, services, calls.editHys, (ctx, { body }) => editItem(ctx, body), { isOfBody: true })
}
