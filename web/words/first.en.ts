import { dashboardEn } from '../features/dashboard/dashboard.en.ts'
import { loginEn } from '../features/identity/login/login.en.ts'
import type { Catalogue } from '../i18n/i18n.ts'
import { menuEn, shellEn } from '../shell/shell.en.ts'
import { commonEn, dataSessionEn, statusEn, titlesEn } from './common.en.ts'
import type { firstEs } from './first.es.ts'

export const firstEn: Catalogue<typeof firstEs> = {
  common: commonEn,
  titles: titlesEn,
  status: statusEn,
  dataSession: dataSessionEn,
  menu: menuEn,
  shell: shellEn,
  login: loginEn,
  dashboard: dashboardEn,
}
