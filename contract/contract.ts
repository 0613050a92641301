import * as account from './account.calls.ts'
import * as accounting from './accounting.calls.ts'
import * as alarms from './alarms.calls.ts'
import * as apiKeys from './api-keys.calls.ts'
import * as audit from './audit.calls.ts'
import type { Call } from './call.ts'
import * as cart from './cart.calls.ts'
import * as categories from './categories.calls.ts'
import * as chargeActions from './charge-actions.calls.ts'
import * as charges from './charges.calls.ts'
import * as companies from './companies.calls.ts'
import * as dashboard from './dashboard.calls.ts'
import * as hardware from './hardware.calls.ts'
import * as hys from './hys.calls.ts'
import * as identity from './identity.calls.ts'
import * as inventory from './inventory.calls.ts'
import * as mails from './mails.calls.ts'
import * as map from './map.calls.ts'
import * as massActions from './mass-actions.calls.ts'
import * as networks from './networks.calls.ts'
import * as operations from './operations.calls.ts'
import * as permits from './permits.calls.ts'
import * as plans from './plans.calls.ts'
import * as popups from './popups.calls.ts'
import * as portalView from './portal-view.calls.ts'
import * as requestSteps from './request-steps.calls.ts'
import * as requests from './requests.calls.ts'
import * as security from './security.calls.ts'
import * as signOn from './sign-on.calls.ts'
import * as simActions from './sim-actions.calls.ts'
import * as simStatus from './sim-status.calls.ts'
import * as simTools from './sim-tools.calls.ts'
import * as sims from './sims.calls.ts'
import * as smpp from './smpp.calls.ts'
import * as smsReport from './sms-report.calls.ts'
import * as store from './store.calls.ts'
import * as support from './support.calls.ts'
import * as users from './users.calls.ts'
import * as webhooks from './webhooks.calls.ts'

const isCall = (value: unknown): value is Call =>
  typeof value === 'object' && value !== null && 'path' in value && 'access' in value

const GROUPS = {
  identity,
  account,
  security,
  signOn,
  apiKeys,
  popups,
  dashboard,
  sims,
  simActions,
  simStatus,
  simTools,
  smsReport,
  map,
  massActions,
  operations,
  inventory,
  networks,
  accounting,
  smpp,
  mails,
  alarms,
  categories,
  hardware,
  store,
  cart,
  requests,
  requestSteps,
  charges,
  chargeActions,
  plans,
  hys,
  audit,
  companies,
  users,
  permits,
  portalView,
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
