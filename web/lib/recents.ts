import { useEffect } from 'react'
import type { SessionData } from '#contract/identity/identity.calls.ts'
import { keptList } from './kept-list.ts'
import { useSession } from './session.ts'

export const RECENT_KINDS = [
  'page',
  'sim',
  'company',
  'user',
  'charge',
  'operation',
  'request',
  'alarm',
  'plan',
  'group',
  'tag',
  'help',
] as const
type RecentKind = (typeof RECENT_KINDS)[number]

/** Something that was opened. */
export interface Recent {
  readonly kind: RecentKind
  /** address in the portal, with its parameters */
  readonly href: string
  /** its name; '' for a screen, which has its title */
  readonly label: string
}

type Owner = Pick<SessionData, 'userEmail' | 'clientId' | 'viewedBy'>

/** Whose they are: a login in its company. Another login, or the same one in another company, does not see them. */
const nameOf = ({ userEmail, clientId }: Owner): string => `${clientId} ${userEmail}`

function isRecent(value: unknown): value is Recent {
  const { kind, href, label } = (value ?? {}) as Partial<Record<keyof Recent, unknown>>
  return (
    RECENT_KINDS.some((one) => one === kind) && typeof href === 'string' && /^\/(?!\/)/.test(href) && typeof label === 'string'
  )
}

const kept = keptList<Recent, Owner>({
  key: 'enlace.recents',
  max: 8,
  nameOf,
  isItem: isRecent,
  isSame: (one, other) => one.href === other.href,
})

/** What the user opened last in this browser, the latest first. */
export const readRecents = kept.read

/** Puts it first. An administrator who views the portal as the user leaves no trace of that. */
export function keepRecent(owner: Owner, recent: Recent): void {
  if (owner.viewedBy === '') kept.keep(owner, recent)
}

export const deleteRecents = kept.deleteAll

/** Keeps what is shown, once it is known. */
export function useKeepRecent(kind: RecentKind, href: string | undefined, label: string): void {
  const session = useSession()
  useEffect(() => {
    if (href !== undefined) keepRecent(session, { kind, href, label })
  }, [session, kind, href, label])
}
