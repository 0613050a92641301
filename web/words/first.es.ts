import { dashboardEs } from '../features/dashboard/dashboard.es.ts'
import { loginEs } from '../features/identity/login/login.es.ts'
import { menuEs, shellEs } from '../shell/shell.es.ts'
import { commonEs, dataSessionEs, statusEs, titlesEs } from './common.es.ts'

/** What the first screens say: Spanish, the source. English has the same keys, checked by the compiler. Each feature keeps its own sentences. */
export const firstEs = {
  common: commonEs,
  titles: titlesEs,
  status: statusEs,
  dataSession: dataSessionEs,
  menu: menuEs,
  shell: shellEs,
  login: loginEs,
  dashboard: dashboardEs,
}
