import type { CallData } from '#contract/call.ts'
import type { ComparisonData, listComparisons as listCall } from '#contract/network-admin/comparisons.calls.ts'
import { COMPARISON_SENTENCES } from '#contract/network-admin/network-messages.ts'
import { AppError } from '#server/app-error.ts'
import { fromEachCell, withinEachCell } from '#server/cells/cell-context.ts'
import { type Ctx, inTransaction } from '#server/context.ts'
import { WithMessage } from '#server/http/answers.ts'
import { type Comparison, listComparisons, startComparison } from '#server/networks/orders/compare-sims.ts'
import { audit } from '#server/records/audit.ts'

type Answer = CallData<typeof listCall>

const SHOWN = 10

/** Comparisons of all cells: each begins in all of them at the same time, and ends with the last. */
export async function comparisonsData(ctx: Ctx): Promise<Answer> {
  const ofCells = await fromEachCell(ctx, ({ db }) => listComparisons(db, SHOWN))
  const byStart = Map.groupBy(ofCells.flat(), ({ startedAt }) => startedAt.getTime())
  const newestFirst = [...byStart].toSorted(([a], [b]) => b - a).slice(0, SHOWN)
  return { comparisons: newestFirst.map(([, parts]) => sumOf(parts)) }
}

function sumOf(parts: readonly Comparison[]): ComparisonData {
  const sum = (figure: 'total' | 'compared' | 'found' | 'open'): number => parts.reduce((total, one) => total + one[figure], 0)
  const ends = parts.map(({ finishedAt }) => finishedAt?.getTime() ?? Number.POSITIVE_INFINITY)
  const end = Math.max(...ends)
  return {
    startedAt: parts[0]?.startedAt.toISOString() ?? '',
    finishedAt: Number.isFinite(end) ? new Date(end).toISOString() : null,
    actor: parts[0]?.actor ?? '',
    total: sum('total'),
    compared: sum('compared'),
    found: sum('found'),
    open: sum('open'),
  }
}

/** Begins to ask the networks for every SIM. */
export async function beginComparison(ctx: Ctx): Promise<WithMessage<Answer>> {
  const { actor, now } = ctx
  await inTransaction(ctx, async (trx) => {
    const begun = await withinEachCell(trx, ctx, async (inside) => ({
      isNew: await startComparison(inside, { actor: actor.email, now }),
    }))
    if (!begun.every(({ isNew }) => isNew)) throw new AppError('conflict', { sentence: COMPARISON_SENTENCES.underWay })
    await audit(trx, ctx, { action: 'comparison.started', entity: 'sims', entityId: '' })
  })
  return new WithMessage(await comparisonsData(ctx), COMPARISON_SENTENCES.started)
}
