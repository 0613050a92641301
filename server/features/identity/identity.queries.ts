import { type RawBuilder, sql } from 'kysely'
import type { SessionData } from '#contract/identity/identity.calls.ts'
import type { Actor, Ctx, RequestContext } from '#server/context.ts'
import { unseenPopups } from '#server/records/popups.queries.ts'

export async function sessionOf(ctx: RequestContext, actor: Actor): Promise<SessionData> {
  // portal view must not mark the viewed user's popups as seen
  const popups = actor.viewer ? new Map<number, string>() : await unseenPopups(ctx, actor.home ?? actor)
  return {
    userName: actor.name,
    userLastname: actor.lastName,
    userEmail: actor.email,
    clientId: actor.companyId,
    companyName: actor.companyName,
    worksIn: worksIn(actor),
    canHibernate: actor.canHibernate ? '1' : '0',
    admin: actor.isAdmin ? '1' : '0',
    viewedBy: actor.viewer?.name ?? '',
    menu: [...actor.permits],
    ...(await fieldNamesOf(ctx, actor)),
    popup1: popups.get(1) ?? '0',
    popup2: popups.get(2) ?? '0',
  }
}

function worksIn({ companyIds, home, viewer }: Actor): SessionData['worksIn'] {
  if (home) return 'one'
  return !viewer && (companyIds === 'all' || companyIds.length > 1) ? 'all' : 'only'
}

type FieldNames = Pick<SessionData, 'customField1Name' | 'customField2Name'>

/**
 * The names of the two own fields of SIMs: those of the reader's company, or of the nearest above it that has names. None where a company
 * below calls them otherwise, for a list shows the SIMs of all.
 */
async function fieldNamesOf({ db }: Pick<RequestContext, 'db'>, { companyId }: Actor): Promise<FieldNames> {
  const nameOf = (column: RawBuilder<unknown>) => sql`coalesce((
    SELECT own.name FROM (
      SELECT a.${column} AS name FROM companies a WHERE a.company_id = ANY(c.lineage) AND a.${column} <> ''
      ORDER BY array_position(c.lineage, a.company_id) DESC LIMIT 1
    ) own
    WHERE NOT EXISTS (
      SELECT FROM companies b WHERE b.lineage @> ARRAY[c.company_id] AND b.${column} NOT IN ('', own.name))
  ), '')`
  const { rows } = await sql<FieldNames>`
    SELECT ${nameOf(sql`custom_field_1_name`)} AS "customField1Name", ${nameOf(sql`custom_field_2_name`)} AS "customField2Name"
    FROM companies c WHERE c.company_id = ${companyId}`.execute(db)
  return rows[0] ?? { customField1Name: '', customField2Name: '' }
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
