import type { Readable } from 'node:stream'
import type { Sentence } from '../app-error.ts'

/** `data` with a sentence for the user. */
export class WithMessage<T> {
  readonly data: T
  readonly message: Sentence
  constructor(data: T, message: Sentence) {
    this.data = data
    this.message = message
  }
}

/** A page of a list: cells as text in the order of the call's list, ready for either form. */
export interface ListPageAnswer {
  readonly kind: 'page'
  readonly rows: readonly (readonly (string | null)[])[]
  readonly nextCursor?: string | undefined
  /** the list is cut off after this many matches */
  readonly cappedAt?: number | undefined
}

/** A whole list as PostgreSQL's COPY prints it, header row included. */
export interface ListStreamAnswer {
  readonly kind: 'stream'
  readonly tsv: Readable
}

export interface FileDownload {
  readonly contentType: string
  readonly fileName: string
  readonly content: Readable
}
