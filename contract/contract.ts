import * as account from './account/account.calls.ts'
import * as agents from './agents/agents.calls.ts'
import * as alarms from './alarms/alarms.calls.ts'
import * as anomalies from './anomalies/anomalies.calls.ts'
import * as apiKeys from './api-keys/api-keys.calls.ts'
import * as deviceLogins from './api-keys/device-logins.calls.ts'
import * as audit from './audit/audit.calls.ts'
import * as bell from './bell/bell.calls.ts'
import type { Call } from './call.ts'
import * as chargeActions from './charges/charge-actions.calls.ts'
import * as charges from './charges/charges.calls.ts'
import * as companies from './companies/companies.calls.ts'
import * as dashboard from './dashboard/dashboard.calls.ts'
import * as drafts from './drafts/drafts.calls.ts'
import * as geofences from './geofences/geofences.calls.ts'
import * as groups from './groups/groups.calls.ts'
import * as hys from './hys/hys.calls.ts'
import * as identity from './identity/identity.calls.ts'
import * as security from './identity/security.calls.ts'
import * as signOn from './identity/sign-on.calls.ts'
import * as workingCompany from './identity/working-company.calls.ts'
import * as inventory from './inventory/inventory.calls.ts'
import * as lockPolicies from './locks/lock-policies.calls.ts'
import * as locks from './locks/locks.calls.ts'
import * as accounting from './network-admin/accounting.calls.ts'
import * as comparisons from './network-admin/comparisons.calls.ts'
import * as networks from './network-admin/networks.calls.ts'
import * as smpp from './network-admin/smpp.calls.ts'
import * as massActions from './operations/mass-actions.calls.ts'
import * as operationCosts from './operations/operation-costs.calls.ts'
import * as operationFiles from './operations/operation-files.calls.ts'
import * as operations from './operations/operations.calls.ts'
import * as simActions from './operations/sim-actions.calls.ts'
import * as mails from './outbox/outbox.calls.ts'
import * as planAdvice from './plans/plan-advice.calls.ts'
import * as plans from './plans/plans.calls.ts'
import * as popups from './popups/popups.calls.ts'
import * as cart from './requests/cart.calls.ts'
import * as requestSteps from './requests/request-steps.calls.ts'
import * as requests from './requests/requests.calls.ts'
import * as rules from './rules/rules.calls.ts'
import * as search from './search/search.calls.ts'
import * as map from './sims/map.calls.ts'
import * as simNotes from './sims/notes.calls.ts'
import * as simHistory from './sims/sim-history.calls.ts'
import * as simStatus from './sims/sim-status.calls.ts'
import * as simTools from './sims/sim-tools.calls.ts'
import * as sims from './sims/sims.calls.ts'
import * as views from './sims/views.calls.ts'
import * as smsReport from './sms-report/sms-report.calls.ts'
import * as categories from './store/categories.calls.ts'
import * as hardware from './store/hardware.calls.ts'
import * as store from './store/store.calls.ts'
import * as support from './support/support.calls.ts'
import * as tags from './tags/tags.calls.ts'
import * as permits from './users/permits.calls.ts'
import * as portalView from './users/portal-view.calls.ts'
import * as users from './users/users.calls.ts'
import * as webhooks from './webhooks/webhooks.calls.ts'

const isCall = (value: unknown): value is Call =>
  typeof value === 'object' && value !== null && 'path' in value && 'access' in value

const GROUPS = {
  identity,
  account,
  security,
  signOn,
  apiKeys,
  deviceLogins,
  agents,
  popups,
  dashboard,
  bell,
  search,
  sims,
  simHistory,
  views,
  simActions,
  simStatus,
  simNotes,
  simTools,
  tags,
  groups,
  locks,
  lockPolicies,
  geofences,
  anomalies,
  smsReport,
  map,
  massActions,
  operations,
  operationFiles,
  operationCosts,
  inventory,
  networks,
  comparisons,
  accounting,
  smpp,
  mails,
  alarms,
  rules,
  drafts,
  categories,
  hardware,
  store,
  cart,
  requests,
  requestSteps,
  charges,
  chargeActions,
  plans,
  planAdvice,
  hys,
  audit,
  companies,
  users,
  permits,
  portalView,
  workingCompany,
  support,
  webhooks,
}

/** Every call of the product: the access sweep, the reference and the fuzz walk over this list. */
export const CONTRACT: readonly Call[] = Object.values(GROUPS).flatMap((group) => Object.values(group).filter(isCall))

/** What each call is called here, and in the API reference. */
export const CALL_NAMES: ReadonlyMap<Call, string> = new Map(
  Object.values(GROUPS).flatMap((group) =>
    Object.entries(group).flatMap(([name, call]) => (isCall(call) ? [[call, name] as const] : [])),
  ),
)
