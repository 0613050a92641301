import type { CallInput } from '#contract/call.ts'
import { PLAN_WORDS } from '#contract/plans/plan-messages.ts'
import { type exportPlans as exportCall, planList } from '#contract/plans/plans.calls.ts'
import { decimalsOf } from '#domain/money.ts'
import { originName } from '#domain/origins.ts'
import { consumptionPercent } from '#domain/usage.ts'
import type { Ctx } from '#server/context.ts'
import type { FileDownload } from '#server/http/answers.ts'
import { datedName, exportList } from '#server/http/export-list.ts'
import { cellsOf, listPlans } from './plans.queries.ts'

/** An amount for people: a spreadsheet adds whole units, not minor ones. */
const units = (minor: number, currency: string): number => minor / 10 ** decimalsOf(currency)

/** The list of plans as a file. */
export async function exportPlans(
  ctx: Ctx,
  { format, ...query }: CallInput<typeof exportCall>['query'],
): Promise<FileDownload> {
  const plans = await listPlans(ctx, query)
  return exportList(ctx, format, {
    list: planList,
    name: datedName(ctx, { es: 'planes', en: 'plans' }),
    words: PLAN_WORDS,
    rows: plans.map(cellsOf),
    columns: [
      ['plan', 'text', 'planName'],
      ['code', 'text', 'planCode'],
      ['provider', 'text', ({ provider }) => originName(provider, ctx.language)],
      ['simType', 'text', 'simType'],
      ['dataMb', 'number', 'data'],
      ['sms', 'number', 'sms'],
      ['voiceMinutes', 'number', ({ voice }) => Math.round(voice / 6) / 10],
      ['price', 'number', ({ planPrice, currency }) => units(planPrice, currency)],
      ['active', 'number', 'totalActive'],
      ['sims', 'number', 'totalSims'],
      [
        'poolPercent',
        'number',
        ({ poolUsed, poolMb }) => (poolUsed === null || poolMb === null ? null : consumptionPercent(poolUsed, poolMb)),
      ],
      ['total', 'number', ({ totalPrice, currency }) => units(totalPrice, currency)],
      ['currency', 'text', 'currency'],
    ],
  })
}
