import type { SessionData } from '#contract/identity.calls.ts'
import type { Actor, Ctx, RequestContext } from '../../context.ts'

/** The popups that the user has not seen yet and that are for their company or one above it. */
async function openPopups(ctx: RequestContext, actor: Actor): Promise<Map<number, string>> {
  const rows = await ctx.db
    .selectFrom('popups as p')
    .select(['p.slot', 'p.name'])
    .where('p.starts_at', '<=', ctx.now)
    .where('p.ends_at', '>', ctx.now)
    .where((eb) =>
      eb.or([
        eb('p.company_id', 'is', null),
        eb('p.company_id', 'in', (sub) =>
          sub
            .selectFrom('companies as c')
            .select((row) => row.fn<number>('unnest', ['c.lineage']).as('company_id'))
            .where('c.company_id', '=', actor.companyId),
        ),
      ]),
    )
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('popup_views as v')
            .select('v.user_id')
            .whereRef('v.popup_name', '=', 'p.name')
            .where('v.user_id', '=', actor.userId),
        ),
      ),
    )
    .orderBy('p.starts_at', 'desc')
    .execute()
  return new Map(rows.map((row) => [row.slot, row.name]))
}

export async function sessionOf(ctx: RequestContext, actor: Actor): Promise<SessionData> {
  // whoever looks as somebody else must not use up what was not shown to them
  const popups = actor.viewer ? new Map<number, string>() : await openPopups(ctx, actor)
  return {
    userName: actor.name,
    userLastname: actor.lastName,
    userEmail: actor.email,
    clientId: actor.companyId,
    companyName: actor.companyName,
    canHibernate: actor.canHibernate ? '1' : '0',
    admin: actor.isAdmin ? '1' : '0',
    viewedBy: actor.viewer?.name ?? '',
    menu: [...actor.permits],
    popup1: popups.get(1) ?? '0',
    popup2: popups.get(2) ?? '0',
  }
}

/** A popup that the user may read, whether or not they have seen it; undefined when there is none of that name. */
export async function findPopup(ctx: Ctx, name: string): Promise<{ popupTitle: string; popupContent: string } | undefined> {
  const row = await ctx.db
    .selectFrom('popups as p')
    .selectAll('p')
    .innerJoin('companies as own', (join) => join.on('own.company_id', '=', ctx.actor.companyId))
    .where('p.name', '=', name)
    .where((eb) => eb.or([eb('p.company_id', 'is', null), eb('p.company_id', '=', eb.fn.any('own.lineage'))]))
    .executeTakeFirst()
  if (!row) return undefined
  return ctx.language === 'en'
    ? { popupTitle: row.title_en, popupContent: row.content_en }
    : { popupTitle: row.title_es, popupContent: row.content_es }
}

export async function listCountries(ctx: Ctx): Promise<{ countryId: number; countryName: string }[]> {
  const name = ctx.language === 'en' ? 'name_en' : 'name_es'
  const rows = await ctx.db
    .selectFrom('countries')
    .select(['country_id', `${name} as name`])
    .execute()
  const collator = new Intl.Collator(ctx.language)
  return rows
    .map((row) => ({ countryId: row.country_id, countryName: row.name }))
    .sort((a, b) => collator.compare(a.countryName, b.countryName))
}
