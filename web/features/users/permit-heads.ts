import { PERMIT_WORDS, USER_WORDS } from '#contract/users/user-messages.ts'
import { PERMITS } from '#domain/permits.ts'
import { sentence } from '#web/lib/sentence.ts'
import { holds, useSession } from '#web/lib/session.ts'
import type { RightName } from './permit-edits.ts'
import type { PermitColumn } from './users.api.ts'

/** What each right is about. Rights are shown in this order. */
export const SUBJECT_OF = {
  sims: 'fleet',
  canHibernate: 'fleet',
  hys: 'fleet',
  alarmas: 'fleet',
  sms_report: 'fleet',
  plans: 'purchases',
  requests: 'purchases',
  users: 'administration',
  companies: 'administration',
  admin: 'administration',
} as const satisfies Readonly<Record<RightName, string>>

export const RIGHT_NAMES = Object.keys(SUBJECT_OF) as RightName[]

export const rightTitle = (name: RightName): string =>
  sentence(name === 'canHibernate' || name === 'admin' ? USER_WORDS[name] : PERMIT_WORDS[name])

/** A column of checkboxes. */
export interface PermitHead {
  readonly name: RightName
  readonly title: string
  readonly subject: (typeof SUBJECT_OF)[RightName]
  /** at the first column of a subject, how many there are of it */
  readonly span: number | undefined
}

/** Heads until the server's have loaded: they keep the space, so that nothing moves. */
const placeholderHeads = () => PERMITS.map((permit) => ({ permit, title: rightTitle(permit) }))

/** The heads of the checkboxes by their subjects: the server's permits, and the other rights. */
export function usePermitHeads(columns: readonly Pick<PermitColumn, 'permit' | 'title'>[] = placeholderHeads()): PermitHead[] {
  const titles = new Map<RightName, string>(columns.map(({ permit, title }) => [permit, title]))
  titles.set('canHibernate', rightTitle('canHibernate'))
  if (holds(useSession(), 'wholePortal')) titles.set('admin', rightTitle('admin'))
  const names = RIGHT_NAMES.filter((name) => titles.has(name))
  return names.map((name) => {
    const subject = SUBJECT_OF[name]
    const together = names.filter((one) => SUBJECT_OF[one] === subject)
    return { name, title: titles.get(name) ?? '', subject, span: together[0] === name ? together.length : undefined }
  })
}
