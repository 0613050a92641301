import { type RawBuilder, sql } from 'kysely'
import type { CallData, CallInput } from '#contract/call.ts'
import { DRIFT_SENTENCES, settling } from '#contract/network-admin/network-messages.ts'
import type { DriftGoal, settleDrifts as settleCall } from '#contract/network-admin/networks.calls.ts'
import { iccidCandidates } from '#domain/identifiers.ts'
import { fromEachCell } from '#server/cells/cell-context.ts'
import { type Ctx, inTransaction } from '#server/context.ts'
import type { DatabaseTransaction } from '#server/db/database.ts'
import { WithMessage } from '#server/http/answers.ts'
import { ORDER_HOURS, type OrderGoal } from '#server/networks/orders/order.ts'
import { audit } from '#server/records/audit.ts'
import { isOfKind } from './drift-kinds.ts'

type DriftChoice = CallInput<typeof settleCall>['body']
type Answer = CallData<typeof settleCall>

const GOAL_OF: Readonly<Record<DriftGoal, OrderGoal>> = { network: 'adopt', ours: 'push' }

/** Settles differences in the background, in one direction. Accepts any number in one statement. */
export async function settleDrifts(ctx: Ctx, choice: DriftChoice): Promise<WithMessage<Answer>> {
  const answer = await settleInCells(ctx, choice)
  const codes = answer.excluded.map(({ code }) => code)
  return new WithMessage(answer, settling(answer.accepted, codes))
}

async function settleInCells(ctx: Ctx, choice: DriftChoice): Promise<Answer> {
  const answers = await fromEachCell(ctx, (cell) => settleInCell(cell, choice))
  const accepted = answers.reduce((sum, one) => sum + one.accepted, 0)
  const [only, ...others] = answers.map(({ excluded }) => excluded)
  if (!only || others.length === 0) return { accepted, excluded: only ?? [] }
  // what a cell does not have is excluded where none has it
  const excluded = choice.icc?.flatMap((icc) => {
    const verdicts = [only, ...others].map((one) => one.find((line) => line.icc === icc))
    if (verdicts.includes(undefined)) return []
    return verdicts.find((line) => line?.code !== 'not_found') ?? verdicts[0] ?? []
  })
  return { accepted, excluded: excluded ?? [] }
}

async function settleInCell(ctx: Ctx, { goal, icc, networkId, kind, reason = '' }: DriftChoice): Promise<Answer> {
  const named = icc && [...new Set(icc.flatMap((one) => iccidCandidates(one)))]
  const which = [
    ...(named ? [sql`d.iccid = ANY(${named}::text[])`] : []),
    ...(networkId
      ? [
          sql`EXISTS (SELECT FROM sims s JOIN network_routes r ON r.origin_id = s.origin_id AND r.sim_type_id = s.sim_type_id
            WHERE s.company_id = d.company_id AND s.iccid = d.iccid AND r.network_id = ${networkId})`,
        ]
      : []),
    ...(kind ? [isOfKind(kind)] : []),
    // a profile is the plan's and a lock the company's: only a state is adopted
    ...(goal === 'network' ? [isOfKind('state')] : []),
  ]
  return inTransaction(ctx, async (trx) => {
    const open = named ? await openOf(trx, named) : new Map<string, Open>()
    const accepted = await order(trx, ctx, GOAL_OF[goal], reason, which)
    const excluded = (icc ?? []).flatMap((one) => excludedOf(one, open, goal, ctx))
    if (accepted > 0) {
      const entityId = named?.length === 1 && named[0] ? named[0] : ''
      await audit(trx, ctx, {
        action: 'drifts.settled',
        entity: entityId === '' ? 'sims' : 'sim',
        entityId,
        after: {
          goal,
          accepted,
          ...(icc ? { icc } : {}),
          ...(networkId ? { networkId } : {}),
          ...(kind ? { kind } : {}),
          ...(reason ? { reason } : {}),
        },
      })
    }
    return { accepted, excluded }
  })
}

interface Open {
  readonly isOrdered: boolean
  readonly isOfState: boolean
}

/** ICCIDs with an open difference, whether it is being settled, and whether it is one of the state. */
async function openOf(trx: DatabaseTransaction, iccids: readonly string[]): Promise<Map<string, Open>> {
  const { rows } = await sql<Open & { iccid: string }>`
    SELECT d.iccid, bool_or(o.iccid IS NOT NULL) AS "isOrdered", bool_or(${isOfKind('state')}) AS "isOfState"
    FROM sim_drifts d LEFT JOIN network_orders o ON o.company_id = d.company_id AND o.iccid = d.iccid
    WHERE d.settled_at IS NULL AND d.iccid = ANY(${iccids}::text[]) GROUP BY d.iccid`.execute(trx)
  return new Map(rows.map((row) => [row.iccid, row]))
}

function excludedOf(icc: string, open: ReadonlyMap<string, Open>, goal: DriftGoal, { language }: Ctx): Answer['excluded'] {
  const found = iccidCandidates(icc).flatMap((one) => open.get(one) ?? [])[0]
  const code = !found
    ? 'not_found'
    : found.isOrdered
      ? 'operation_open'
      : goal === 'network' && !found.isOfState
        ? 'portal_decides'
        : undefined
  return code === undefined ? [] : [{ icc, code, text: DRIFT_SENTENCES[code][language] }]
}

/** @returns the number of new orders */
async function order(
  trx: DatabaseTransaction,
  { now, actor }: Ctx,
  goal: OrderGoal,
  reason: string,
  which: readonly RawBuilder<unknown>[],
): Promise<number> {
  // a cluster counts lines that conflict as well
  const { rows } = await sql<{ orders: number }>`
    WITH differing AS (
      SELECT DISTINCT d.company_id, d.iccid FROM sim_drifts d
      WHERE ${sql.join([sql`d.settled_at IS NULL`, ...which], sql` AND `)} ORDER BY 1, 2
    ), ordered AS (
      INSERT INTO network_orders (company_id, iccid, goal, actor, reason, requested_at, due_at, expires_at)
      SELECT company_id, iccid, ${goal}, ${actor.email}, ${reason}, ${now}::timestamptz, ${now}::timestamptz,
        ${now}::timestamptz + make_interval(hours => ${ORDER_HOURS})
      FROM differing
      ON CONFLICT (company_id, iccid) DO NOTHING RETURNING iccid
    )
    SELECT count(*)::int AS orders FROM ordered`.execute(trx)
  return rows[0]?.orders ?? 0
}
