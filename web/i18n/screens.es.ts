import { alarmsEs } from '../features/alarms/alarms.es.ts'
import { auditEs } from '../features/audit/audit.es.ts'
import { chargesEs } from '../features/charges/charges.es.ts'
import { helpEs } from '../features/help/help.es.ts'
import { hysEs } from '../features/hys/hys.es.ts'
import { networksEs } from '../features/networks/networks.es.ts'
import { operationsEs } from '../features/operations/operations.es.ts'
import { outboxEs } from '../features/outbox/outbox.es.ts'
import { plansEs } from '../features/plans/plans.es.ts'
import { popupsEs } from '../features/popups/popups.es.ts'
import { requestsEs } from '../features/requests/requests.es.ts'
import { simActionsEs } from '../features/sim-actions/sim-actions.es.ts'
import { simDetailEs } from '../features/sims/detail/detail.es.ts'
import { simMapEs } from '../features/sims/detail/map/map.es.ts'
import { importEs } from '../features/sims/import.es.ts'
import { simsEs } from '../features/sims/sims.es.ts'
import { smsReportEs } from '../features/sms-report/sms-report.es.ts'
import { storeEs } from '../features/store/store.es.ts'
import { tableTestEs } from '../features/table-test/table-test.es.ts'
import { filesEs } from '../ui/files.es.ts'

/** What the other screens say; it comes with the first of them. */
export const screensEs = {
  alarms: alarmsEs,
  audit: auditEs,
  charges: chargesEs,
  files: filesEs,
  help: helpEs,
  hys: hysEs,
  plans: plansEs,
  sims: simsEs,
  simDetail: simDetailEs,
  simMap: simMapEs,
  simActions: simActionsEs,
  imports: importEs,
  networks: networksEs,
  operations: operationsEs,
  outbox: outboxEs,
  popups: popupsEs,
  requests: requestsEs,
  smsReport: smsReportEs,
  store: storeEs,
  tableTest: tableTestEs,
}
