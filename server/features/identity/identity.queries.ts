import type { SessionData } from '#contract/identity/identity.calls.ts'
import type { Actor, Ctx, RequestContext } from '../../context.ts'
import { unseenPopups } from '../../records/popups.queries.ts'

export async function sessionOf(ctx: RequestContext, actor: Actor): Promise<SessionData> {
  // portal view must not mark the viewed user's popups as seen
  const popups = actor.viewer ? new Map<number, string>() : await unseenPopups(ctx, actor)
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
