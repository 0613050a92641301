import type { Catalogue } from '#web/i18n/i18n.ts'
import type { dashboardEs } from './dashboard.es.ts'

export const dashboardEn: Catalogue<typeof dashboardEs> = {
  title: 'dashboard',
}
