import { sql } from 'kysely'
import type { Logger } from 'pino'
import type { SupportMark } from '#contract/support/support.calls.ts'
import { LiveFeed, type Snapshot } from '#server/live/live-feed.ts'
import type { Ctx } from '../../context.ts'

/** More unread conversations are not counted: the mark shows '99+'. */
const MAX_COUNTED = 100
/** Latest changes that a version covers; more changes between two polls still change these. */
const MAX_CHANGED = 100

const NOTHING: SupportMark = { unread: 0, isLive: false, version: '' }

interface OwnRow extends SupportMark {
  readonly companyId: number
  readonly userId: number
}

/** The marks of many users' own conversations, in one statement. */
async function ownMarks(readers: readonly Ctx[]): Promise<(ctx: Ctx) => SupportMark> {
  const [first] = readers
  if (!first) return () => NOTHING
  const people = readers.map(({ actor }) => actor)
  const { rows } = await sql<OwnRow>`
    SELECT s.company_id AS "companyId", s.user_id AS "userId", s.person_unread AS unread, s.state = 'open' AS "isLive",
      concat_ws('.', s.last_no, s.person_read_no, s.operator_read_no, s.state) AS version
    FROM unnest(${people.map(({ companyId }) => companyId)}::int[], ${people.map(({ userId }) => userId)}::int[]) AS w(company_id, user_id)
    JOIN support_conversations s ON s.company_id = w.company_id AND s.user_id = w.user_id`.execute(first.db)
  const marks = new Map(rows.map(({ companyId, userId, ...mark }) => [`${companyId}.${userId}`, mark]))
  return ({ actor }) => marks.get(`${actor.companyId}.${actor.userId}`) ?? NOTHING
}

/** The operator's mark over all conversations. A row's xmin differs after each change, whatever its clock. */
async function operatorMark({ db }: Ctx): Promise<SupportMark> {
  const { rows } = await sql<{ unread: number; version: string }>`
    SELECT (SELECT count(*)::int FROM (SELECT FROM support_conversations WHERE operator_unread > 0 LIMIT ${MAX_COUNTED}) u) AS unread,
      (SELECT coalesce(md5(string_agg(conversation_id || ':' || version, ' ' ORDER BY conversation_id)), '') FROM (
        SELECT conversation_id, xmin::text AS version FROM support_conversations ORDER BY updated_at DESC LIMIT ${MAX_CHANGED}
      ) c) AS version`.execute(db)
  const { unread = 0, version = '' } = rows[0] ?? {}
  return { unread, isLive: true, version }
}

/** The unread count: for an administrator over all conversations, for others over their own. */
export async function readMark(ctx: Ctx): Promise<SupportMark> {
  return ctx.actor.isAdmin ? operatorMark(ctx) : (await ownMarks([ctx]))(ctx)
}

/** The live feed of marks: one topic for all administrators, one for each other user. */
export function createMarkFeed(log: Pick<Logger, 'error'>): LiveFeed<Ctx, SupportMark> {
  const poll = async (topics: readonly Ctx[]): Promise<Snapshot<SupportMark>[]> => {
    const operator = topics.find(({ actor }) => actor.isAdmin)
    const [all, markOf] = await Promise.all([
      operator ? operatorMark(operator) : NOTHING,
      ownMarks(topics.filter(({ actor }) => !actor.isAdmin)),
    ])
    return topics.map((ctx) => {
      const value = ctx.actor.isAdmin ? all : markOf(ctx)
      return { version: `${value.version} ${value.unread}`, value }
    })
  }
  return new LiveFeed({ keyOf: ({ actor }) => (actor.isAdmin ? 'operator' : String(actor.userId)), poll, log })
}
