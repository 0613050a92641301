import { type ComponentType, createElement } from 'react'
import { loadScreenWords } from '../i18n/i18n.ts'
import type { ScreenPath } from '../shared/screens.ts'

/**
 * A screen other than the first ones, which load neither the component library nor other screens' sentences, to be
 * fast.
 */
async function inMantine(page: Promise<ComponentType>): Promise<ComponentType> {
  const [{ Mantine }, Page] = await Promise.all([import('../ui/mantine.tsx'), page, loadScreenWords()])
  return function ScreenInMantine() {
    return createElement(Mantine, null, createElement(Page))
  }
}

/** Loader of every screen's code, called when the screen is opened. */
export const SCREEN_CODE: Readonly<Record<ScreenPath, () => Promise<ComponentType>>> = {
  '/': () => import('../features/dashboard/dashboard.page.tsx').then((module) => module.DashboardPage),
  '/sims': () => inMantine(import('./sims.page.tsx').then((module) => module.SimsScreen)),
  '/sims/$icc': () => inMantine(import('../features/sims/detail/sim.page.tsx').then((module) => module.SimPage)),
  '/map': () => inMantine(import('../features/sims/fleet-map/fleet-map.page.tsx').then((module) => module.FleetMapPage)),
  '/operations': () => inMantine(import('../features/operations/operations.page.tsx').then((module) => module.OperationsPage)),
  '/operations/$operationId': () =>
    inMantine(import('../features/operations/operation.page.tsx').then((module) => module.OperationPage)),
  '/requests': () => inMantine(import('./requests.page.tsx').then((module) => module.RequestsPage)),
  '/requests/$requestId': () => inMantine(import('../features/requests/request.page.tsx').then((module) => module.RequestPage)),
  '/alarm': () => inMantine(import('../features/alarms/alarms.page.tsx').then((module) => module.AlarmsPage)),
  '/alarm-notified': () => inMantine(import('../features/alarms/notices.page.tsx').then((module) => module.NoticesPage)),
  '/anomalies': () => inMantine(import('../features/anomalies/anomalies.page.tsx').then((module) => module.AnomaliesPage)),
  '/rules': () => inMantine(import('../features/rules/rules.page.tsx').then((module) => module.RulesPage)),
  '/rule-firings': () => inMantine(import('../features/rules/firings.page.tsx').then((module) => module.FiringsPage)),
  '/sms-report': () => inMantine(import('../features/sms-report/sms-report.page.tsx').then((module) => module.SmsReportPage)),
  '/report-charges': () => inMantine(import('../features/charges/charges.page.tsx').then((module) => module.ChargesPage)),
  '/plans': () => inMantine(import('../features/plans/plans.page.tsx').then((module) => module.PlansPage)),
  '/plans/optimise': () =>
    inMantine(import('../features/plans/optimise/optimise.page.tsx').then((module) => module.OptimisePage)),
  '/hys': () => inMantine(import('../features/hys/hys.page.tsx').then((module) => module.HysPage)),
  '/companies': () => inMantine(import('./companies.page.tsx').then((module) => module.CompaniesScreen)),
  '/companies/$companyId': () => inMantine(import('./company/company.page.tsx').then((module) => module.CompanyScreen)),
  '/users': () => inMantine(import('../features/users/users.page.tsx').then((module) => module.UsersPage)),
  '/users/permissions': () => inMantine(import('../features/users/permits.page.tsx').then((module) => module.PermitsPage)),
  '/networks': () => inMantine(import('./networks.page.tsx').then((module) => module.NetworksScreen)),
  '/outbox': () => inMantine(import('../features/outbox/outbox.page.tsx').then((module) => module.OutboxPage)),
  '/support': () => inMantine(import('./support.page.tsx').then((module) => module.SupportScreen)),
  '/integrations': () => inMantine(import('./integrations/integrations.page.tsx').then((module) => module.IntegrationsPage)),
  '/popups': () => inMantine(import('../features/popups/popups.page.tsx').then((module) => module.PopupsPage)),
  '/audit': () => inMantine(import('../features/audit/audit.page.tsx').then((module) => module.AuditPage)),
  '/help': () => inMantine(import('../features/help/help.page.tsx').then((module) => module.HelpPage)),
  '/help/manual': () => inMantine(import('../features/help/manual.page.tsx').then((module) => module.ManualPage)),
  '/help/$articleId': () => inMantine(import('../features/help/help.page.tsx').then((module) => module.HelpPage)),
  '/table-test': () => inMantine(import('../features/table-test/table-test.page.tsx').then((module) => module.TableTestPage)),
}
