import type { FastifyInstance } from 'fastify'
import * as calls from '#contract/anomalies/anomalies.calls.ts'
import type { Services } from '#server/context.ts'
import { serve } from '#server/http/serve.ts'
import { anomalyCounts, anomalyPage, anomalySims } from './anomalies.queries.ts'
import { exportAnomalies } from './export-anomalies.ts'

export function registerAnomalies(app: FastifyInstance, services: Services): void {
  serve(app, services, calls.getAnomalies, (ctx, { query }) => anomalyPage(ctx, query))
  serve(app, services, calls.countAnomalies, (ctx, { query }) => anomalyCounts(ctx, query))
  serve(app, services, calls.exportAnomalies, (ctx, { query }) => exportAnomalies(ctx, query))
  serve(app, services, calls.getAnomalySims, (ctx, { params }) => anomalySims(ctx, params.id))
}
