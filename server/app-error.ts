import type { ErrorCode } from '#contract/envelope.ts'
import { ERROR_SENTENCES } from '#contract/messages.ts'
import type { Sentence } from '#contract/sentence.ts'
import type { Language } from '#domain/languages.ts'

export type { Sentence }

/** An error that the caller may see. Anything else that is thrown is an internal error: HTTP 500 without details. */
export class AppError extends Error {
  readonly code: ErrorCode
  readonly sentence: Sentence
  readonly fields: Readonly<Record<string, Sentence>> | undefined
  /** sent as Retry-After, seconds */
  readonly retryAfterS: number | undefined

  constructor(code: ErrorCode, options: { sentence?: Sentence; fields?: Record<string, Sentence>; retryAfterS?: number } = {}) {
    super(code)
    this.code = code
    this.sentence = options.sentence ?? ERROR_SENTENCES[code]
    this.fields = options.fields
    this.retryAfterS = options.retryAfterS
  }

  fieldsIn(language: Language): Record<string, string> | undefined {
    if (!this.fields) return undefined
    return Object.fromEntries(Object.entries(this.fields).map(([field, sentence]) => [field, sentence[language]]))
  }
}

/** The failure of a call of which one field cannot be taken: the sentence stands beside it. */
export const invalidField = (field: string, sentence: Sentence): AppError =>
  new AppError('invalid_request', { sentence, fields: { [field]: sentence } })

/** The same of several; the first one's sentence is the call's. */
export function invalidFields(fields: Record<string, Sentence>): AppError {
  const [sentence] = Object.values(fields)
  return new AppError('invalid_request', { fields, ...(sentence && { sentence }) })
}

/** Throws what refuses the call, with a sentence at each field that is wrong. */
export function assertValid(wrong: Record<string, Sentence>): void {
  if (Object.keys(wrong).length > 0) throw invalidFields(wrong)
}
