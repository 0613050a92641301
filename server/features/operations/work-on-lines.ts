import type { ItemFailure } from '#domain/operations.ts'
import { inTransaction } from '#server/context.ts'
import type { DatabaseTransaction } from '#server/db/database.ts'
import { isCheckViolation } from '#server/db/errors.ts'
import { retryDeadlock } from '#server/db/retry-deadlock.ts'
import { failLine, recheckEligibility, recheckPlan, type WorkServices } from './before-sending.ts'
import { planChanges } from './change-plans.ts'
import { holdDueLines, type LinePosition } from './claim-lines.ts'
import { moveLinesToGroups, refusedGroupLines } from './group-lines.ts'
import { writeCustomFields } from './local-work.ts'
import { lockLines, refusedLockLines } from './lock-lines.ts'
import { moveLines } from './move-lines.ts'
import { type OperationRow, shareLines } from './operation-row.ts'
import { type ClaimedLine, doneOutcome } from './outcomes.ts'
import { refusedTagLines, tagLines } from './tag-lines.ts'
import { targetPlanOf } from './target-plan.ts'
import { BATCH_LINES, TAG_BATCH_LINES } from './timing.ts'
import { type LineResult, writeHeld } from './write-outcomes.ts'

/**
 * Works on due lines of an operation that asks no network, from the first one or behind a position: what they change and their outcomes are
 * one transaction, so no line is claimed before. Where the process dies, its lines are due as before.
 * @returns the position of the last one; undefined when there are no more behind it
 */
export async function workOnLines(
  services: WorkServices,
  operation: OperationRow,
  behind?: LinePosition,
): Promise<LinePosition | undefined> {
  const attempt = (isCareful: boolean) => workAtOnce(services, operation, { behind, isCareful })
  if (operation.kind !== 'tag') return attempt(true)
  return attempt(false).catch((error) => {
    // few SIMs have nearly as many tags as they can have: reading how many each has takes a tenth of the time
    if (isCheckViolation(error)) return attempt(true)
    throw error
  })
}

interface Attempt {
  readonly behind: LinePosition | undefined
  /** asks first which SIMs cannot have more tags */
  readonly isCareful: boolean
}

async function workAtOnce(
  services: WorkServices,
  operation: OperationRow,
  { behind, isCareful }: Attempt,
): Promise<LinePosition | undefined> {
  return retryDeadlock(() =>
    inTransaction(services, async (trx) => {
      const now = services.clock()
      await shareLines(trx, operation)
      const areTagged = operation.kind === 'tag' || operation.kind === 'group'
      const limit = areTagged ? TAG_BATCH_LINES : BATCH_LINES
      const held = await holdDueLines(trx, operation, { limit, now, behind, withSims: areTagged })
      if (held.length === 0) return undefined
      await writeHeld(trx, operation, await judge(trx, operation, { held, now, isCareful }), {
        now,
        alongside: (inside, results) => carryOut(services, inside, { operation, results, now }),
      })
      return held.length < limit ? undefined : held.at(-1)?.position
    }),
  )
}

async function judge(
  trx: DatabaseTransaction,
  operation: OperationRow,
  { held, now, isCareful }: { readonly held: readonly ClaimedLine[]; readonly now: Date; readonly isCareful: boolean },
): Promise<LineResult[]> {
  const { kind } = operation
  const target = await targetPlanOf(trx, operation)
  const refused = new Map<string, ItemFailure>([
    ...(await refusedTagLines(trx, operation, held, isCareful)),
    ...(await refusedGroupLines(trx, operation, held)),
    ...(await refusedLockLines(trx, operation, held)),
  ])
  return held.map((line) => {
    const refusal = refused.get(line.iccid)
    const before =
      recheckEligibility(kind, line, now) ??
      (target && recheckPlan(target, line, now)) ??
      (refusal && failLine(kind, line, now, refusal, { retryable: true }))
    return { claimed: line, outcome: before ?? { ...doneOutcome(line, { kind, now }), event: null } }
  })
}

interface Work {
  readonly operation: OperationRow
  readonly results: readonly LineResult[]
  readonly now: Date
}

/** What the lines that succeed change. */
async function carryOut(
  { config }: Pick<WorkServices, 'config'>,
  trx: DatabaseTransaction,
  { operation, results, now }: Work,
): Promise<void> {
  const { kind } = operation
  if (kind === 'plan') return planChanges(operation, now)(trx, results)
  const lines = results.filter(({ outcome }) => outcome.state === 'succeeded').map(({ claimed }) => claimed)
  if (lines.length === 0) return
  if (kind === 'custom') await writeCustomFields(trx, operation, lines, now)
  else if (kind === 'tag') await tagLines(trx, operation, lines, now)
  else if (kind === 'group')
    await moveLinesToGroups(trx, operation, lines, { now, warningPercent: config.ALARM_WARNING_PERCENT })
  else if (kind === 'lock') await lockLines(trx, operation, lines, now)
  else await moveLines(trx, operation, lines, now)
}
