import { sql } from 'kysely'
import type { Logger } from 'pino'
import type { SupportMark } from '#contract/support/support.calls.ts'
import { fromEachCell } from '#server/cells/cell-context.ts'
import type { Ctx } from '#server/context.ts'
import { inScope, keyOf, scopeOf } from '#server/db/scope.ts'
import { LiveFeed, type Snapshot } from '#server/live/live-feed.ts'

/** More unread conversations are not counted: the mark shows '99+'. */
const MAX_COUNTED = 100
/** Latest changes that a version covers; more changes between two polls still change these. */
const MAX_CHANGED = 100

const NOTHING: SupportMark = { unread: 0, isLive: false, version: '' }

interface OwnRow extends SupportMark {
  readonly companyId: number
  readonly userId: number
}

const personOf = ({ companyId, userId }: Pick<OwnRow, 'companyId' | 'userId'>): string => `${companyId}.${userId}`

/** The marks of many users' own conversations, in one statement for each cell. */
async function ownMarks(readers: readonly Ctx[]): Promise<(ctx: Ctx) => SupportMark> {
  const byCell = Map.groupBy(readers, ({ db }) => db)
  const answers = await Promise.all([...byCell].map(([db, own]) => marksOfCell(db, own)))
  const marks = new Map(answers.flat().map(({ companyId, userId, ...mark }) => [personOf({ companyId, userId }), mark]))
  return ({ actor }) => marks.get(personOf(actor)) ?? NOTHING
}

async function marksOfCell(db: Ctx['db'], readers: readonly Ctx[]): Promise<OwnRow[]> {
  const people = readers.map(({ actor }) => actor)
  const { rows } = await sql<OwnRow>`
    SELECT s.company_id AS "companyId", s.user_id AS "userId", s.person_unread AS unread, s.state = 'open' AS "isLive",
      concat_ws('.', s.last_no, s.person_read_no, s.operator_read_no, s.state) AS version
    FROM unnest(${people.map(({ companyId }) => companyId)}::int[], ${people.map(({ userId }) => userId)}::int[]) AS w(company_id, user_id)
    JOIN support_conversations s ON s.company_id = w.company_id AND s.user_id = w.user_id`.execute(db)
  return rows
}

/** The operator's mark over all conversations. */
async function operatorMark(ctx: Ctx): Promise<SupportMark> {
  const ofCells = await fromEachCell(ctx, markOfCell)
  const unread = ofCells.reduce((sum, one) => sum + one.unread, 0)
  return { unread: Math.min(unread, MAX_COUNTED), isLive: true, version: ofCells.map(({ version }) => version).join('.') }
}

/** A row's xmin differs after each change, whatever its clock. */
async function markOfCell({ db, actor }: Ctx) {
  const isSeen = inScope(scopeOf(actor), sql`company_id`)
  const { rows } = await sql<{ unread: number; version: string }>`
    SELECT (SELECT count(*)::int FROM (SELECT FROM support_conversations WHERE operator_unread > 0 AND ${isSeen} LIMIT ${MAX_COUNTED}) u) AS unread,
      (SELECT coalesce(md5(string_agg(conversation_id || ':' || version, ' ' ORDER BY conversation_id)), '') FROM (
        SELECT conversation_id, xmin::text AS version FROM support_conversations WHERE ${isSeen} ORDER BY updated_at DESC LIMIT ${MAX_CHANGED}
      ) c) AS version`.execute(db)
  return rows[0] ?? { unread: 0, version: '' }
}

/** The unread count: for an administrator over the conversations of all companies they see, for others over their own. */
export async function readMark(ctx: Ctx): Promise<SupportMark> {
  return ctx.actor.isAdmin ? operatorMark(ctx) : (await ownMarks([ctx]))(ctx)
}

const topicOf = ({ actor }: Ctx): string => (actor.isAdmin ? `operator ${keyOf(scopeOf(actor))}` : String(actor.userId))

/** The live feed of marks: one topic for all administrators who see the same companies, one for each other user. */
export function createMarkFeed(log: Pick<Logger, 'error'>): LiveFeed<Ctx, SupportMark> {
  const poll = async (topics: readonly Ctx[]): Promise<Snapshot<SupportMark>[]> => {
    const markOf = await ownMarks(topics.filter(({ actor }) => !actor.isAdmin))
    return Promise.all(
      topics.map(async (ctx) => {
        const value = ctx.actor.isAdmin ? await operatorMark(ctx) : markOf(ctx)
        return { version: `${value.version} ${value.unread}`, value }
      }),
    )
  }
  return new LiveFeed({ keyOf: topicOf, poll, log })
}
