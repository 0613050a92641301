/** What a value of a field is: one, or a list of texts or numbers, or anything else as JSON. */
export type FieldType = 'text' | 'number' | 'flag' | 'texts' | 'numbers' | 'json'

/** One value that a call takes. */
export interface CallField {
  readonly name: string
  readonly type: FieldType
  readonly isRequired?: boolean
  readonly about?: string
  readonly choices?: readonly string[]
  /** words that stand for numbers on the wire */
  readonly words?: Readonly<Record<string, number>>
  /** of an object: its fields */
  readonly fields?: readonly CallField[]
}

export interface AnswerColumn {
  readonly name: string
  readonly kind: 'text' | 'number' | 'time' | 'boolean'
}

/** A call of the API that a program with a key can make, as the contract describes it. */
export interface PublicCall {
  readonly name: string
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  readonly path: string
  readonly summary: string
  /** who may make it */
  readonly callers: string
  readonly params: readonly CallField[]
  readonly query: readonly CallField[]
  readonly body: readonly CallField[]
  /** media types of a body that is a file */
  readonly upload?: readonly string[]
  readonly answer: 'data' | 'list' | 'file' | 'events'
  readonly columns?: readonly AnswerColumn[]
  /** it changes nothing, or a repeated request has no second effect */
  readonly isRepeatable: boolean
  readonly takesKey: boolean
}

/** A number of the API in words, in both languages. */
export interface NumberWords {
  readonly es: Readonly<Record<number, string>>
  readonly en: Readonly<Record<number, string>>
}
