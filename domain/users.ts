import { isEmail } from './email.ts'
import { isPlainTaxId } from './tax-id.ts'

/** The text fields of a user. */
export interface UserText {
  readonly userEmail: string
  readonly userName: string
  readonly userLastname: string
  readonly userPhone: string
  readonly userTin: string
}
export type UserTextField = keyof UserText

/** Maximum length, characters. */
export const USER_LENGTHS: Readonly<Record<UserTextField, number>> = {
  userEmail: 254,
  userName: 80,
  userLastname: 80,
  userPhone: 40,
  userTin: 30,
}
export const USER_TEXT_FIELDS = Object.keys(USER_LENGTHS) as readonly UserTextField[]

export type UserProblem = 'required' | 'tooLong' | 'email' | 'taxId'
export type UserProblems = Partial<Record<UserTextField, UserProblem>>

/** Name, last name and e-mail must be there, as in the profile (specification section 5). */
const REQUIRED: readonly UserTextField[] = ['userEmail', 'userName', 'userLastname']

/** Normalises a user for storage: trimmed, the e-mail in lower case because it is the login. */
export function normaliseUser<T extends UserText>(user: T): T {
  const trimmed = Object.fromEntries(USER_TEXT_FIELDS.map((field) => [field, user[field].trim()])) as unknown as UserText
  return { ...user, ...trimmed, userEmail: trimmed.userEmail.toLowerCase(), userTin: trimmed.userTin.toUpperCase() }
}

function problemOf(field: UserTextField, text: string): UserProblem | undefined {
  if (text === '') return REQUIRED.includes(field) ? 'required' : undefined
  if ([...text].length > USER_LENGTHS[field]) return 'tooLong'
  if (field === 'userEmail' && !isEmail(text)) return 'email'
  return field === 'userTin' && !isPlainTaxId(text) ? 'taxId' : undefined
}

/** Validates a user by field. Tax ids of people are accepted in any form: many are of another country. */
export function userProblems(user: UserText): UserProblems {
  const kept = normaliseUser(user)
  const problems: UserProblems = {}
  for (const field of USER_TEXT_FIELDS) {
    const problem = problemOf(field, kept[field])
    if (problem) problems[field] = problem
  }
  return problems
}
