import { isEmail } from './email.ts'
import { type PasswordProblem, passwordProblems } from './password.ts'

/** What a one-time link is for: a forgotten password, or the first one of somebody who was invited. */
export const LINK_PURPOSES = ['restore', 'invitation'] as const
export type LinkPurpose = (typeof LINK_PURPOSES)[number]

/** How long a one-time link can be used, minutes. */
export const LINK_MINUTES: Readonly<Record<LinkPurpose, number>> = { restore: 60, invitation: 7 * 24 * 60 }

/** Restore mails that one e-mail and one network address can ask for within an hour (many people can sit behind one). */
export const RESTORES_AN_HOUR = { email: 5, address: 30 } as const

/** What people write about themselves (specification section 3); the company is not theirs to write. */
export interface ProfileForm {
  readonly userName: string
  readonly userLastname: string
  /** with which they log in */
  readonly userEmail: string
  /** null: none chosen */
  readonly userCountryId: number | null
  readonly userCity: string
  readonly userAddress: string
  readonly userPhone: string
}

/** The longest text of each field, characters. */
export const PROFILE_LENGTHS = {
  userName: 80,
  userLastname: 80,
  userEmail: 254,
  userCity: 80,
  userAddress: 200,
  userPhone: 40,
} as const satisfies Partial<Record<keyof ProfileForm, number>>

export type FieldProblems<Form, Problem> = Partial<Record<keyof Form, Problem>>

/**
 * What is wrong with a profile, field by field; empty when nothing is (specification section 5). City, address and phone are optional.
 * Blanks around a text do not count.
 */
export function profileProblems(profile: ProfileForm): FieldProblems<ProfileForm, 'required' | 'email'> {
  const problems: FieldProblems<ProfileForm, 'required' | 'email'> = {}
  for (const field of ['userName', 'userLastname', 'userEmail'] as const) {
    if (profile[field].trim() === '') problems[field] = 'required'
  }
  if (!problems.userEmail && !isEmail(profile.userEmail.trim())) problems.userEmail = 'email'
  if (profile.userCountryId === null) problems.userCountryId = 'required'
  return problems
}

export interface NewPasswordForm {
  readonly newPassword: string
  readonly repeatNewPassword: string
}

export interface PasswordChangeForm extends NewPasswordForm {
  readonly passCurrent: string
}

type NewPasswordProblem = PasswordProblem | 'passwordsDiffer'

/** What is wrong with a new password and its repetition, what is to be mended first of each (specification section 5). */
export function newPasswordProblems(form: NewPasswordForm): FieldProblems<NewPasswordForm, NewPasswordProblem> {
  const problems: FieldProblems<NewPasswordForm, NewPasswordProblem> = {}
  const [first] = passwordProblems(form.newPassword)
  if (first) problems.newPassword = first
  if (form.repeatNewPassword === '') problems.repeatNewPassword = 'required'
  else if (form.repeatNewPassword !== form.newPassword) problems.repeatNewPassword = 'passwordsDiffer'
  return problems
}

/** As newPasswordProblems, of somebody who knows the present password: it is required too. */
export function passwordChangeProblems(form: PasswordChangeForm): FieldProblems<PasswordChangeForm, NewPasswordProblem> {
  return { ...(form.passCurrent === '' ? { passCurrent: 'required' } : {}), ...newPasswordProblems(form) }
}
