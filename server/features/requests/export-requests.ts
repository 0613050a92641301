import type { CallInput } from '#contract/call.ts'
import { REQUEST_STATE_WORDS, REQUEST_TYPE_WORDS, REQUEST_WORDS } from '#contract/requests/request-messages.ts'
import { type exportRequests as exportCall, requestList } from '#contract/requests/requests.calls.ts'
import type { Ctx } from '#server/context.ts'
import type { FileDownload } from '#server/http/answers.ts'
import { datedName, exportList, wordOf } from '#server/http/export-list.ts'
import { REQUEST_ORDER, requestQuery } from './requests.queries.ts'

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
