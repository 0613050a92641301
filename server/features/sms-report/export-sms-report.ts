import type { CallInput } from '#contract/call.ts'
import { type exportSmsReport as exportCall, smsReportList } from '#contract/sms-report/sms-report.calls.ts'
import {
  SMS_PLATFORM_WORDS,
  SMS_REPORT_WORDS,
  SMS_STATE_WORDS,
  smsCauseSentence,
} from '#contract/sms-report/sms-report-messages.ts'
import type { Ctx } from '#server/context.ts'
import type { FileDownload } from '#server/http/answers.ts'
import { datedName, exportList, wordOf } from '#server/http/export-list.ts'
import { SMS_ORDER, smsReportQuery, withSentence } from './sms-report.queries.ts'

/** The report as a file. */
export function exportSmsReport(ctx: Ctx, { format, ...filter }: CallInput<typeof exportCall>['query']): Promise<FileDownload> {
  const { language } = ctx
  return exportList(ctx, format, {
    list: smsReportList,
    name: datedName(ctx, { es: 'sms', en: 'sms' }),
    words: SMS_REPORT_WORDS,
    rows: (limit) => smsReportQuery(ctx, filter, limit),
    order: SMS_ORDER,
    tsvRow: (cells) => withSentence(cells, language),
    columns: [
      ['date', 'date', 'date'],
      ['icc', 'text', 'icc'],
      ['label', 'text', 'label'],
      ['result', 'text', ({ result }) => wordOf(SMS_STATE_WORDS, result, language)],
      ['cause', 'text', ({ cause }) => smsCauseSentence(cause, language)],
      ['message', 'text', 'message'],
      ['segments', 'number', 'segments'],
      ['platform', 'text', ({ platform }) => SMS_PLATFORM_WORDS[isPlatform(platform) ? platform : ''][language]],
      ['user', 'text', 'user'],
      ['company', 'text', 'companyName'],
      ['settledAt', 'date', 'settledAt'],
    ],
  })
}

const isPlatform = (text: string): text is keyof typeof SMS_PLATFORM_WORDS => text in SMS_PLATFORM_WORDS
