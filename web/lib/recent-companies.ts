import type { SessionData } from '#contract/identity/identity.calls.ts'
import { keptList } from './kept-list.ts'

/** A company that one worked in. */
export interface RecentCompany {
  readonly id: number
  readonly name: string
  /** the company above it */
  readonly about?: string | undefined
}

type Owner = Pick<SessionData, 'userEmail'>

function isCompany(value: unknown): value is RecentCompany {
  const { id, name, about } = (value ?? {}) as Partial<Record<keyof RecentCompany, unknown>>
  return Number.isInteger(id) && typeof name === 'string' && (about === undefined || typeof about === 'string')
}

const kept = keptList<RecentCompany, Owner>({
  key: 'enlace.companies',
  max: 5,
  nameOf: ({ userEmail }) => userEmail,
  isItem: isCompany,
  isSame: (one, other) => one.id === other.id,
})

/** The companies that the person worked in last in this browser, the latest first. */
export const readRecentCompanies = kept.read
export const deleteRecentCompanies = kept.deleteAll

export const keepRecentCompany = (owner: Owner, { id, name, about }: RecentCompany): void =>
  kept.keep(owner, { id, name, about })
