import { USER_STATES } from '#domain/user-states.ts'
import type { UserRow } from './users.api.ts'

type Person = Pick<UserRow, 'state' | 'lastSeenAt'>

const STATES: readonly string[] = USER_STATES
const placeOf = ({ state }: Person): number => STATES.indexOf(state)

/** Active people first, who was seen last before the others; those who can't log in any more last. */
export const activeFirst = (a: Person, b: Person): number =>
  placeOf(a) - placeOf(b) || (b.lastSeenAt ?? '').localeCompare(a.lastSeenAt ?? '')
