import type { Catalogue } from '#web/i18n/i18n.ts'
import type { integrationsEs } from './integrations.es.ts'

export const integrationsEn: Catalogue<typeof integrationsEs> = {
  lead: 'Your programs use the same API as this portal.',
  seeAll: 'View integrations',
  reference: 'API reference',
  newTab: '(opens in another tab)',
}
