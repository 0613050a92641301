import type { HelpId } from './help-ids.ts'

export interface Article {
  readonly title: string
  /** summary in a sentence */
  readonly lead: string
  /** markup of `richText` */
  readonly body: string
}

/** All articles of a language: the type requires each of them in both. */
export type Articles = Readonly<Record<HelpId, Article>>
