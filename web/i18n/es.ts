import { alarmsEs } from '../features/alarms/alarms.es.ts'
import { dashboardEs } from '../features/dashboard/dashboard.es.ts'
import { loginEs } from '../features/login/login.es.ts'
import { networksEs } from '../features/networks/networks.es.ts'
import { operationsEs } from '../features/operations/operations.es.ts'
import { outboxEs } from '../features/outbox/outbox.es.ts'
import { simActionsEs } from '../features/sim-actions/sim-actions.es.ts'
import { simDetailEs } from '../features/sims/detail/detail.es.ts'
import { simMapEs } from '../features/sims/detail/map/map.es.ts'
import { importEs } from '../features/sims/import.es.ts'
import { simsEs } from '../features/sims/sims.es.ts'
import { smsReportEs } from '../features/sms-report/sms-report.es.ts'
import { tableTestEs } from '../features/table-test/table-test.es.ts'
import { menuEs, shellEs } from '../shell/shell.es.ts'
import { commonEs, dataSessionEs, statusEs, titlesEs } from './common.es.ts'

/** Spanish, the source: en.ts has the same keys, checked by the compiler. Each feature keeps its own sentences. */
export const es = {
  common: commonEs,
  titles: titlesEs,
  status: statusEs,
  dataSession: dataSessionEs,
  menu: menuEs,
  shell: shellEs,
  login: loginEs,
  alarms: alarmsEs,
  dashboard: dashboardEs,
  sims: simsEs,
  simDetail: simDetailEs,
  simMap: simMapEs,
  simActions: simActionsEs,
  imports: importEs,
  networks: networksEs,
  operations: operationsEs,
  outbox: outboxEs,
  smsReport: smsReportEs,
  tableTest: tableTestEs,
}
