import type { FastifyInstance } from 'fastify'
import * as calls from '#contract/alarms/alarms.calls.ts'
import type { Services } from '#server/context.ts'
import { serve } from '#server/http/serve.ts'
import { alarmCompanies, alarmPage, alarmPlans, alarmsOfSim } from './alarms.queries.ts'
import { exportAlarms, exportNotices } from './export-alarms.ts'
import { noticeCounts, noticePage } from './notices.queries.ts'
import { restoreAlarm } from './restore-alarm.commands.ts'
import { restoreNotice } from './restore-notice.commands.ts'
import { changeAlarm, createAlarm, deleteAlarm } from './save-alarm.commands.ts'
import { tryAlarm } from './try-alarm.ts'
import { watchNotices } from './watch-notices.ts'

export function registerAlarms(app: FastifyInstance, services: Services): void {
  serve(app, services, calls.getAlarms, (ctx, { query }) => alarmPage(ctx, query))
  serve(app, services, calls.exportAlarms, (ctx, { query }) => exportAlarms(ctx, query))
  serve(app, services, calls.createAlarm, (ctx, { body }) => createAlarm(ctx, body))
  serve(app, services, calls.changeAlarm, (ctx, { body }) => changeAlarm(ctx, body))
  serve(app, services, calls.deleteAlarm, (ctx, { params }) => deleteAlarm(ctx, params.id))
  serve(app, services, calls.restoreAlarm, (ctx, { params }) => restoreAlarm(ctx, params.id))
  serve(app, services, calls.getAlarmCompanies, (ctx) => alarmCompanies(ctx))
  serve(app, services, calls.getAlarmPlans, (ctx, { params }) => alarmPlans(ctx, params.companyId))
  serve(app, services, calls.getSimAlarms, (ctx, { params }) => alarmsOfSim(ctx, params.icc))
  serve(app, services, calls.tryAlarm, (ctx, { body }) => tryAlarm(ctx, body))
  serve(app, services, calls.getNotices, (ctx, { query }) => noticePage(ctx, query))
  serve(app, services, calls.countNotices, (ctx, { query }) => noticeCounts(ctx, query))
  serve(app, services, calls.exportNotices, (ctx, { query }) => exportNotices(ctx, query))
  serve(app, services, calls.watchNotices, async (ctx, { query }) => watchNotices(ctx, query.seconds))
  serve(app, services, calls.restoreNotice, (ctx, { params }) => restoreNotice(ctx, params.id))
}
