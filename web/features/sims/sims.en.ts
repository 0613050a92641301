import type { Catalogue } from '#web/i18n/i18n.ts'
import type { simsEs } from './sims.es.ts'

export const simsEn: Catalogue<typeof simsEs> = {
  title: 'SIMs',
}
