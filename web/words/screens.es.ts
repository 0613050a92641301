import { accountEs } from '../features/account/account.es.ts'
import { alarmsEs } from '../features/alarms/alarms.es.ts'
import { anomaliesEs } from '../features/anomalies/anomalies.es.ts'
import { apiKeysEs } from '../features/api-keys/api-keys.es.ts'
import { auditEs } from '../features/audit/audit.es.ts'
import { chargesEs } from '../features/charges/charges.es.ts'
import { companiesEs } from '../features/companies/companies.es.ts'
import { firstStepsEs } from '../features/dashboard/first-steps.es.ts'
import { draftsEs } from '../features/drafts/drafts.es.ts'
import { helpEs } from '../features/help/help.es.ts'
import { hysEs } from '../features/hys/hys.es.ts'
import { restoreEs } from '../features/identity/restore/restore.es.ts'
import { securityEs } from '../features/identity/security/security.es.ts'
import { importEs } from '../features/inventory/inventory.es.ts'
import { networksEs } from '../features/network-admin/networks.es.ts'
import { operationsEs } from '../features/operations/operations.es.ts'
import { outboxEs } from '../features/outbox/outbox.es.ts'
import { plansEs } from '../features/plans/plans.es.ts'
import { popupsEs } from '../features/popups/popups.es.ts'
import { requestsEs } from '../features/requests/requests.es.ts'
import { rulesEs } from '../features/rules/rules.es.ts'
import { simActionsEs } from '../features/sims/actions/sim-actions.es.ts'
import { simDetailEs } from '../features/sims/detail/detail.es.ts'
import { simMapEs } from '../features/sims/detail/map/map.es.ts'
import { fleetMapEs } from '../features/sims/fleet-map/fleet-map.es.ts'
import { geofencesEs } from '../features/sims/geofences/geofences.es.ts'
import { ownFieldsEs } from '../features/sims/grid/own-fields.es.ts'
import { groupsEs } from '../features/sims/groups/groups.es.ts'
import { simLockEs } from '../features/sims/lock/lock.es.ts'
import { simsEs } from '../features/sims/sims.es.ts'
import { tagsEs } from '../features/sims/tags/tags.es.ts'
import { smsReportEs } from '../features/sms-report/sms-report.es.ts'
import { storeEs } from '../features/store/store.es.ts'
import { supportEs } from '../features/support/support.es.ts'
import { tableTestEs } from '../features/table-test/table-test.es.ts'
import { usersEs } from '../features/users/users.es.ts'
import { webhooksEs } from '../features/webhooks/webhooks.es.ts'
import { companySetupEs } from '../screens/company/company-setup.es.ts'
import { integrationsEs } from '../screens/integrations/integrations.es.ts'
import { bellEs } from '../shell/bell/bell.es.ts'
import { paletteEs } from '../shell/palette/palette.es.ts'
import { shortcutsEs } from '../shell/shortcuts.es.ts'
import { filesEs } from '../ui/files.es.ts'
import { finderEs } from '../ui/finder.es.ts'
import { listEs } from '../ui/list/list.es.ts'

/** What the other screens say; it comes with the first of them. */
export const screensEs = {
  account: accountEs,
  alarms: alarmsEs,
  rules: rulesEs,
  anomalies: anomaliesEs,
  apiKeys: apiKeysEs,
  audit: auditEs,
  bell: bellEs,
  charges: chargesEs,
  companies: companiesEs,
  drafts: draftsEs,
  files: filesEs,
  firstSteps: firstStepsEs,
  finder: finderEs,
  list: listEs,
  help: helpEs,
  hys: hysEs,
  companySetup: companySetupEs,
  integrations: integrationsEs,
  plans: plansEs,
  sims: simsEs,
  ownFields: ownFieldsEs,
  simDetail: simDetailEs,
  fleetMap: fleetMapEs,
  geofences: geofencesEs,
  simMap: simMapEs,
  simActions: simActionsEs,
  imports: importEs,
  networks: networksEs,
  operations: operationsEs,
  outbox: outboxEs,
  palette: paletteEs,
  popups: popupsEs,
  requests: requestsEs,
  restore: restoreEs,
  security: securityEs,
  shortcuts: shortcutsEs,
  smsReport: smsReportEs,
  store: storeEs,
  support: supportEs,
  tableTest: tableTestEs,
  groups: groupsEs,
  simLock: simLockEs,
  tags: tagsEs,
  users: usersEs,
  webhooks: webhooksEs,
}
