import type { Catalogue } from '#web/i18n/i18n.ts'
import type { loginEs } from './login.es.ts'

export const loginEn: Catalogue<typeof loginEs> = {
  title: 'login',
}
