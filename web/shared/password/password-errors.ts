import { FIELD_SENTENCES, PASSWORD_SENTENCES } from '#contract/messages.ts'
import type { FieldProblems, PasswordChangeValues } from '#domain/account.ts'
import type { PasswordProblem } from '#domain/password.ts'
import { sentence } from '#web/lib/sentence.ts'

export type PasswordErrors = Readonly<Partial<Record<keyof PasswordChangeValues, string>>>

/** Problems of a new password, in the specification's words. */
export function passwordErrors(
  problems: FieldProblems<PasswordChangeValues, PasswordProblem | 'passwordsDiffer'>,
): PasswordErrors {
  const said = { ...PASSWORD_SENTENCES, passwordsDiffer: FIELD_SENTENCES.passwordsDiffer }
  return Object.fromEntries(Object.entries(problems).map(([field, problem]) => [field, sentence(said[problem])]))
}
