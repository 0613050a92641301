import type { Catalogue } from '#web/i18n/i18n.ts'
import type { integrationsEs } from './integrations.es.ts'

export const integrationsEn: Catalogue<typeof integrationsEs> = {
  lead: 'Programs of your company work with the portal by the same API as this page.',
  reference: 'API reference',
  newTab: '(opens in another tab)',
}
