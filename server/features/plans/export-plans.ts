import { Readable } from 'node:stream'
import type { CallInput } from '#contract/call.ts'
import { encodeTsv } from '#contract/list-codec.ts'
import { PLAN_WORDS } from '#contract/plans/plan-messages.ts'
import { type exportPlans as exportCall, planList } from '#contract/plans/plans.calls.ts'
import type { Language } from '#domain/languages.ts'
import { decimalsOf } from '#domain/money.ts'
import { originName } from '#domain/origins.ts'
import { consumptionPercent } from '#domain/usage.ts'
import type { Ctx } from '../../context.ts'
import { LIST_FILE_TYPES, writeListFile } from '../../files/list-file.ts'
import type { FileCell, FileColumn } from '../../files/table.ts'
import type { FileAnswer } from '../../http/answers.ts'
import { cellsOf } from './plan-pages.ts'
import { listPlans, type PlanRow } from './plans.queries.ts'

interface Shown {
  readonly name: keyof typeof PLAN_WORDS
  readonly kind: FileColumn['kind']
  readonly cell: (plan: PlanRow, language: Language) => FileCell
}

/** An amount for people: a spreadsheet adds whole units, not minor ones. */
const units = (minor: number, currency: string): number => minor / 10 ** decimalsOf(currency)

/** The columns for people, in the order of the page. */
const SHOWN: readonly Shown[] = [
  { name: 'plan', kind: 'text', cell: ({ planName }) => planName },
  { name: 'code', kind: 'text', cell: ({ planCode }) => planCode },
  { name: 'provider', kind: 'text', cell: ({ provider }, language) => originName(provider, language) },
  { name: 'simType', kind: 'text', cell: ({ simType }) => simType },
  { name: 'dataMb', kind: 'number', cell: ({ data }) => data },
  { name: 'sms', kind: 'number', cell: ({ sms }) => sms },
  { name: 'voiceMinutes', kind: 'number', cell: ({ voice }) => Math.round(voice / 6) / 10 },
  { name: 'price', kind: 'number', cell: ({ planPrice, currency }) => units(planPrice, currency) },
  { name: 'active', kind: 'number', cell: ({ totalActive }) => totalActive },
  { name: 'sims', kind: 'number', cell: ({ totalSims }) => totalSims },
  {
    name: 'poolPercent',
    kind: 'number',
    cell: ({ poolUsed, poolMb }) => (poolUsed === null || poolMb === null ? null : consumptionPercent(poolUsed, poolMb)),
  },
  { name: 'total', kind: 'number', cell: ({ totalPrice, currency }) => units(totalPrice, currency) },
  { name: 'currency', kind: 'text', cell: ({ currency }) => currency },
]

/** The list of plans as a file. */
export async function exportPlans(ctx: Ctx, { format, ...query }: CallInput<typeof exportCall>['query']): Promise<FileAnswer> {
  const plans = await listPlans(ctx, query)
  const { language } = ctx
  const columns = SHOWN.map(({ name, kind }): FileColumn => ({ header: PLAN_WORDS[name][language], kind }))
  return {
    contentType: LIST_FILE_TYPES[format],
    fileName: `planes-${ctx.now.toISOString().slice(0, 10)}.${format}`,
    content:
      format === 'tsv'
        ? Readable.from([encodeTsv(planList.names, plans.map(cellsOf))])
        : writeListFile(format, { columns, rows: people(plans, language), language }),
  }
}

async function* people(plans: readonly PlanRow[], language: Language): AsyncGenerator<FileCell[]> {
  for (const plan of plans) yield SHOWN.map(({ cell }) => cell(plan, language))
}
