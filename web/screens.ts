import type { ParseKeys } from 'i18next'
import { type ComponentType, createElement } from 'react'
import { loadScreenWords } from './i18n/i18n.ts'
import type { Right } from './lib/session.ts'

export interface Screen {
  /** the route's title: browser tab, menu, search box */
  readonly title: ParseKeys
  /** without it the person is sent home */
  readonly permit: Right
  readonly load: () => Promise<ComponentType>
}

/** A screen beyond the first ones, which do without the component library and the other screens' sentences, to be there sooner. */
async function inMantine(page: Promise<ComponentType>): Promise<ComponentType> {
  const [{ Mantine }, Page] = await Promise.all([import('./ui/mantine.tsx'), page, loadScreenWords()])
  return function ScreenInMantine() {
    return createElement(Mantine, null, createElement(Page))
  }
}

/** Every screen inside the shell, on one page: a screen that is added here gets its route, menu entry and title. */
export const SCREENS = {
  '/': {
    title: 'titles.home',
    permit: null,
    load: () => import('./features/dashboard/dashboard.page.tsx').then((module) => module.DashboardPage),
  },
  '/sims': {
    title: 'titles.sims',
    permit: 'sims',
    load: () => inMantine(import('./features/sims/sims.page.tsx').then((module) => module.SimsPage)),
  },
  '/sims/$icc': {
    title: 'titles.sim',
    permit: 'sims',
    load: () => inMantine(import('./features/sims/detail/sim.page.tsx').then((module) => module.SimPage)),
  },
  '/operations': {
    title: 'titles.operations',
    permit: 'sims',
    load: () => inMantine(import('./features/operations/operations.page.tsx').then((module) => module.OperationsPage)),
  },
  '/operations/$operationId': {
    title: 'titles.operation',
    permit: 'sims',
    load: () => inMantine(import('./features/operations/operation.page.tsx').then((module) => module.OperationPage)),
  },
  '/requests': {
    title: 'titles.requests',
    permit: 'requests',
    load: () => inMantine(import('./screens/requests.page.tsx').then((module) => module.RequestsPage)),
  },
  '/requests/$requestId': {
    title: 'titles.request',
    permit: 'requests',
    load: () => inMantine(import('./features/requests/request.page.tsx').then((module) => module.RequestPage)),
  },
  '/alarm': {
    title: 'titles.alarms',
    permit: 'alarmas',
    load: () => inMantine(import('./features/alarms/alarms.page.tsx').then((module) => module.AlarmsPage)),
  },
  '/alarm-notified': {
    title: 'titles.notices',
    permit: 'alarmas',
    load: () => inMantine(import('./features/alarms/notices.page.tsx').then((module) => module.NoticesPage)),
  },
  '/sms-report': {
    title: 'titles.smsReport',
    permit: 'sms_report',
    load: () => inMantine(import('./features/sms-report/sms-report.page.tsx').then((module) => module.SmsReportPage)),
  },
  '/report-charges': {
    title: 'titles.charges',
    permit: null,
    load: () => inMantine(import('./features/charges/charges.page.tsx').then((module) => module.ChargesPage)),
  },
  '/plans': {
    title: 'titles.plans',
    permit: 'plans',
    load: () => inMantine(import('./features/plans/plans.page.tsx').then((module) => module.PlansPage)),
  },
  '/hys': {
    title: 'titles.hardware',
    permit: 'hys',
    load: () => inMantine(import('./features/hys/hys.page.tsx').then((module) => module.HysPage)),
  },
  '/companies': {
    title: 'titles.companies',
    permit: 'companies',
    load: () => inMantine(import('./features/companies/companies.page.tsx').then((module) => module.CompaniesPage)),
  },
  '/users': {
    title: 'titles.users',
    permit: 'users',
    load: () => inMantine(import('./features/users/users.page.tsx').then((module) => module.UsersPage)),
  },
  '/users/permissions': {
    title: 'titles.permits',
    permit: 'users',
    load: () => inMantine(import('./features/users/permits.page.tsx').then((module) => module.PermitsPage)),
  },
  '/networks': {
    title: 'titles.networks',
    permit: 'admin',
    load: () => inMantine(import('./features/network-admin/networks.page.tsx').then((module) => module.NetworksPage)),
  },
  '/outbox': {
    title: 'titles.outbox',
    permit: 'admin',
    load: () => inMantine(import('./features/outbox/outbox.page.tsx').then((module) => module.OutboxPage)),
  },
  '/support': {
    title: 'titles.support',
    permit: 'admin',
    load: () => inMantine(import('./features/support/support.page.tsx').then((module) => module.SupportPage)),
  },
  '/integrations': {
    title: 'titles.integrations',
    // whoever looks after people looks after programs
    permit: 'users',
    load: () => inMantine(import('./screens/integrations/integrations.page.tsx').then((module) => module.IntegrationsPage)),
  },
  '/popups': {
    title: 'titles.popups',
    permit: 'admin',
    load: () => inMantine(import('./features/popups/popups.page.tsx').then((module) => module.PopupsPage)),
  },
  '/audit': {
    title: 'titles.audit',
    permit: 'users',
    load: () => inMantine(import('./features/audit/audit.page.tsx').then((module) => module.AuditPage)),
  },
  '/help': {
    title: 'titles.help',
    permit: null,
    load: () => inMantine(import('./features/help/help.page.tsx').then((module) => module.HelpPage)),
  },
  '/help/manual': {
    title: 'titles.manual',
    permit: null,
    load: () => inMantine(import('./features/help/manual.page.tsx').then((module) => module.ManualPage)),
  },
  '/help/$articleId': {
    title: 'titles.help',
    permit: null,
    load: () => inMantine(import('./features/help/help.page.tsx').then((module) => module.HelpPage)),
  },
  '/table-test': {
    title: 'titles.tableTest',
    permit: null,
    load: () => inMantine(import('./features/table-test/table-test.page.tsx').then((module) => module.TableTestPage)),
  },
} as const satisfies Record<string, Screen>

export type ScreenPath = keyof typeof SCREENS
