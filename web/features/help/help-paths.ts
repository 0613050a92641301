import type { HelpId } from '#contract/help/help-ids.ts'
import type { ScreenPath } from '#web/shared/screens.ts'

/** The article that a screen's help button opens; paths below it have the same. */
const OF_SCREEN: Readonly<Partial<Record<ScreenPath, HelpId>>> = {
  '/': 'dashboard',
  '/sims': 'sims',
  '/sims/$icc': 'sim',
  '/map': 'map',
  '/operations': 'operations',
  '/requests': 'requests',
  '/alarm': 'alarms',
  '/alarm-notified': 'notices',
  '/anomalies': 'anomalies',
  '/rules': 'rules',
  '/rule-firings': 'rules',
  '/sms-report': 'sms-report',
  '/report-charges': 'charges',
  '/plans': 'plans',
  '/plans/optimise': 'optimise',
  '/hys': 'hardware',
  '/companies': 'companies',
  '/companies/$companyId': 'companies',
  '/users': 'users',
  '/users/permissions': 'permissions',
  '/integrations': 'integrations',
  '/audit': 'audit',
  '/networks': 'networks',
  '/support': 'support',
  '/outbox': 'outbox',
  '/popups': 'popups',
  '/help': 'start',
}
const OF_PATH: Readonly<Record<string, HelpId>> = OF_SCREEN

/** The article about a screen, by its path or route; undefined without one. */
export function helpIdOf(path: string): HelpId | undefined {
  const own = OF_PATH[path]
  if (own || path === '/') return own
  const [, first = '', second] = path.split('/')
  return second === undefined ? undefined : first === 'sims' ? OF_PATH['/sims/$icc'] : OF_PATH[`/${first}`]
}

type ArticleScreen = Exclude<ScreenPath, '/help' | `${string}$${string}`>

/** The screen that an article is about, if it has one. */
export function screenOf(id: HelpId): ArticleScreen | undefined {
  const paths = Object.keys(OF_SCREEN) as ScreenPath[]
  return paths.find((path): path is ArticleScreen => OF_SCREEN[path] === id && path !== '/help' && !path.includes('$'))
}
