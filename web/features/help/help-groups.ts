import type { ParseKeys } from 'i18next'
import { HELP_PERMITS, type HelpId } from '#contract/help/help-ids.ts'
import { holds, type Right, type Rights } from '#web/lib/session.ts'

interface HelpGroup {
  readonly label: ParseKeys
  readonly ids: readonly HelpId[]
}

/** The table of contents. */
const GROUPS: readonly HelpGroup[] = [
  {
    label: 'help.group.start',
    ids: ['start', 'dashboard', 'search', 'updates', 'account', 'security', 'agents', 'support-chat'],
  },
  {
    label: 'help.group.sims',
    ids: [
      'sims',
      'sim',
      'map',
      'tags',
      'groups',
      'locks',
      'geofences',
      'sim-actions',
      'diagnosis',
      'statuses',
      'operations',
      'plan-changes',
    ],
  },
  {
    label: 'help.group.watching',
    ids: ['alarms', 'notices', 'anomalies', 'rules', 'sms-report'],
  },
  {
    label: 'help.group.money',
    ids: ['charges', 'plans', 'optimise', 'hardware', 'store', 'requests'],
  },
  {
    label: 'help.group.people',
    ids: ['companies', 'users', 'permissions', 'integrations', 'webhooks', 'audit'],
  },
  {
    label: 'help.group.operator',
    ids: ['import', 'networks', 'accounting', 'support', 'outbox', 'popups'],
  },
]

function groupsOf(isShown: (permit: Right) => boolean): HelpGroup[] {
  return GROUPS.map(({ label, ids }) => ({ label, ids: ids.filter((id) => isShown(HELP_PERMITS[id])) })).filter(
    ({ ids }) => ids.length > 0,
  )
}

/** Articles of the help: all but those for administrators. */
export const visibleGroups = (rights: Rights): HelpGroup[] => groupsOf((permit) => permit !== 'admin' || holds(rights, 'admin'))

/** Articles of a user's manual: those that their rights allow. */
export const manualGroups = (rights: Rights): HelpGroup[] => groupsOf((permit) => holds(rights, permit))
