import type { Call, CallInput } from '#contract/call.ts'
import type { Ctx } from '../context.ts'
import { inCell, whereFound } from './cell-context.ts'

/** Names under which calls name the one company that they are about. */
const COMPANY_NAMES = ['companyId', 'company', 'parentId'] as const

/**
 * Does the work of a call in the cell that it is about, for actors who may read several: that of the company it names, else the one
 * that has what its path names. Lists and sums, which name nothing, ask each cell by themselves.
 */
export async function inCellOfCall<T>(
  ctx: Ctx,
  call: Call,
  input: CallInput<Call>,
  { spansCells = false }: { readonly spansCells?: boolean },
  work: (ctx: Ctx) => Promise<T>,
): Promise<T> {
  if (ctx.readableCells.length === 1) return work(ctx)
  const companyId = companyNamed(input)
  if (companyId !== undefined) return work(inCell(ctx, await ctx.cells.of(await cellOfCompany(ctx, companyId))))
  return call.params && !spansCells ? whereFound(ctx, work) : work(ctx)
}

function companyNamed({ params, query, body }: CallInput<Call>): number | undefined {
  for (const part of [params, query, body] as (Readonly<Record<string, unknown>> | undefined)[]) {
    for (const name of COMPANY_NAMES) {
      const value = part?.[name]
      if (typeof value === 'number') return value
    }
  }
  return undefined
}

/** Home for a company that does not exist: it is not found there either. */
export async function cellOfCompany({ db, cells }: Pick<Ctx, 'db' | 'cells'>, companyId: number): Promise<number> {
  const row = await db.selectFrom('companies').select('cell_id').where('company_id', '=', companyId).executeTakeFirst()
  return row?.cell_id ?? cells.home.cellId
}
