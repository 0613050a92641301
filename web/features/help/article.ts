import type { Language } from '#domain/languages.ts'
import type { HelpId } from './help-paths.ts'

export interface Article {
  readonly title: string
  /** what it is about, in a sentence */
  readonly lead: string
  /** as `richText` reads it */
  readonly body: string
}

/** All articles of a language: the compiler wants each of them in both. */
export type Articles = Readonly<Record<HelpId, Article>>

const LOADS: Readonly<Record<Language, () => Promise<Articles>>> = {
  es: () => import('./articles/articles.es.ts').then(({ articlesEs }) => articlesEs),
  en: () => import('./articles/articles.en.ts').then(({ articlesEn }) => articlesEn),
}

/** The articles of a language come together: a search looks into each of them. */
export const loadArticles = (language: Language): Promise<Articles> => LOADS[language]()
