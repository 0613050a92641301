import { type RawBuilder, sql } from 'kysely'
import { distinctTags, tagKey } from '#domain/tags.ts'
import type { SimKey } from './sim-key.ts'

/** The tags that one SIM gets and loses, by name. A name on both sides is put on. */
export interface SimTagChange extends SimKey {
  readonly add: readonly string[]
  readonly remove: readonly string[]
}

/** One tag of one SIM. */
export interface RequestedTag extends SimKey {
  readonly name: string
  readonly key: string
  readonly isAdded: boolean
}

export function rowsOf(changes: readonly SimTagChange[]): RequestedTag[] {
  return changes.flatMap(({ companyId, iccid, add, remove }) => {
    const added = distinctTags(add)
    const keys = new Set(added.map(tagKey))
    const removed = distinctTags(remove).filter((name) => !keys.has(tagKey(name)))
    const rowOf = (isAdded: boolean) => (name: string) => ({ companyId, iccid, name, key: tagKey(name), isAdded })
    return [...added.map(rowOf(true)), ...removed.map(rowOf(false))]
  })
}

/** Those that are put on, or those that are taken off, as rows `w` with company_id, iccid, key and position. */
export const requestedRows = (requested: readonly RequestedTag[], isAdded: boolean): RawBuilder<unknown> => {
  const rows = requested.filter((row) => row.isAdded === isAdded)
  return sql`unnest(${rows.map((row) => row.companyId)}::int[], ${rows.map((row) => row.iccid)}::text[],
    ${rows.map((row) => row.key)}::text[]) WITH ORDINALITY AS w(company_id, iccid, key, position)`
}

/** Which tag of which company. */
export const companyTagKey = ({ companyId, key }: { companyId: number; key: string }): string => `${companyId} ${key}`

/** One row for each tag of a company, whatever SIMs it is requested for. */
export const oneRowPerTag = <T extends { companyId: number; key: string }>(requested: readonly T[]): T[] => [
  ...new Map(requested.map((row) => [companyTagKey(row), row])).values(),
]
