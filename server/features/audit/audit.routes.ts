import type { FastifyInstance } from 'fastify'
import * as calls from '#contract/audit/audit.calls.ts'
import { flushAccessLog } from '#server/records/access-log.ts'
import type { Services } from '../../context.ts'
import { serve } from '../../http/serve.ts'
import { auditChoices, auditPage } from './audit.queries.ts'
import { exportAudit } from './export-audit.ts'

export function registerAudit(app: FastifyInstance, services: Services): void {
  // what the operator did in a cell is written there, as the operator's
  serve(app, services, calls.listAudit, (ctx, { query }) => auditPage(ctx, query), { spansCells: true })
  serve(app, services, calls.exportAudit, (ctx, { query }) => exportAudit(ctx, query), { spansCells: true })
  serve(app, services, calls.getAuditChoices, (ctx) => auditChoices(ctx))
  app.addHook('onClose', () => flushAccessLog(services))
}
