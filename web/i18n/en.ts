import { alarmsEn } from '../features/alarms/alarms.en.ts'
import { dashboardEn } from '../features/dashboard/dashboard.en.ts'
import { loginEn } from '../features/login/login.en.ts'
import { networksEn } from '../features/networks/networks.en.ts'
import { operationsEn } from '../features/operations/operations.en.ts'
import { outboxEn } from '../features/outbox/outbox.en.ts'
import { simActionsEn } from '../features/sim-actions/sim-actions.en.ts'
import { simDetailEn } from '../features/sims/detail/detail.en.ts'
import { simMapEn } from '../features/sims/detail/map/map.en.ts'
import { importEn } from '../features/sims/import.en.ts'
import { simsEn } from '../features/sims/sims.en.ts'
import { smsReportEn } from '../features/sms-report/sms-report.en.ts'
import { tableTestEn } from '../features/table-test/table-test.en.ts'
import { menuEn, shellEn } from '../shell/shell.en.ts'
import { commonEn, dataSessionEn, statusEn, titlesEn } from './common.en.ts'
import type { Catalogue } from './i18n.ts'

export const en: Catalogue = {
  common: commonEn,
  titles: titlesEn,
  status: statusEn,
  dataSession: dataSessionEn,
  menu: menuEn,
  shell: shellEn,
  login: loginEn,
  alarms: alarmsEn,
  dashboard: dashboardEn,
  sims: simsEn,
  simDetail: simDetailEn,
  simMap: simMapEn,
  simActions: simActionsEn,
  imports: importEn,
  networks: networksEn,
  operations: operationsEn,
  outbox: outboxEn,
  smsReport: smsReportEn,
  tableTest: tableTestEn,
}
