import { sql } from 'kysely'
import type { SimGroupRule } from '#contract/groups/groups.calls.ts'
import { groupKey } from '#domain/groups.ts'
import { tagKey } from '#domain/tags.ts'
import type { DatabaseTransaction } from '../db/database.ts'

/** What a rule names of its company: tags, or fixed groups. */
export type NamedInRules = 'tags' | 'groups'

export interface StoredRule {
  readonly groupId: number
  readonly rule: SimGroupRule
}

const KEY_OF = { tags: tagKey, groups: groupKey } as const

/** The rules of a company's groups, so many as COMPANY_RULES_MAX. */
export async function rulesOf(trx: DatabaseTransaction, companyId: number): Promise<StoredRule[]> {
  const { rows } = await sql<StoredRule>`
    SELECT t.tag_id AS "groupId", t.rule
    FROM tags t WHERE t.company_id = ${companyId} AND t.rule IS NOT NULL ORDER BY t.tag_id`.execute(trx)
  return rows
}

/**
 * Tags, groups and their rules are made, renamed and deleted by one transaction at a time in a company: rules have names in them, groups
 * are inside others, and each rule has a place of its own. The first lock of a transaction, so that none waits for it with rows of others.
 */
export async function lockRules(trx: DatabaseTransaction, companyId: number): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended('group rules', ${companyId}))`.execute(trx)
}

/** Whether a rule of the company filters by a tag or a group of one of these names. */
export async function areInRules(
  trx: DatabaseTransaction,
  companyId: number,
  { kind, names }: { readonly kind: NamedInRules; readonly names: readonly string[] },
): Promise<boolean> {
  const keys = new Set(names.map(KEY_OF[kind]))
  return (await rulesOf(trx, companyId)).some(({ rule }) => rule[kind]?.some((name) => keys.has(KEY_OF[kind](name))))
}

/** Rules filter by names: they follow a tag or a group that gets another. */
export async function renameInRules(
  trx: DatabaseTransaction,
  companyId: number,
  { kind, from, to }: { readonly kind: NamedInRules; readonly from: string; readonly to: string },
): Promise<void> {
  const keyOf = KEY_OF[kind]
  for (const { groupId, rule } of await rulesOf(trx, companyId)) {
    if (!rule[kind]?.some((name) => keyOf(name) === keyOf(from))) continue
    const renamed = { ...rule, [kind]: rule[kind].map((name) => (keyOf(name) === keyOf(from) ? to : name)) }
    await sql`
      UPDATE tags SET rule = ${JSON.stringify(renamed)}::jsonb
      WHERE company_id = ${companyId} AND tag_id = ${groupId}`.execute(trx)
  }
}
