import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'
import type { Language } from '#domain/languages.ts'
import { formatNumber } from '../lib/format.ts'
import { language } from '../lib/preferences.ts'
import { es } from './es.ts'

/** The sentences of a language: the keys of es.ts, each with a text. */
export type Catalogue<T = typeof es> = { readonly [K in keyof T]: T[K] extends string ? string : Catalogue<T[K]> }

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'translation'
    resources: { translation: Catalogue }
  }
}

async function ensureLoaded(wanted: Language): Promise<void> {
  if (wanted === 'es' || i18next.hasResourceBundle(wanted, 'translation')) return
  const { en } = await import('./en.ts')
  i18next.addResourceBundle(wanted, 'translation', en)
}

/**
 * Starts the translations in the remembered language. Plurals: `key` for many, `key_one` for one; Spanish has a third
 * form for millions ('many') which falls back to `key`.
 */
export async function startI18n(): Promise<void> {
  await i18next.use(initReactI18next).init({
    lng: 'es',
    fallbackLng: 'es',
    resources: { es: { translation: es } },
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
