import type { Language } from '#domain/languages.ts'
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

const LOADS: Readonly<Record<Language, () => Promise<Articles>>> = {
  es: () => import('./articles/articles.es.ts').then(({ articlesEs }) => articlesEs),
  en: () => import('./articles/articles.en.ts').then(({ articlesEn }) => articlesEn),
}

/** The articles of a language load together: a search scans each of them. */
export const loadArticles = (language: Language): Promise<Articles> => LOADS[language]()
