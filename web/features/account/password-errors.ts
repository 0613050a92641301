import { FIELD_SENTENCES, PASSWORD_SENTENCES } from '#contract/messages.ts'
import type { FieldProblems, PasswordChangeForm } from '#domain/account.ts'
import type { PasswordProblem } from '#domain/password.ts'
import { sentence } from '#web/lib/sentence.ts'

export type PasswordErrors = Readonly<Partial<Record<keyof PasswordChangeForm, string>>>

/** Problems of a new password, in the specification's words. */
export function passwordErrors(
  problems: FieldProblems<PasswordChangeForm, PasswordProblem | 'passwordsDiffer'>,
): PasswordErrors {
  const said = { ...PASSWORD_SENTENCES, passwordsDiffer: FIELD_SENTENCES.passwordsDiffer }
  return Object.fromEntries(Object.entries(problems).map(([field, problem]) => [field, sentence(said[problem])]))
}
