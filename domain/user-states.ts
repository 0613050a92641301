/** The states of a user; 'invited' has never had a way to log in. */
export const USER_STATES = ['active', 'invited', 'deactivated'] as const
export type UserState = (typeof USER_STATES)[number]
