import type { Readable } from 'node:stream'
import type { Sentence } from './errors.ts'

/** `data` together with a sentence for the person. */
export class Said<T> {
  readonly data: T
  readonly message: Sentence
  constructor(data: T, message: Sentence) {
    this.data = data
    this.message = message
  }
}

/** A page of a list: cells as text in the order of the call's list, ready for either form. */
export interface ListPage {
  readonly kind: 'page'
  readonly rows: readonly (readonly (string | null)[])[]
  readonly nextCursor?: string | undefined
  /** the list holds no more than these of those that match */
  readonly cappedAt?: number | undefined
}

/** A whole list as PostgreSQL copies it out, header row included. */
export interface ListStream {
  readonly kind: 'stream'
  readonly tsv: Readable
}

export interface FileAnswer {
  readonly contentType: string
  readonly fileName: string
  readonly content: Readable
}
