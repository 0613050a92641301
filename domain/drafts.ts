import { DAY_MS } from './time.ts'

/** What a program can prepare for a person to confirm, beside operations, which are drafts of their own. */
export const DRAFT_KINDS = ['rule', 'alarm'] as const
export type DraftKind = (typeof DRAFT_KINDS)[number]

export const DRAFT_STATES = ['waiting', 'confirmed', 'discarded', 'expired'] as const
export type DraftState = (typeof DRAFT_STATES)[number]

/** What a person says to a draft. */
export const DRAFT_ANSWERS = ['confirm', 'discard'] as const
export type DraftAnswer = (typeof DRAFT_ANSWERS)[number]

/** A draft waits for a day, as that of an operation does: what it was judged by is old then. */
export const DRAFT_LIFE_MS = DAY_MS
/** After that it is kept for so many days, so that the program can ask what became of it. */
export const DRAFT_DAYS = 30
/** Drafts that wait for one person: no one reads more, and a program that was led astray fills no list. */
export const DRAFTS_MAX = 20
/** Characters of the reason that a program gives. */
export const DRAFT_REASON_MAX = 300

/** Until when a draft can be confirmed. */
export const draftExpiresAt = (createdAt: Date): Date => new Date(createdAt.getTime() + DRAFT_LIFE_MS)

/** The state of a draft at a moment: one that waited too long has expired. */
export const draftStateAt = (
  { state, createdAt }: { readonly state: Exclude<DraftState, 'expired'>; readonly createdAt: Date },
  now: Date,
): DraftState => (state === 'waiting' && draftExpiresAt(createdAt) <= now ? 'expired' : state)
