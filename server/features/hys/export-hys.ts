import type { CallInput } from '#contract/call.ts'
import { type exportHys as exportCall, hysList } from '#contract/hys/hys.calls.ts'
import { HYS_WORDS } from '#contract/hys/hys-messages.ts'
import { productTypeName } from '#domain/product-types.ts'
import type { Ctx } from '#server/context.ts'
import type { FileDownload } from '#server/http/answers.ts'
import { datedName, exportList } from '#server/http/export-list.ts'
import { HYS_ORDER, hysQuery } from './hys.queries.ts'

/** Devices and services as a file. */
export function exportHys(ctx: Ctx, { format, ...filter }: CallInput<typeof exportCall>['query']): Promise<FileDownload> {
  return exportList(ctx, format, {
    list: hysList,
    name: datedName(ctx, { es: 'hardware', en: 'hardware' }),
    words: HYS_WORDS,
    rows: (limit) => hysQuery(ctx, filter, limit),
    order: HYS_ORDER,
    columns: [
      ['productType', 'text', ({ productType }) => productTypeName(productType, ctx.language)],
      ['product', 'text', 'product'],
      ['imei', 'text', 'imei'],
      ['customField1', 'text', 'customField1'],
      ['customField2', 'text', 'customField2'],
      ['icc', 'text', 'icc'],
      ['simLabel', 'text', 'simLabel'],
      ['company', 'text', 'companyName'],
      ['acquired', 'date', 'acquiredAt'],
    ],
  })
}
