import { FIELD_SENTENCES } from '#contract/messages.ts'
import { type ProfileValues, profileProblems } from '#domain/account.ts'
import { sentence } from '#web/lib/sentence.ts'
import type { ProfileData } from './account.api.ts'

/** A profile as it is being changed. */
export interface ProfileDraft extends ProfileValues {
  /** asked for when the e-mail is another one */
  readonly passCurrent: string
  /** the same, of whoever has a second factor */
  readonly code: string
}

export type ProfileErrors = Readonly<Partial<Record<keyof ProfileDraft, string>>>

export function profileDraftOf({ companyName: _, ...profile }: ProfileData): ProfileDraft {
  return { ...profile, passCurrent: '', code: '' }
}

/** Whether they would log in with another e-mail from now on. */
export const hasOtherEmail = (draft: ProfileDraft, { userEmail }: ProfileData): boolean =>
  draft.userEmail.trim().toLowerCase() !== userEmail

/** What is wrong with it, in the specification's words; empty when nothing is. */
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
