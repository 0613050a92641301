import { type RawBuilder, sql } from 'kysely'

/**
 * The companies whose rows a person may see: a value that one must hold to reach tenant rows. Only `scopeOf` makes it,
 * from a checked login session; each tenant query asks for it.
 */
export type CompanyScope = { readonly kind: 'all' } | { readonly kind: 'companies'; readonly ids: readonly number[] }

/** Everyone sees their own company and those below it; the root company's are all there are. */
export function scopeOf(actor: { readonly companyIds: 'all' | readonly number[] }): CompanyScope {
  return actor.companyIds === 'all' ? { kind: 'all' } : { kind: 'companies', ids: actor.companyIds }
}

/** The scope narrowed to some companies; companies outside it fall away in silence, as if they did not exist. */
export function narrowScope(scope: CompanyScope, companyIds: readonly number[] | undefined): CompanyScope {
  if (!companyIds || companyIds.length === 0) return scope
  const ids = scope.kind === 'all' ? companyIds : companyIds.filter((id) => scope.ids.includes(id))
  return { kind: 'companies', ids: [...new Set(ids)] }
}

/** The scope as a condition on a company_id column; always a condition, so that forgetting it can't compile away. */
export function inScope(scope: CompanyScope, column: RawBuilder<unknown>): RawBuilder<boolean> {
  if (scope.kind === 'all') return sql<boolean>`true`
  const [only, ...others] = scope.ids
  if (only === undefined) return sql<boolean>`false`
  return others.length === 0 ? sql<boolean>`${column} = ${only}` : sql<boolean>`${column} = ANY(${[...scope.ids]}::int[])`
}

/**
 * The scope beside a search in the index of company and text. With one company it is a key of that index; several are written as
 * bigint, which it does not know, for it would be asked once for each: 350 ms for thirty companies instead of 35.
 */
export function inScopeBesideText(scope: CompanyScope, column: RawBuilder<unknown>): RawBuilder<boolean> {
  if (scope.kind === 'all' || scope.ids.length <= 1) return inScope(scope, column)
  return sql<boolean>`${column} = ANY(${[...scope.ids]}::bigint[])`
}
