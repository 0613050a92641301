export const PASSWORD_MIN = 8
export const PASSWORD_MAX = 30

export type PasswordProblem = 'required' | 'tooShort' | 'tooLong' | 'tooSimple'

/**
 * Validates a new password; the first problem is the first to be fixed, an empty list means valid (specification
 * section 5). Length is counted in characters as a person types them (code points), 8 to 30; at least one digit, one
 * lowercase and one uppercase letter of any alphabet.
 */
export function passwordProblems(password: string): PasswordProblem[] {
  if (password === '') return ['required']
  const length = [...password].length
  const problems: PasswordProblem[] = []
  if (length < PASSWORD_MIN) problems.push('tooShort')
  if (length > PASSWORD_MAX) problems.push('tooLong')
  if (!(/\p{Nd}/u.test(password) && /\p{Ll}/u.test(password) && /\p{Lu}/u.test(password))) problems.push('tooSimple')
  return problems
}
