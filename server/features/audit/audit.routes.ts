import type { FastifyInstance } from 'fastify'
import * as calls from '#contract/audit/audit.calls.ts'
import type { Services } from '#server/context.ts'
import { serve } from '#server/http/serve.ts'
import { flushAccessLog } from '#server/records/access-log.ts'
import { auditChoices, auditPage } from './audit.queries.ts'
import { exportAudit } from './export-audit.ts'

export function registerAudit(app: FastifyInstance, services: Services): void {
  // what the operator did in a cell is written there, as the operator's
  serve(app, services, calls.listAudit, (ctx, { query }) => auditPage(ctx, query), { spansCells: true })
  serve(app, services, calls.exportAudit, (ctx, { query }) => exportAudit(ctx, query), { spansCells: true })
  serve(app, services, calls.getAuditChoices, (ctx) => auditChoices(ctx))
  app.addHook('onClose', () => flushAccessLog(services))
}
