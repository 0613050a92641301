import type { CallInput } from '#contract/call.ts'
import {
  REQUEST_SIM_WORDS,
  REQUEST_STATE_WORDS,
  REQUEST_TYPE_WORDS,
  REQUEST_WORDS,
} from '#contract/requests/request-messages.ts'
import {
  type exportRequests as exportCall,
  type exportRequestSims as exportSimsCall,
  requestList,
  requestSimList,
} from '#contract/requests/requests.calls.ts'
import { STATUS_WORDS } from '#contract/sims/sim-words.ts'
import type { Language } from '#domain/languages.ts'
import { originName } from '#domain/origins.ts'
import { administrativeStatusName } from '#domain/sim-status.ts'
import type { Ctx } from '#server/context.ts'
import type { FileDownload } from '#server/http/answers.ts'
import { datedName, exportList, wordOf } from '#server/http/export-list.ts'
import { requireRequest } from './request-row.ts'
import { assignedSimsQuery, REQUEST_ORDER, requestQuery } from './requests.queries.ts'

/** Requests in one file: more than a company ever has. */
const MAX_ROWS = 50_000

/** The list as a file. */
export function exportRequests(ctx: Ctx, { format, ...filter }: CallInput<typeof exportCall>['query']): Promise<FileDownload> {
  return exportList(ctx, format, {
    list: requestList,
    name: datedName(ctx, { es: 'solicitudes', en: 'requests' }),
    words: REQUEST_WORDS,
    rows: () => requestQuery(ctx, filter, { limit: MAX_ROWS }),
    order: { ...REQUEST_ORDER, limit: MAX_ROWS },
    columns: [
      ['requestId', 'number', 'requestId'],
      ['company', 'text', 'company'],
      ['creationDate', 'date', 'creationDate'],
      ['resolutionDate', 'date', 'resolutionDate'],
      ['requestingUser', 'text', 'requestingUser'],
      ['simQuantity', 'number', 'simQuantity'],
      ['type', 'text', ({ type }) => wordOf(REQUEST_TYPE_WORDS, type, ctx.language)],
      ['status', 'text', ({ status }) => wordOf(REQUEST_STATE_WORDS, status, ctx.language)],
    ],
  })
}

/** The SIMs of a request as a file. */
export async function exportRequestSims(
  ctx: Ctx,
  { params: { id }, query: { format } }: Pick<CallInput<typeof exportSimsCall>, 'params' | 'query'>,
): Promise<FileDownload> {
  const request = await requireRequest(ctx, ctx.db, id)
  const origins = await ctx.db.selectFrom('origins').select(['origin_id', 'name']).execute()
  const originOf = (providerId: number) => origins.find(({ origin_id }) => origin_id === providerId)?.name ?? ''
  return exportList(ctx, format, {
    list: requestSimList,
    name: datedName(ctx, { es: `solicitud-${id}-sims`, en: `request-${id}-sims` }),
    words: REQUEST_SIM_WORDS,
    rows: (limit) => assignedSimsQuery(request, { limit }),
    columns: [
      ['icc', 'text', 'icc'],
      ['label', 'text', 'label'],
      ['msisdn', 'text', 'msisdn'],
      ['origin', 'text', ({ providerId }) => originName(originOf(providerId), ctx.language)],
      ['simType', 'text', 'planTypeName'],
      ['plan', 'text', 'planName'],
      ['planCode', 'text', 'planCode'],
      ['activated', 'date', 'activationDate'],
      ['status', 'text', ({ status }) => statusWord(status, ctx.language)],
    ],
  })
}

function statusWord(status: number | null, language: Language): string {
  const name = status === null ? undefined : administrativeStatusName(status)
  return name ? STATUS_WORDS[language][name] : REQUEST_SIM_WORDS.moved[language]
}
