import { ALARM_ACTION_WORDS, ALARM_STATE_WORDS, ALARM_WORDS, ALL_PLANS } from '#contract/alarms/alarm-messages.ts'
import { alarmList, type exportAlarms as exportCall } from '#contract/alarms/alarms.calls.ts'
import type { CallInput } from '#contract/call.ts'
import type { Ctx } from '#server/context.ts'
import type { FileDownload } from '#server/http/answers.ts'
import { datedName, exportList, wordOf } from '#server/http/export-list.ts'
import { ALARM_ORDER, alarmQuery } from './alarms.queries.ts'

/** The list of alarms as a file. */
export function exportAlarms(ctx: Ctx, { format, ...filter }: CallInput<typeof exportCall>['query']): Promise<FileDownload> {
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
