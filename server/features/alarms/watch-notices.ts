import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { fromEachCell } from '#server/cells/cell-context.ts'
import type { Ctx } from '#server/context.ts'
import { inScope, scopeOf } from '#server/db/scope.ts'

const POLL_INTERVAL_MS = 1_000
/** A change has the time of its statement and becomes visible when its transaction commits: a poll reads back this far. */
const OVERLAP_MS = 5_000

/** Notifies that the reader's notices have changed, in any process, until the time is over or the reader disconnects. */
export async function* watchNotices(ctx: Ctx, seconds: number): AsyncGenerator<{ at: string }> {
  const until = performance.now() + seconds * 1000
  let seen = await lastChange(ctx, undefined)
  yield { at: ctx.now.toISOString() }
  while (performance.now() < until) {
    await sleep(POLL_INTERVAL_MS)
    const latest = await lastChange(ctx, seen)
    if (latest.key === seen.key) continue
    seen = latest
    yield { at: ctx.clock().toISOString() }
  }
}

interface Seen {
  readonly at: Date
  /** differs whenever the notices or their mails have changed */
  readonly key: string
}

async function lastChange(ctx: Ctx, seen: Seen | undefined): Promise<Seen> {
  const ofCells = await fromEachCell(ctx, (cell) => lastChangeOfCell(cell, seen))
  const at = ofCells.reduce((latest, one) => (one.at > latest ? one.at : latest), new Date(0))
  return { at, key: ofCells.map(({ key }) => key).join() }
}

async function lastChangeOfCell(ctx: Ctx, seen: Seen | undefined): Promise<Seen> {
  const scope = scopeOf(ctx.actor)
  const { rows } = await sql<{ at: Date | null; changes: number }>`
    SELECT max(n.changed_at) AS at, count(*)::int AS changes FROM alarm_notices n
    WHERE n.changed_at > ${seen ? new Date(seen.at.getTime() - OVERLAP_MS) : sql`now() - interval '5 seconds'`}
      AND ${inScope(scope, sql`n.company_id`)}`.execute(ctx.db)
  const { rows: mails } = await sql<{ open: number }>`
    SELECT count(*)::int AS open FROM mails m
    WHERE m.state IN ('queued', 'sending') AND m.kind = 'alarm' AND ${inScope(scope, sql`m.company_id`)}`.execute(ctx.db)
  const { at = null, changes = 0 } = rows[0] ?? {}
  const latest = at ?? seen?.at ?? new Date(0)
  return { at: latest, key: `${latest.getTime()} ${changes} ${mails[0]?.open}` }
}
