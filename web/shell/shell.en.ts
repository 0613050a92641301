import type { Catalogue } from '../i18n/i18n.ts'
import type { shellEs } from './shell.es.ts'

export const shellEn: Catalogue<typeof shellEs> = {
  skip: 'Skip to the content',
}
