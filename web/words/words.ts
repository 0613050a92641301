import type { Catalogue, PageWords } from '../i18n/i18n.ts'
import { firstEs } from './first.es.ts'
import type { screensEs } from './screens.es.ts'

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'translation'
    resources: { translation: Catalogue<typeof firstEs & typeof screensEs> }
  }
}

export const WORDS: PageWords = {
  firstSpanish: firstEs,
  first: { en: () => import('./first.en.ts').then(({ firstEn }) => firstEn) },
  screens: {
    es: () => import('./screens.es.ts').then(({ screensEs }) => screensEs),
    en: () => import('./screens.en.ts').then(({ screensEn }) => screensEn),
  },
}
