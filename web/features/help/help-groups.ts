import type { ParseKeys } from 'i18next'
import { holds, type Right, type Rights } from '#web/lib/session.ts'
import type { HelpId } from './help-paths.ts'

export interface HelpEntry {
  readonly id: HelpId
  /** the right of its screen; those of administrators are shown only to them */
  readonly permit: Right
}

interface HelpGroup {
  readonly label: ParseKeys
  readonly entries: readonly HelpEntry[]
}

/** The table of contents. */
const GROUPS: readonly HelpGroup[] = [
  {
    label: 'help.group.start',
    entries: [
      { id: 'start', permit: null },
      { id: 'dashboard', permit: null },
      { id: 'search', permit: null },
      { id: 'updates', permit: null },
      { id: 'account', permit: null },
      { id: 'security', permit: null },
      { id: 'agents', permit: null },
      { id: 'support-chat', permit: null },
    ],
  },
  {
    label: 'help.group.sims',
    entries: [
      { id: 'sims', permit: 'sims' },
      { id: 'sim', permit: 'sims' },
      { id: 'map', permit: 'sims' },
      { id: 'tags', permit: 'sims' },
      { id: 'groups', permit: 'sims' },
      { id: 'locks', permit: 'sims' },
      { id: 'geofences', permit: 'sims' },
      { id: 'sim-actions', permit: 'sims' },
      { id: 'diagnosis', permit: 'sims' },
      { id: 'statuses', permit: 'sims' },
      { id: 'operations', permit: 'sims' },
      { id: 'plan-changes', permit: 'plans' },
    ],
  },
  {
    label: 'help.group.watching',
    entries: [
      { id: 'alarms', permit: 'alarmas' },
      { id: 'notices', permit: 'alarmas' },
      { id: 'rules', permit: 'alarmas' },
      { id: 'sms-report', permit: 'sms_report' },
    ],
  },
  {
    label: 'help.group.money',
    entries: [
      { id: 'charges', permit: null },
      { id: 'plans', permit: 'plans' },
      { id: 'optimise', permit: 'plans' },
      { id: 'hardware', permit: 'hys' },
      { id: 'store', permit: 'requests' },
      { id: 'requests', permit: 'requests' },
    ],
  },
  {
    label: 'help.group.people',
    entries: [
      { id: 'companies', permit: 'companies' },
      { id: 'users', permit: 'users' },
      { id: 'permissions', permit: 'users' },
      { id: 'integrations', permit: 'users' },
      { id: 'webhooks', permit: 'users' },
      { id: 'audit', permit: 'users' },
    ],
  },
  {
    label: 'help.group.operator',
    entries: [
      { id: 'import', permit: 'admin' },
      { id: 'networks', permit: 'admin' },
      { id: 'accounting', permit: 'admin' },
      { id: 'support', permit: 'admin' },
      { id: 'outbox', permit: 'admin' },
      { id: 'popups', permit: 'admin' },
    ],
  },
]

function groupsOf(isShown: (entry: HelpEntry) => boolean): HelpGroup[] {
  return GROUPS.map(({ label, entries }) => ({ label, entries: entries.filter(isShown) })).filter(
    ({ entries }) => entries.length > 0,
  )
}

/** Articles of the help: all but those for administrators. */
export const visibleGroups = (rights: Rights): HelpGroup[] =>
  groupsOf(({ permit }) => permit !== 'admin' || holds(rights, 'admin'))

/** Articles of a user's manual: those that their rights allow. */
export const manualGroups = (rights: Rights): HelpGroup[] => groupsOf(({ permit }) => holds(rights, permit))

export const entryOf = (groups: readonly HelpGroup[], id: string | undefined): HelpEntry | undefined =>
  groups.flatMap(({ entries }) => entries).find((entry) => entry.id === id)
