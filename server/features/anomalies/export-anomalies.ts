import { anomalyList, type exportAnomalies as exportCall } from '#contract/anomalies/anomalies.calls.ts'
import { ANOMALY_KIND_WORDS, ANOMALY_WORDS } from '#contract/anomalies/anomaly-messages.ts'
import type { CallInput } from '#contract/call.ts'
import type { Ctx } from '#server/context.ts'
import type { FileDownload } from '#server/http/answers.ts'
import { datedName, exportList, wordOf } from '#server/http/export-list.ts'
import { ANOMALY_ORDER, anomalyQuery } from './anomalies.queries.ts'

/** What was out of the ordinary as a file. */
export function exportAnomalies(ctx: Ctx, { format, ...filter }: CallInput<typeof exportCall>['query']): Promise<FileDownload> {
  const { language } = ctx
  return exportList(ctx, format, {
    list: anomalyList,
    name: datedName(ctx, { es: 'fuera-de-lo-comun', en: 'out-of-the-ordinary' }),
    words: ANOMALY_WORDS,
    rows: (limit) => anomalyQuery(ctx, filter, limit),
    order: ANOMALY_ORDER,
    columns: [
      ['lastAt', 'date', 'lastAt'],
      ['beganAt', 'date', 'beganAt'],
      ['hours', 'number', 'hours'],
      ['company', 'text', 'companyName'],
      ['kind', 'text', ({ kind }) => wordOf(ANOMALY_KIND_WORDS, kind, language)],
      ['measure', 'text', ({ measure }) => wordOf(ANOMALY_KIND_WORDS, measure, language)],
      ['device', 'text', 'device'],
      ['icc', 'text', 'icc'],
      ['label', 'text', 'label'],
      ['sims', 'number', 'sims'],
      ['peers', 'number', 'peers'],
      ['observed', 'number', ({ observed }) => Math.round(observed)],
      ['expected', 'number', ({ expected }) => Math.round(expected)],
      ['own', 'number', ({ own }) => Math.round(own)],
    ],
  })
}
