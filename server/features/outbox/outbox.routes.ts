import type { FastifyInstance } from 'fastify'
import * as calls from '#contract/outbox/outbox.calls.ts'
import type { Services } from '#server/context.ts'
import { serve } from '#server/http/serve.ts'
import { exportMails } from './export-mails.ts'
import { mailCounts, mailPage, readMail } from './outbox.queries.ts'
import { resendMail, sendTest } from './send-mails.commands.ts'

export function registerOutbox(app: FastifyInstance, services: Services): void {
  serve(app, services, calls.listMails, (ctx, { query }) => mailPage(ctx, query))
  serve(app, services, calls.exportMails, (ctx, { query }) => exportMails(ctx, query))
  serve(app, services, calls.countMails, (ctx, { query }) => mailCounts(ctx, query))
  // reading a mail is audited
  serve(app, services, calls.getMail, (ctx, { params }) => readMail(ctx, params.mailId), { readsPrimary: true })
  serve(app, services, calls.sendMail, (ctx, { params }) => resendMail(ctx, params.mailId))
  serve(app, services, calls.sendTestMail, (ctx, { body }) => sendTest(ctx, body.address))
}
