import type { MailState } from '#contract/filter-values.ts'
import { groupNeighbours, type NeighbourGroup } from '#web/lib/group-neighbours.ts'
import type { MailRow } from './outbox.api.ts'

/** A row of the page: the mails that one event sent, newest first. */
export type MailEvent = NeighbourGroup<MailRow>

/** The mails of an event are written at one moment: a test or a link that is sent twice within a minute is two events. */
export const mailEvents = (rows: readonly MailRow[]): MailEvent[] =>
  groupNeighbours(rows, (a, b) => a.kind === b.kind && a.subject === b.subject && a.createdAt === b.createdAt)

const WORST_FIRST: readonly MailState[] = ['failed', 'kept', 'unknown', 'sending', 'queued', 'sent']

/** The states of an event's mails with their numbers, the worst first. */
export function mailStates(mails: MailEvent): { readonly state: MailState; readonly count: number }[] {
  const counts = WORST_FIRST.map((state) => ({ state, count: mails.filter((mail) => mail.state === state).length }))
  return counts.filter(({ count }) => count > 0)
}
