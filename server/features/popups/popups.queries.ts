import { sql } from 'kysely'
import type { PopupDetail, PopupRow } from '#contract/popups/popups.calls.ts'
import { AppError } from '#server/app-error.ts'
import type { Ctx } from '#server/context.ts'
import type { Database, DatabaseTransaction } from '#server/db/database.ts'
import { popupIsFor } from '#server/records/popups.queries.ts'

type PopupTexts = Pick<PopupDetail, 'titleEs' | 'titleEn' | 'contentEs' | 'contentEn'>

/** A popup that the user may read once it has begun, seen or not. @throws AppError not_found */
export async function requirePopup(ctx: Ctx, name: string): Promise<PopupTexts> {
  const { rows } = await sql<PopupTexts>`
    SELECT p.title_es AS "titleEs", p.title_en AS "titleEn", p.content_es AS "contentEs", p.content_en AS "contentEn"
    FROM popups p JOIN companies c ON c.company_id = ${ctx.actor.companyId}
    WHERE p.name = ${name} AND p.starts_at <= ${ctx.now} AND ${popupIsFor(sql`c.company_id`, sql`c.lineage`)}`.execute(ctx.db)
  const [popup] = rows
  if (!popup) throw new AppError('not_found')
  return popup
}

/** The same in the user's language. */
export async function popupText(ctx: Ctx, name: string): Promise<{ popupTitle: string; popupContent: string }> {
  const { titleEs, titleEn, contentEs, contentEn } = await requirePopup(ctx, name)
  return ctx.language === 'en'
    ? { popupTitle: titleEn, popupContent: contentEn }
    : { popupTitle: titleEs, popupContent: contentEs }
}

/** The recipients of popups, and how many have seen them. Deactivated users count in neither. */
const COLUMNS = sql`
  p.name, p.slot, p.title_es AS "titleEs", p.title_en AS "titleEn", p.content_es AS "contentEs", p.content_en AS "contentEn",
  p.starts_at AS "startsAt", nullif(p.ends_at, 'infinity') AS "endsAt", p.for_everyone AS everyone, p.actor AS author,
  (SELECT coalesce(jsonb_agg(jsonb_build_object('company', t.company_id, 'companyName', c.business_name, 'withBelow', t.with_below)
     ORDER BY c.business_name, c.company_id), '[]')
   FROM popup_targets t JOIN companies c ON c.company_id = t.company_id WHERE t.popup_name = p.name) AS companies,
  (SELECT count(*)::int FROM popup_views v JOIN users u ON u.user_id = v.user_id
   WHERE v.popup_name = p.name AND u.deactivated_at IS NULL) AS seen,
  (SELECT count(*)::int FROM users u JOIN companies c ON c.company_id = u.company_id
   WHERE u.deactivated_at IS NULL AND ${popupIsFor(sql`c.company_id`, sql`c.lineage`)}) AS audience`

type StoredPopup = Omit<PopupDetail, 'startsAt' | 'endsAt' | 'state'> & {
  readonly startsAt: Date
  readonly endsAt: Date | null
}

function popupOf({ startsAt, endsAt, ...stored }: StoredPopup, now: Date): PopupDetail {
  const state = endsAt && endsAt <= now ? 'ended' : startsAt > now ? 'planned' : 'shown'
  return { ...stored, startsAt: startsAt.toISOString(), endsAt: endsAt?.toISOString() ?? null, state }
}

/** Every popup, the latest first. They are written by hand: there are dozens, not thousands. */
export async function listAllPopups({ db, now }: Pick<Ctx, 'db' | 'now'>): Promise<PopupRow[]> {
  const { rows } = await sql<StoredPopup>`SELECT ${COLUMNS} FROM popups p ORDER BY p.starts_at DESC, p.name`.execute(db)
  return rows.map((row) => {
    const { contentEs: _, contentEn: __, ...popup } = popupOf(row, now)
    return popup
  })
}

/** @throws AppError not_found when there is none of that name */
export async function popupDetail(db: Database | DatabaseTransaction, now: Date, name: string): Promise<PopupDetail> {
  const { rows } = await sql<StoredPopup>`SELECT ${COLUMNS} FROM popups p WHERE p.name = ${name}`.execute(db)
  if (!rows[0]) throw new AppError('not_found')
  return popupOf(rows[0], now)
}
