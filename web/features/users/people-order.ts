import { USER_STATES } from '#domain/user-states.ts'
import type { UserRow } from './users.api.ts'

type Person = Pick<UserRow, 'state' | 'lastSeenAt'>

const STATES: readonly string[] = USER_STATES
const placeOf = ({ state }: Person): number => STATES.indexOf(state)

/** Who works there now first: the active ones, by when they were seen last; those who can't log in any more last. */
export const byPresence = (a: Person, b: Person): number =>
  placeOf(a) - placeOf(b) || Date.parse(b.lastSeenAt || NEVER) - Date.parse(a.lastSeenAt || NEVER)

const NEVER = new Date(0).toISOString()
