import { isEmail } from './email.ts'
import { type PasswordProblem, passwordProblems } from './password.ts'

/** The purpose of a one-time link: to reset a password, or to set the first one after an invitation. */
export const LINK_PURPOSES = ['restore', 'invitation'] as const
export type LinkPurpose = (typeof LINK_PURPOSES)[number]

/** How long a one-time link can be used, minutes. */
export const LINK_MINUTES: Readonly<Record<LinkPurpose, number>> = { restore: 60, invitation: 7 * 24 * 60 }

/** Limit of restore mails per hour, for one e-mail and for one address or IPv6 network (many people can share an address). */
export const RESTORE_MAILS_PER_HOUR = { email: 5, address_block: 30 } as const

/** The profile fields that users edit themselves (specification section 3); the company is not one of them. */
export interface ProfileValues {
  readonly userName: string
  readonly userLastname: string
  /** the login name */
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
} as const satisfies Partial<Record<keyof ProfileValues, number>>

export type FieldProblems<Form, Problem> = Partial<Record<keyof Form, Problem>>

/**
 * Validates a profile field by field; the result is empty when it is valid (specification section 5). City, address and
 * phone are optional. Surrounding blanks are ignored.
 */
export function profileProblems(profile: ProfileValues): FieldProblems<ProfileValues, 'required' | 'email'> {
  const problems: FieldProblems<ProfileValues, 'required' | 'email'> = {}
  for (const field of ['userName', 'userLastname', 'userEmail'] as const) {
    if (profile[field].trim() === '') problems[field] = 'required'
  }
  if (!problems.userEmail && !isEmail(profile.userEmail.trim())) problems.userEmail = 'email'
  if (profile.userCountryId === null) problems.userCountryId = 'required'
  return problems
}

export interface NewPasswordValues {
  readonly newPassword: string
  readonly repeatNewPassword: string
}

export interface PasswordChangeValues extends NewPasswordValues {
  readonly passCurrent: string
}

type NewPasswordProblem = PasswordProblem | 'passwordsDiffer'

/**
 * Validates a new password and its repetition, one problem per field: the first to be fixed (specification section 5).
 */
export function newPasswordProblems(form: NewPasswordValues): FieldProblems<NewPasswordValues, NewPasswordProblem> {
  const problems: FieldProblems<NewPasswordValues, NewPasswordProblem> = {}
  const [first] = passwordProblems(form.newPassword)
  if (first) problems.newPassword = first
  if (form.repeatNewPassword === '') problems.repeatNewPassword = 'required'
  else if (form.repeatNewPassword !== form.newPassword) problems.repeatNewPassword = 'passwordsDiffer'
  return problems
}

/** As newPasswordProblems, for a user who is logged in: the current password is required too. */
export function passwordChangeProblems(form: PasswordChangeValues): FieldProblems<PasswordChangeValues, NewPasswordProblem> {
  return { ...(form.passCurrent === '' ? { passCurrent: 'required' } : {}), ...newPasswordProblems(form) }
}
