import { USER_PROBLEMS } from '#contract/users/user-messages.ts'
import type { Language } from '#domain/languages.ts'
import { PERMITS, type Permit } from '#domain/permits.ts'
import { USER_TEXT_FIELDS, type UserText, userProblems } from '#domain/users.ts'
import { sentence } from '#web/lib/sentence.ts'
import type { ChangedUser, NewUser, UserData } from './users.api.ts'

/** Values of the form. */
export interface UserValues extends UserText {
  /** undefined until one is chosen */
  readonly companyId: number | undefined
  readonly permits: readonly Permit[]
  readonly canHibernate: boolean
  readonly admin: boolean
  readonly language: Language
}
type UserFormProblems = Partial<Record<keyof UserValues, string>>

const EMPTY: UserText = { userEmail: '', userName: '', userLastname: '', userPhone: '', userTin: '' }

/**
 * Values of a new user.
 * @param companyId undefined: the person chooses
 */
export function newUserValues(companyId: number | undefined, language: Language): UserValues {
  return { ...EMPTY, companyId, permits: [], canHibernate: false, admin: false, language }
}

export function userValuesOf(user: UserData, language: Language): UserValues {
  const text = Object.fromEntries(USER_TEXT_FIELDS.map((field) => [field, user[field]])) as unknown as UserText
  const { companyId, permits, canHibernate, admin } = user
  return { ...text, companyId, permits, canHibernate: canHibernate === '1', admin: admin === '1', language }
}

const textOf = ({ userEmail, userName, userLastname, userPhone, userTin }: UserText): UserText => ({
  userEmail,
  userName,
  userLastname,
  userPhone,
  userTin,
})

/** Validation errors, by the server's rules. */
export function userProblemsOf(values: UserValues): UserFormProblems {
  const problems = Object.entries(userProblems(values)).map(([field, problem]) => [field, sentence(USER_PROBLEMS[problem])])
  return {
    ...Object.fromEntries(problems),
    ...(values.companyId === undefined && { companyId: sentence(USER_PROBLEMS.required) }),
  }
}

const flag = (yes: boolean): '1' | '0' => (yes ? '1' : '0')

/** The request body of a new user, only when nothing is missing; permits in their usual order. */
export const newUserOf = (values: UserValues): NewUser => ({
  ...textOf(values),
  companyId: values.companyId ?? 0,
  permits: PERMITS.filter((permit) => values.permits.includes(permit)),
  canHibernate: flag(values.canHibernate),
  admin: flag(values.admin),
  language: values.language,
})

export const changedUserOf = (values: UserValues, { userId, updatedAt }: UserData): ChangedUser => ({
  ...textOf(values),
  userId,
  updatedAt,
})
