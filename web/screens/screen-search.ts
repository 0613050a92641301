import { SUPPORT_LISTS } from '#domain/support.ts'
import { anyText, defineSearch, flag, id, longId, oneOf } from '#web/lib/define-search.ts'
import { readSimsSearch } from '#web/lib/sims-address.ts'
import { readAlarmsSearch, readNoticesSearch } from '../features/alarms/notice-search.ts'
import { readAnomaliesSearch } from '../features/anomalies/anomaly-search.ts'
import { readAuditSearch } from '../features/audit/audit-search.ts'
import { readChargesSearch } from '../features/charges/charges-search.ts'
import { FIGURES_OF, readCompaniesSearch } from '../features/companies/companies-search.ts'
import { readHysSearch } from '../features/hys/hys-search.ts'
import { readNetworksSearch } from '../features/network-admin/networks-search.ts'
import { readOperationsSearch } from '../features/operations/operation-search.ts'
import { readOutboxSearch } from '../features/outbox/outbox-search.ts'
import { readPlansSearch } from '../features/plans/plan-search.ts'
import { readPopupsSearch } from '../features/popups/popups-search.ts'
import { REQUEST_PARAMS } from '../features/requests/request-search.ts'
import { readFiringsSearch, readRulesSearch } from '../features/rules/rule-search.ts'
import { readSmsSearch } from '../features/sms-report/sms-search.ts'
import { STORE_PARAMS } from '../features/store/store-search.ts'
import { readPermitsSearch, readUsersSearch } from '../features/users/users-search.ts'
import type { ScreenPath } from '../shared/screens.ts'

export const REQUEST_TABS = ['list', 'store'] as const
export type RequestTab = (typeof REQUEST_TABS)[number]

const noSearch = defineSearch({})
const readHelpSearch = defineSearch({ q: anyText })

/** The address parameters of each screen. It is in the first chunk, so it imports lists of values and no components. */
export const SCREEN_SEARCH = {
  '/': noSearch,
  '/sims': readSimsSearch,
  '/sims/$icc': readSimsSearch,
  '/map': readSimsSearch,
  '/operations': readOperationsSearch,
  '/operations/$operationId': noSearch,
  '/requests': defineSearch({ tab: oneOf(REQUEST_TABS), ...REQUEST_PARAMS, ...STORE_PARAMS }),
  '/requests/$requestId': noSearch,
  '/alarm': readAlarmsSearch,
  '/alarm-notified': readNoticesSearch,
  '/anomalies': readAnomaliesSearch,
  '/rules': readRulesSearch,
  '/rule-firings': readFiringsSearch,
  '/sms-report': readSmsSearch,
  '/report-charges': readChargesSearch,
  '/plans': readPlansSearch,
  '/plans/optimise': defineSearch({ company: id }),
  '/hys': readHysSearch,
  '/companies': readCompaniesSearch,
  // the page of a new company goes on with its users and SIMs
  '/companies/$companyId': defineSearch({ setup: flag, subsidiaries: oneOf(FIGURES_OF) }),
  '/users': readUsersSearch,
  '/users/permissions': readPermitsSearch,
  '/networks': readNetworksSearch,
  '/outbox': readOutboxSearch,
  '/support': defineSearch({ show: oneOf(SUPPORT_LISTS), conversation: longId }),
  '/integrations': defineSearch({ tab: anyText, company: id, device: anyText }),
  '/popups': readPopupsSearch,
  '/audit': readAuditSearch,
  '/help': readHelpSearch,
  '/help/manual': noSearch,
  '/help/$articleId': readHelpSearch,
  '/table-test': noSearch,
} as const satisfies Record<ScreenPath, (raw: Readonly<Record<string, unknown>>) => object>
