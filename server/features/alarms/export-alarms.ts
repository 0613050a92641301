import {
  ALARM_ACTION_WORDS,
  ALARM_STATE_WORDS,
  ALARM_WORDS,
  ALL_PLANS,
  NOTICE_ACTION_WORDS,
  NOTICE_KIND_WORDS,
  NOTICE_MAIL_WORDS,
  NOTICE_WORDS,
} from '#contract/alarms/alarm-messages.ts'
import {
  alarmList,
  type exportAlarms as alarmsCall,
  noticeList,
  type exportNotices as noticesCall,
} from '#contract/alarms/alarms.calls.ts'
import type { CallInput } from '#contract/call.ts'
import { exportedMb } from '#domain/megabytes.ts'
import type { Ctx } from '#server/context.ts'
import type { FileDownload } from '#server/http/answers.ts'
import { datedName, exportList, wordOf } from '#server/http/export-list.ts'
import { ALARM_ORDER, alarmQuery } from './alarms.queries.ts'
import { NOTICE_ORDER, noticeQuery } from './notices.queries.ts'

/** The list of alarms as a file. */
export function exportAlarms(ctx: Ctx, { format, ...filter }: CallInput<typeof alarmsCall>['query']): Promise<FileDownload> {
  const { language } = ctx
  return exportList(ctx, format, {
    list: alarmList,
    name: datedName(ctx, { es: 'alarmas', en: 'alarms' }),
    words: ALARM_WORDS,
    rows: (limit) => alarmQuery(ctx, { ...filter, limit }),
    order: ALARM_ORDER,
    columns: [
      ['alarmId', 'number', 'alarmId'],
      ['name', 'text', 'name'],
      ['company', 'text', 'companyName'],
      ['plan', 'text', ({ planName }) => planName || ALL_PLANS[language]],
      ['planType', 'text', 'planTypeName'],
      ['group', 'text', 'group'],
      ['limitMb', 'number', 'limit'],
      ['action', 'text', ({ action }) => wordOf(ALARM_ACTION_WORDS, action, language)],
      ['emails', 'text', 'email'],
      ['watchedSims', 'number', 'watchedSims'],
      ['firedSims', 'number', 'firedSims'],
      ['warnedSims', 'number', 'warnedSims'],
      ['cutSims', 'number', 'cutSims'],
      ['state', 'text', ({ active }) => wordOf(ALARM_STATE_WORDS, active, language)],
    ],
  })
}

/** Notices as a file. */
export function exportNotices(ctx: Ctx, { format, ...filter }: CallInput<typeof noticesCall>['query']): Promise<FileDownload> {
  const { language } = ctx
  return exportList(ctx, format, {
    list: noticeList,
    name: datedName(ctx, { es: 'sims-notificadas', en: 'notified-sims' }),
    words: NOTICE_WORDS,
    rows: (limit) => noticeQuery(ctx, filter, limit),
    order: NOTICE_ORDER,
    columns: [
      ['date', 'date', 'date'],
      ['alarm', 'number', 'alarmId'],
      ['alarmName', 'text', 'alarmName'],
      ['company', 'text', 'companyName'],
      ['plan', 'text', ({ planName }) => planName || ALL_PLANS[language]],
      ['icc', 'text', 'icc'],
      ['label', 'text', 'label'],
      ['kind', 'text', ({ kind }) => wordOf(NOTICE_KIND_WORDS, kind, language)],
      ['usedMb', 'number', ({ used }) => exportedMb(used)],
      ['limitMb', 'number', 'limit'],
      ['mail', 'text', ({ mail }) => wordOf(NOTICE_MAIL_WORDS, mail, language)],
      ['action', 'text', ({ action }) => wordOf(NOTICE_ACTION_WORDS, action, language)],
      ['restoredAt', 'date', 'restoredAt'],
    ],
  })
}
