import type { Language } from './languages.ts'

const names = {
  es: new Intl.DisplayNames('es', { type: 'region' }),
  en: new Intl.DisplayNames('en', { type: 'region' }),
} as const satisfies Record<Language, Intl.DisplayNames>

/** @param country ISO 3166-1 alpha-2 */
export const countryName = (country: string, language: Language): string => names[language].of(country) ?? country
