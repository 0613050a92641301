import type { FastifyInstance } from 'fastify'
import * as calls from '#contract/sms-report/sms-report.calls.ts'
import type { Services } from '#server/context.ts'
import { serve } from '#server/http/serve.ts'
import { exportSmsReport } from './export-sms-report.ts'
import { smsCounts, smsReportPage } from './sms-report.queries.ts'

export function registerSmsReport(app: FastifyInstance, services: Services): void {
  serve(app, services, calls.getSmsReport, (ctx, { query }) => smsReportPage(ctx, query))
  serve(app, services, calls.countSms, (ctx, { query }) => smsCounts(ctx, query))
  serve(app, services, calls.exportSmsReport, (ctx, { query }) => exportSmsReport(ctx, query))
}
