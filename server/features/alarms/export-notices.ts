import {
  ALL_PLANS,
  NOTICE_ACTION_WORDS,
  NOTICE_KIND_WORDS,
  NOTICE_MAIL_WORDS,
  NOTICE_WORDS,
} from '#contract/alarms/alarm-messages.ts'
import { type exportNotices as exportCall, noticeList } from '#contract/alarms/alarms.calls.ts'
import type { CallInput } from '#contract/call.ts'
import { exportedMb } from '#domain/megabytes.ts'
import type { Ctx } from '#server/context.ts'
import type { FileDownload } from '#server/http/answers.ts'
import { datedName, exportList, wordOf } from '#server/http/export-list.ts'
import { NOTICE_ORDER, noticeQuery } from './notices.queries.ts'

/** Notices as a file. */
export function exportNotices(ctx: Ctx, { format, ...filter }: CallInput<typeof exportCall>['query']): Promise<FileDownload> {
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
