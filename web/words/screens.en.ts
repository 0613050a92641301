import { accountEn } from '../features/account/account.en.ts'
import { alarmsEn } from '../features/alarms/alarms.en.ts'
import { anomaliesEn } from '../features/anomalies/anomalies.en.ts'
import { apiKeysEn } from '../features/api-keys/api-keys.en.ts'
import { auditEn } from '../features/audit/audit.en.ts'
import { chargesEn } from '../features/charges/charges.en.ts'
import { companiesEn } from '../features/companies/companies.en.ts'
import { firstStepsEn } from '../features/dashboard/first-steps.en.ts'
import { draftsEn } from '../features/drafts/drafts.en.ts'
import { helpEn } from '../features/help/help.en.ts'
import { hysEn } from '../features/hys/hys.en.ts'
import { restoreEn } from '../features/identity/restore/restore.en.ts'
import { securityEn } from '../features/identity/security/security.en.ts'
import { importEn } from '../features/inventory/inventory.en.ts'
import { networksEn } from '../features/network-admin/networks.en.ts'
import { operationsEn } from '../features/operations/operations.en.ts'
import { outboxEn } from '../features/outbox/outbox.en.ts'
import { plansEn } from '../features/plans/plans.en.ts'
import { popupsEn } from '../features/popups/popups.en.ts'
import { requestsEn } from '../features/requests/requests.en.ts'
import { rulesEn } from '../features/rules/rules.en.ts'
import { simActionsEn } from '../features/sims/actions/sim-actions.en.ts'
import { simDetailEn } from '../features/sims/detail/detail.en.ts'
import { simMapEn } from '../features/sims/detail/map/map.en.ts'
import { fleetMapEn } from '../features/sims/fleet-map/fleet-map.en.ts'
import { geofencesEn } from '../features/sims/geofences/geofences.en.ts'
import { ownFieldsEn } from '../features/sims/grid/own-fields.en.ts'
import { groupsEn } from '../features/sims/groups/groups.en.ts'
import { simLockEn } from '../features/sims/lock/lock.en.ts'
import { simsEn } from '../features/sims/sims.en.ts'
import { tagsEn } from '../features/sims/tags/tags.en.ts'
import { smsReportEn } from '../features/sms-report/sms-report.en.ts'
import { storeEn } from '../features/store/store.en.ts'
import { supportEn } from '../features/support/support.en.ts'
import { tableTestEn } from '../features/table-test/table-test.en.ts'
import { usersEn } from '../features/users/users.en.ts'
import { webhooksEn } from '../features/webhooks/webhooks.en.ts'
import type { Catalogue } from '../i18n/i18n.ts'
import { companySetupEn } from '../screens/company/company-setup.en.ts'
import { integrationsEn } from '../screens/integrations/integrations.en.ts'
import { bellEn } from '../shell/bell/bell.en.ts'
import { paletteEn } from '../shell/palette/palette.en.ts'
import { shortcutsEn } from '../shell/shortcuts.en.ts'
import { filesEn } from '../ui/files.en.ts'
import { finderEn } from '../ui/finder.en.ts'
import { listEn } from '../ui/list/list.en.ts'
import type { screensEs } from './screens.es.ts'

export const screensEn: Catalogue<typeof screensEs> = {
  account: accountEn,
  alarms: alarmsEn,
  rules: rulesEn,
  anomalies: anomaliesEn,
  apiKeys: apiKeysEn,
  audit: auditEn,
  bell: bellEn,
  charges: chargesEn,
  companies: companiesEn,
  drafts: draftsEn,
  files: filesEn,
  firstSteps: firstStepsEn,
  finder: finderEn,
  list: listEn,
  help: helpEn,
  hys: hysEn,
  companySetup: companySetupEn,
  integrations: integrationsEn,
  plans: plansEn,
  sims: simsEn,
  ownFields: ownFieldsEn,
  simDetail: simDetailEn,
  fleetMap: fleetMapEn,
  geofences: geofencesEn,
  simMap: simMapEn,
  simActions: simActionsEn,
  imports: importEn,
  networks: networksEn,
  operations: operationsEn,
  outbox: outboxEn,
  palette: paletteEn,
  popups: popupsEn,
  requests: requestsEn,
  restore: restoreEn,
  security: securityEn,
  shortcuts: shortcutsEn,
  smsReport: smsReportEn,
  store: storeEn,
  support: supportEn,
  tableTest: tableTestEn,
  groups: groupsEn,
  simLock: simLockEn,
  tags: tagsEn,
  users: usersEn,
  webhooks: webhooksEn,
}
