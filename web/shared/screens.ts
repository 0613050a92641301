import type { ParseKeys } from 'i18next'
import type { Right } from '#web/lib/session.ts'

export interface Screen {
  /** the route's title: browser tab, menu, search box */
  readonly title: ParseKeys
  /** without it the route redirects home */
  readonly permit: Right
}

/**
 * Every screen inside the shell: an entry here adds its route, menu entry and title; its code is in
 * web/screens/screen-code.ts.
 */
export const SCREENS = {
  '/': { title: 'titles.home', permit: null },
  '/sims': { title: 'titles.sims', permit: 'sims' },
  '/sims/$icc': { title: 'titles.sim', permit: 'sims' },
  '/map': { title: 'titles.map', permit: 'sims' },
  '/operations': { title: 'titles.operations', permit: 'sims' },
  '/operations/$operationId': { title: 'titles.operation', permit: 'sims' },
  '/requests': { title: 'titles.requests', permit: 'requests' },
  '/requests/$requestId': { title: 'titles.request', permit: 'requests' },
  '/alarm': { title: 'titles.alarms', permit: 'alarmas' },
  '/alarm-notified': { title: 'titles.notices', permit: 'alarmas' },
  '/anomalies': { title: 'titles.anomalies', permit: 'alarmas' },
  '/rules': { title: 'titles.rules', permit: 'alarmas' },
  '/rule-firings': { title: 'titles.ruleFirings', permit: 'alarmas' },
  '/sms-report': { title: 'titles.smsReport', permit: 'sms_report' },
  '/report-charges': { title: 'titles.charges', permit: null },
  '/plans': { title: 'titles.plans', permit: 'plans' },
  '/plans/optimise': { title: 'titles.optimise', permit: 'plans' },
  '/hys': { title: 'titles.hardware', permit: 'hys' },
  '/companies': { title: 'titles.companies', permit: 'companies' },
  '/companies/$companyId': { title: 'titles.company', permit: 'companies' },
  '/users': { title: 'titles.users', permit: 'users' },
  '/users/permissions': { title: 'titles.permits', permit: 'users' },
  '/networks': { title: 'titles.networks', permit: 'wholePortal' },
  '/outbox': { title: 'titles.outbox', permit: 'wholePortal' },
  '/support': { title: 'titles.support', permit: 'admin' },
  // users who manage users manage programs, too
  '/integrations': { title: 'titles.integrations', permit: 'users' },
  '/popups': { title: 'titles.popups', permit: 'wholePortal' },
  '/audit': { title: 'titles.audit', permit: 'users' },
  '/help': { title: 'titles.help', permit: null },
  '/help/manual': { title: 'titles.manual', permit: null },
  '/help/$articleId': { title: 'titles.help', permit: null },
  '/table-test': { title: 'titles.tableTest', permit: null },
} as const satisfies Record<string, Screen>

export type ScreenPath = keyof typeof SCREENS
