import type { ParseKeys } from 'i18next'
import { holds, type Right, type Rights } from '../lib/session.ts'

/** An entry of the top menu that links to a screen or out of the portal. */
export interface MenuLink {
  readonly label: ParseKeys
  /** of a screen; the full address of an external page */
  readonly path: string
  /** null: shown to everyone who is logged in */
  readonly permit: Right
  /** opens the screen after G, see page-keys.ts */
  readonly key?: string
  /** a screen that is reached from it, and has no entry of its own */
  readonly also?: string
  /** opens a new tab */
  readonly opensTab?: true
}

export interface MenuSubmenu {
  readonly label: ParseKeys
  readonly links: readonly MenuLink[]
}

export type MenuEntry = MenuLink | MenuSubmenu

/** Whether the screen at a path is that of a link, below it, or reached from it alone. */
export const isCurrentLink = ({ path, also }: MenuLink, pathname: string): boolean =>
  pathname === path || pathname === also || (path !== '/' && pathname.startsWith(`${path}/`))

/** The portal's own manual, unless the configuration names another. */
const OWN_MANUAL = '/help/manual'

/** The whole menu of the specification's section 2, in its order. An entry appears once its screen exists in screens.ts. */
export const MENU: readonly MenuEntry[] = [
  { label: 'menu.dashboard', path: '/', permit: null, key: 'd' },
  { label: 'menu.sims', path: '/sims', permit: 'sims', key: 's' },
  // ours: the specification's mass operations have no page
  { label: 'menu.operations', path: '/operations', permit: 'sims', key: 'o' },
  { label: 'menu.requests', path: '/requests', permit: 'requests', key: 'r' },
  { label: 'menu.hardware', path: '/hys', permit: 'hys', key: 'h' },
  {
    label: 'menu.alarms',
    links: [
      { label: 'menu.setAlarms', path: '/alarm', permit: 'alarmas', key: 'a' },
      { label: 'menu.notifiedSims', path: '/alarm-notified', permit: 'alarmas', key: 'n' },
      // ours: what SIMs do beside those in the same device
      { label: 'menu.anomalies', path: '/anomalies', permit: 'alarmas' },
      // ours: rules that act
      { label: 'menu.rules', path: '/rules', permit: 'alarmas', also: '/rule-firings' },
    ],
  },
  {
    label: 'menu.reports',
    links: [
      { label: 'menu.smsReport', path: '/sms-report', permit: 'sms_report', key: 'm' },
      { label: 'menu.charges', path: '/report-charges', permit: null, key: 'c' },
    ],
  },
  { label: 'menu.plans', path: '/plans', permit: 'plans', key: 'p' },
  {
    label: 'menu.administration',
    links: [
      { label: 'menu.companies', path: '/companies', permit: 'companies', key: 'e' },
      { label: 'menu.users', path: '/users', permit: 'users', key: 'u' },
      // ours: who may do what, and how a company's own programs work with the portal
      { label: 'menu.permits', path: '/users/permissions', permit: 'users' },
      { label: 'menu.integrations', path: '/integrations', permit: 'users' },
      // ours: configuration of the networks
      { label: 'menu.networks', path: '/networks', permit: 'wholePortal', key: 'w' },
      // ours: support requests, and the portal's mails
      { label: 'menu.support', path: '/support', permit: 'admin' },
      { label: 'menu.outbox', path: '/outbox', permit: 'wholePortal' },
      // ours: popups and the audit log
      { label: 'menu.popups', path: '/popups', permit: 'wholePortal' },
      { label: 'menu.audit', path: '/audit', permit: 'users' },
    ],
  },
  {
    label: 'menu.help',
    links: [
      { label: 'menu.helpPage', path: '/help', permit: null },
      { label: 'menu.manuals', path: OWN_MANUAL, permit: null, opensTab: true },
    ],
  },
]

/**
 * The entries that a user sees: those whose permit they have and whose screen exists. Empty groups are left out.
 * @param screens the paths that have a screen
 * @param manualsUrl of manuals other than the portal's own
 */
export function visibleMenu(rights: Rights, screens: ReadonlySet<string>, manualsUrl?: string | null): MenuEntry[] {
  const shown = (link: MenuLink): MenuLink[] => {
    if (link.path === OWN_MANUAL && manualsUrl) return [{ ...link, path: manualsUrl }]
    return screens.has(link.path) && holds(rights, link.permit) ? [link] : []
  }
  return MENU.flatMap((entry): MenuEntry[] => {
    if ('path' in entry) return shown(entry)
    const links = entry.links.flatMap(shown)
    return links.length > 0 ? [{ ...entry, links }] : []
  })
}

/** Every link of a menu, also of groups. */
export function linksOf(menu: readonly MenuEntry[]): MenuLink[] {
  return menu.flatMap((entry) => ('path' in entry ? [entry] : entry.links))
}
