import type { SessionData } from '#contract/identity/identity.calls.ts'

/** A company that one worked in. */
export interface RecentCompany {
  readonly id: number
  readonly name: string
  /** the company above it */
  readonly about?: string | undefined
}

const KEY = 'enlace.companies'
const MAX = 5

type Owner = Pick<SessionData, 'userEmail'>

function isCompany(value: unknown): value is RecentCompany {
  const { id, name, about } = (value ?? {}) as Partial<Record<keyof RecentCompany, unknown>>
  return Number.isInteger(id) && typeof name === 'string' && (about === undefined || typeof about === 'string')
}

/** The companies that the person worked in last in this browser, the latest first. */
export function readRecentCompanies({ userEmail }: Owner): readonly RecentCompany[] {
  try {
    const { owner, items } = JSON.parse(localStorage.getItem(KEY) ?? '{}') as { owner?: unknown; items?: unknown }
    return owner === userEmail && Array.isArray(items) ? items.filter(isCompany).slice(0, MAX) : []
  } catch {
    // storage can be blocked, or hold what another version wrote
    return []
  }
}

/** Puts it first. */
export function keepRecentCompany(owner: Owner, { id, name, about }: RecentCompany): void {
  const items = [{ id, name, about }, ...readRecentCompanies(owner).filter((one) => one.id !== id)].slice(0, MAX)
  try {
    localStorage.setItem(KEY, JSON.stringify({ owner: owner.userEmail, items }))
  } catch {
    // without storage there are none
  }
}

/** Deletes all, at logging out. */
export function deleteRecentCompanies(): void {
  try {
    localStorage.removeItem(KEY)
  } catch {
    // without storage there are none
  }
}
