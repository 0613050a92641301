import type { Call, CallInput } from '#contract/call.ts'
import type { Ctx } from '../context.ts'
import { inCell, whereFound } from './cell-context.ts'
import type { Cell } from './cells.ts'

export interface CellOptions {
  /** it is about no one cell, whatever it names: the handler asks the cells that it needs */
  readonly spansCells?: boolean
  /** its body names something of a cell, as the path of others does */
  readonly isOfBody?: boolean
  /** what the path's `id` is, where that is in no cell: its company has one */
  readonly idOf?: 'company' | 'user'
}

/** Names under which calls name the one company that they are about. */
const COMPANY_NAMES = ['companyId', 'company', 'parentId'] as const

/**
 * Does the work of a call in the cell that it is about, for actors who may read several: that of the company it names, or of the user's,
 * else the one that has what its path or its body names. Lists and sums, which name nothing, ask each cell by themselves.
 */
export async function inCellOfCall<T>(
  ctx: Ctx,
  call: Call,
  input: CallInput<Call>,
  { spansCells = false, isOfBody = false, idOf }: CellOptions,
  work: (ctx: Ctx) => Promise<T>,
): Promise<T> {
  if (ctx.readableCells.length === 1 || spansCells || isOfTree(input)) return work(ctx)
  const companyId = await companyOfCall(ctx, input, idOf)
  if (companyId !== undefined) return work(inCell(ctx, await cellOf(ctx, companyId)))
  return call.params || isOfBody ? whereFound(ctx, work) : work(ctx)
}

/** A company is asked for with those below it: the tree of the first one is in every cell. */
const isOfTree = ({ query }: CallInput<Call>): boolean =>
  (query as { readonly subsidiaries?: unknown } | undefined)?.subsidiaries === 'true'

async function companyOfCall(ctx: Ctx, input: CallInput<Call>, idOf: CellOptions['idOf']): Promise<number | undefined> {
  const names = idOf === 'company' ? [...COMPANY_NAMES, 'id'] : COMPANY_NAMES
  const companyId = numberNamed(input, names)
  const userId = companyId === undefined ? numberNamed(input, idOf === 'user' ? ['userId', 'id'] : ['userId']) : undefined
  return userId === undefined ? companyId : companyOfUser(ctx, userId)
}

function numberNamed({ params, query, body }: CallInput<Call>, names: readonly string[]): number | undefined {
  for (const part of [params, query, body] as (Readonly<Record<string, unknown>> | undefined)[]) {
    for (const name of names) {
      const value = part?.[name]
      if (typeof value === 'number') return value
    }
  }
  return undefined
}

/** The own company for a user who does not exist: they are not found there either. */
async function companyOfUser({ db, actor }: Ctx, userId: number): Promise<number> {
  const row = await db.selectFrom('users').select('company_id').where('user_id', '=', userId).executeTakeFirst()
  return row?.company_id ?? actor.companyId
}

/** Home for a company that does not exist: it is not found there either. */
async function cellIdOf({ db, cells }: Pick<Ctx, 'db' | 'cells'>, companyId: number): Promise<number> {
  const row = await db.selectFrom('companies').select('cell_id').where('company_id', '=', companyId).executeTakeFirst()
  return row?.cell_id ?? cells.home.cellId
}

export const cellOf = async (ctx: Pick<Ctx, 'db' | 'cells'>, companyId: number): Promise<Cell> =>
  ctx.cells.of(await cellIdOf(ctx, companyId))
