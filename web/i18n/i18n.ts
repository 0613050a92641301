import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'
import type { Language } from '#domain/languages.ts'
import { formatNumber } from '../lib/format.ts'
import { language } from '../lib/preferences.ts'
import { firstEs } from './first.es.ts'
import type { screensEs } from './screens.es.ts'

/** The sentences of a language: the Spanish keys, each with a text. */
export type Catalogue<T = typeof firstEs & typeof screensEs> = {
  readonly [K in keyof T]: T[K] extends string ? string : Catalogue<T[K]>
}

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'translation'
    resources: { translation: Catalogue }
  }
}

const NAMESPACE = 'translation'
type Words = () => Promise<object>

/** The first screens' sentences in other languages than Spanish, which is there from the beginning. */
const FIRST: Partial<Record<Language, Words>> = { en: () => import('./first.en.ts').then(({ firstEn }) => firstEn) }
const SCREENS: Record<Language, Words> = {
  es: () => import('./screens.es.ts').then(({ screensEs }) => screensEs),
  en: () => import('./screens.en.ts').then(({ screensEn }) => screensEn),
}

/** Whether the sentences of screens beyond the first are asked for: then every language brings them along. */
let beyondFirst = false
const added = new Set<Words>()

async function add(wanted: Language, load: Words | undefined): Promise<void> {
  if (!load || added.has(load)) return
  i18next.addResourceBundle(wanted, NAMESPACE, await load(), true)
  added.add(load)
}

async function ensureLoaded(wanted: Language): Promise<void> {
  await Promise.all([add(wanted, FIRST[wanted]), beyondFirst && add(wanted, SCREENS[wanted])])
}

/** The sentences of all screens but the first; to be awaited before one of them is drawn. */
export async function loadScreenWords(): Promise<void> {
  beyondFirst = true
  await ensureLoaded(language.get())
}

/**
 * Starts the translations in the remembered language. Plurals: `key` for many, `key_one` for one; Spanish has a third
 * form for millions ('many') which falls back to `key`.
 */
export async function startI18n(): Promise<void> {
  await i18next.use(initReactI18next).init({
    lng: 'es',
    fallbackLng: 'es',
    resources: { es: { [NAMESPACE]: firstEs } },
    interpolation: { escapeValue: false },
    returnNull: false,
  })
  i18next.services.formatter?.add('number', (value: unknown) => formatNumber(Number(value)))
  await ensureLoaded(language.get())
  await i18next.changeLanguage(language.get())
}

/** Changes the language of the page and remembers it. */
export async function changeLanguage(wanted: Language): Promise<void> {
  await ensureLoaded(wanted)
  language.set(wanted)
  await i18next.changeLanguage(wanted)
}
