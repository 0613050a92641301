import { FIELD_SENTENCES } from '#contract/messages.ts'
import { isEmail } from '#domain/email.ts'
import { sentence } from '#web/lib/sentence.ts'

export interface Credentials {
  email: string
  password: string
}

export type CredentialErrors = Partial<Record<keyof Credentials, string>>

/** Validation errors of the two fields, in the specification's words; empty when valid. */
export function credentialErrors({ email, password }: Credentials): CredentialErrors {
  const errors: CredentialErrors = {}
  if (email.trim() === '') errors.email = sentence(FIELD_SENTENCES.required)
  else if (!isEmail(email.trim())) errors.email = sentence(FIELD_SENTENCES.email)
  if (password === '') errors.password = sentence(FIELD_SENTENCES.required)
  return errors
}
