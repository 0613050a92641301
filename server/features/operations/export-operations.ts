import type { CallInput } from '#contract/call.ts'
import type { exportOperations as exportCall } from '#contract/operations/operation-files.calls.ts'
import { ACTION_WORDS, OPERATION_STATE_WORDS, OPERATION_WORDS } from '#contract/operations/operation-messages.ts'
import { operationList } from '#contract/operations/operations.calls.ts'
import type { Ctx } from '#server/context.ts'
import type { FileDownload } from '#server/http/answers.ts'
import { datedName, exportList, wordOf } from '#server/http/export-list.ts'
import { OPERATION_ORDER, operationListQuery } from './operation-list.queries.ts'

/** The list of operations as a file. */
export function exportOperations(
  ctx: Ctx,
  { format, ...filter }: CallInput<typeof exportCall>['query'],
): Promise<FileDownload> {
  return exportList(ctx, format, {
    list: operationList,
    name: datedName(ctx, { es: 'operaciones', en: 'operations' }),
    words: OPERATION_WORDS,
    rows: (limit) => operationListQuery(ctx, filter, limit),
    order: OPERATION_ORDER,
    columns: [
      ['operationId', 'number', 'operationId'],
      ['kind', 'text', ({ kind }) => wordOf(ACTION_WORDS, kind, ctx.language)],
      ['state', 'text', ({ state }) => wordOf(OPERATION_STATE_WORDS, state, ctx.language)],
      ['total', 'number', 'total'],
      ['succeeded', 'number', 'succeeded'],
      ['failed', 'number', 'failed'],
      ['skipped', 'number', 'skipped'],
      ['cancelled', 'number', 'cancelled'],
      ['running', 'number', 'running'],
      ['pending', 'number', 'pending'],
      ['icc', 'text', 'icc'],
      ['reason', 'text', 'reason'],
      ['user', 'text', 'user'],
      ['company', 'text', 'companyName'],
      ['created', 'date', 'createdAt'],
      ['scheduled', 'date', 'scheduledAt'],
      ['started', 'date', 'startedAt'],
      ['finished', 'date', 'finishedAt'],
    ],
  })
}
