import { FIELD_SENTENCES } from '#contract/messages.ts'
import { type ProfileValues, profileProblems } from '#domain/account.ts'
import { sentence } from '#web/lib/sentence.ts'
import type { ProfileData } from './account.api.ts'

/** A profile while it is edited. */
export interface ProfileDraft extends ProfileValues {
  /** required when the e-mail changes */
  readonly passCurrent: string
  /** the same, for users with a second factor */
  readonly code: string
}

export type ProfileErrors = Readonly<Partial<Record<keyof ProfileDraft, string>>>

export function profileDraftOf({ companyName: _, ...profile }: ProfileData): ProfileDraft {
  return { ...profile, passCurrent: '', code: '' }
}

/** Whether the login e-mail changes. */
export const hasOtherEmail = (draft: ProfileDraft, { userEmail }: ProfileData): boolean =>
  draft.userEmail.trim().toLowerCase() !== userEmail

/** Validation errors, in the specification's words; empty when valid. */
export function profileErrors(draft: ProfileDraft, profile: ProfileData): ProfileErrors {
  const problems = Object.entries(profileProblems(draft))
  const errors = Object.fromEntries(problems.map(([field, problem]) => [field, sentence(FIELD_SENTENCES[problem])]))
  const lacksPassword = hasOtherEmail(draft, profile) && draft.passCurrent === ''
  return lacksPassword ? { ...errors, passCurrent: sentence(FIELD_SENTENCES.required) } : errors
}

export function profileBodyOf(draft: ProfileDraft, profile: ProfileData) {
  const { passCurrent, code, ...form } = draft
  return hasOtherEmail(draft, profile) ? { ...form, passCurrent, ...(code.trim() && { code }) } : form
}
