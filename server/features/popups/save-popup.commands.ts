import { sql } from 'kysely'
import { POPUP_SENTENCES } from '#contract/popups/popup-messages.ts'
import type { PopupBody, PopupDetail } from '#contract/popups/popups.calls.ts'
import { popupName } from '#domain/popup-name.ts'
import { AppError, invalidField } from '#server/app-error.ts'
import { type Ctx, inTransaction } from '#server/context.ts'
import type { DatabaseTransaction } from '#server/db/database.ts'
import { WithMessage } from '#server/http/answers.ts'
import { audit } from '#server/records/audit.ts'
import { popupDetail, requirePopup } from './popups.queries.ts'

/** Marks the popup as seen by this user. */
export async function markPopupSeen(ctx: Ctx, name: string): Promise<null> {
  const popup = await requirePopup(ctx, name)
  await inTransaction(ctx, async (trx) => {
    const { numInsertedOrUpdatedRows } = await trx
      .insertInto('popup_views')
      .values({ popup_name: name, user_id: ctx.actor.userId, seen_at: ctx.now })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirstOrThrow()
    if (!numInsertedOrUpdatedRows) return
    await audit(trx, ctx, { action: 'popup.seen', entity: 'popup', entityId: name, ...withTitles(popup, {}, {}) })
  })
  return null
}

/** Rules beyond the schema: a popup has recipients, and ends after it begins. */
function check({ everyone, companies, startsAt, endsAt }: PopupBody): void {
  if (!everyone && companies.length === 0) throw invalidField('companies', POPUP_SENTENCES.noTarget)
  if (endsAt !== null && Date.parse(endsAt) <= Date.parse(startsAt))
    throw invalidField('endsAt', POPUP_SENTENCES.endsBeforeStart)
}

const columnsOf = (body: PopupBody) => ({
  slot: body.slot,
  title_es: body.titleEs,
  title_en: body.titleEn,
  content_es: body.contentEs,
  content_en: body.contentEn,
  for_everyone: body.everyone,
  starts_at: new Date(body.startsAt),
  ends_at: body.endsAt === null ? sql<Date>`'infinity'` : new Date(body.endsAt),
})

export function createPopup(ctx: Ctx, body: PopupBody): Promise<WithMessage<PopupDetail>> {
  check(body)
  return inTransaction(ctx, async (trx) => {
    const name = await freeName(trx, ctx, body.titleEs)
    await trx
      .insertInto('popups')
      .values({ name, ...columnsOf(body), created_at: ctx.now, actor: ctx.actor.email })
      .execute()
    await setTargets(trx, name, body)
    const made = await popupDetail(trx, ctx.now, name)
    await audit(trx, ctx, { action: 'popup.created', entity: 'popup', entityId: name, after: auditedOf(made) })
    return new WithMessage(made, POPUP_SENTENCES.created)
  })
}

/** A free name. Concurrent administrators wait for each other here. */
async function freeName(trx: DatabaseTransaction, { now }: Ctx, title: string): Promise<string> {
  await sql`LOCK TABLE popups IN SHARE ROW EXCLUSIVE MODE`.execute(trx)
  const day = now.toISOString().slice(0, 10)
  for (let taken = 0; ; taken++) {
    const name = popupName(title, day, taken)
    const holder = await trx.selectFrom('popups').select('name').where('name', '=', name).executeTakeFirst()
    if (!holder) return name
  }
}

async function setTargets(trx: DatabaseTransaction, name: string, { everyone, companies }: PopupBody): Promise<void> {
  await trx.deleteFrom('popup_targets').where('popup_name', '=', name).execute()
  const requested = new Map(companies.map(({ company, withBelow }) => [company, withBelow]))
  if (everyone || requested.size === 0) return
  const ids = [...requested.keys()]
  const known = await trx.selectFrom('companies').select('company_id').where('company_id', 'in', ids).execute()
  if (known.length < ids.length) throw invalidField('companies', POPUP_SENTENCES.unknownTarget)
  const rows = [...requested].map(([company_id, with_below]) => ({ popup_name: name, company_id, with_below }))
  await trx.insertInto('popup_targets').values(rows).execute()
}

export function changePopup(ctx: Ctx, name: string, body: PopupBody): Promise<WithMessage<PopupDetail>> {
  check(body)
  return inTransaction(ctx, async (trx) => {
    const before = await changedPopup(trx, ctx, name)
    await trx.updateTable('popups').set(columnsOf(body)).where('name', '=', name).execute()
    await setTargets(trx, name, body)
    const after = await popupDetail(trx, ctx.now, name)
    const changes = { before: auditedOf(before), after: auditedOf(after) }
    await audit(trx, ctx, { action: 'popup.changed', entity: 'popup', entityId: name, ...changes })
    return new WithMessage(after, POPUP_SENTENCES.changed)
  })
}

/** Ends a popup now; one that has not begun is never shown. */
export function endPopup(ctx: Ctx, name: string): Promise<WithMessage<PopupDetail>> {
  return inTransaction(ctx, async (trx) => {
    const before = await changedPopup(trx, ctx, name)
    await sql`
      UPDATE popups SET starts_at = least(starts_at, ${ctx.now}), ends_at = ${ctx.now} WHERE name = ${name}`.execute(trx)
    const after = await popupDetail(trx, ctx.now, name)
    const changes = withTitles(after, { endsAt: before.endsAt }, { endsAt: after.endsAt })
    await audit(trx, ctx, { action: 'popup.ended', entity: 'popup', entityId: name, ...changes })
    return new WithMessage(after, POPUP_SENTENCES.ended)
  })
}

async function changedPopup(trx: DatabaseTransaction, { now }: Ctx, name: string): Promise<PopupDetail> {
  await trx.selectFrom('popups').select('name').where('name', '=', name).forUpdate().executeTakeFirst()
  const popup = await popupDetail(trx, now, name)
  if (popup.state === 'ended') throw new AppError('conflict', { sentence: POPUP_SENTENCES.hasEnded })
  return popup
}

/** Titles name a popup in the log; the same on both sides, they are no change. */
const withTitles = ({ titleEs, titleEn }: Pick<PopupDetail, 'titleEs' | 'titleEn'>, before: object, after: object) => ({
  before: { titleEs, titleEn, ...before },
  after: { titleEs, titleEn, ...after },
})

/** The values of a popup for the audit. */
function auditedOf({ companies, ...popup }: PopupDetail) {
  const { slot, titleEs, titleEn, contentEs, contentEn, startsAt, endsAt, everyone } = popup
  const targets = companies.map(({ companyName, withBelow }) => (withBelow ? `${companyName} +` : companyName))
  return { slot, titleEs, titleEn, contentEs, contentEn, startsAt, endsAt, everyone, companies: targets }
}
