import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'
import type { Language } from '#domain/languages.ts'
import { formatNumber } from '../lib/format.ts'
import { language } from '../lib/preferences.ts'

/** The sentences of a language: the Spanish keys, each with a text. */
export type Catalogue<T> = {
  readonly [K in keyof T]: T[K] extends string ? string : Catalogue<T[K]>
}

type Load = () => Promise<object>

/** The sentences of the page and their loaders, from web/words. */
export interface PageWords {
  /** of the first screens, in Spanish: in the first chunk */
  readonly firstSpanish: object
  /** of the first screens, in the other languages */
  readonly first: Readonly<Partial<Record<Language, Load>>>
  /** of all other screens */
  readonly screens: Readonly<Record<Language, Load>>
}

const NAMESPACE = 'translation'
let words: PageWords | undefined

/** Whether the sentences of all screens are needed: then every language loads them too. */
let needsAllWords = false
const added = new Set<Load>()

async function add(to: Language, load: Load | undefined): Promise<void> {
  if (!load || added.has(load)) return
  i18next.addResourceBundle(to, NAMESPACE, await load(), true)
  added.add(load)
}

async function ensureLoaded(to: Language): Promise<void> {
  await Promise.all([add(to, words?.first[to]), needsAllWords && add(to, words?.screens[to])])
}

/** Loads the sentences of all screens but the first; awaited before one of those is rendered. */
export async function loadScreenWords(): Promise<void> {
  needsAllWords = true
  await ensureLoaded(language.get())
}

/**
 * Starts the translations in the stored language. Plurals: `key` for many, `key_one` for one; the Spanish form for
 * millions ('many') falls back to `key`.
 */
export async function startI18n(pageWords: PageWords): Promise<void> {
  words = pageWords
  await i18next.use(initReactI18next).init({
    lng: 'es',
    fallbackLng: 'es',
    resources: { es: { [NAMESPACE]: words.firstSpanish } },
    interpolation: { escapeValue: false },
    returnNull: false,
  })
  i18next.services.formatter?.add('number', (value: unknown) => formatNumber(Number(value)))
  await ensureLoaded(language.get())
  await i18next.changeLanguage(language.get())
}

/** Changes the language of the page and stores it. */
export async function changeLanguage(to: Language): Promise<void> {
  await ensureLoaded(to)
  language.set(to)
  await i18next.changeLanguage(to)
}
