import type { Permit } from '#domain/permits.ts'

/**
 * The articles by their name in the address, in the order of the contents, each with the permit of the screen that it is about. null:
 * everyone has the screen; `admin`: administrators have it.
 */
export const HELP_PERMITS = {
  start: null,
  dashboard: null,
  search: null,
  updates: null,
  account: null,
  security: null,
  agents: null,
  'support-chat': null,
  sims: 'sims',
  sim: 'sims',
  map: 'sims',
  tags: 'sims',
  groups: 'sims',
  locks: 'sims',
  geofences: 'sims',
  'sim-actions': 'sims',
  diagnosis: 'sims',
  statuses: 'sims',
  operations: 'sims',
  'plan-changes': 'plans',
  alarms: 'alarmas',
  notices: 'alarmas',
  anomalies: 'alarmas',
  rules: 'alarmas',
  'sms-report': 'sms_report',
  charges: null,
  plans: 'plans',
  optimise: 'plans',
  hardware: 'hys',
  store: 'requests',
  requests: 'requests',
  companies: 'companies',
  users: 'users',
  permissions: 'users',
  integrations: 'users',
  webhooks: 'users',
  audit: 'users',
  import: 'admin',
  networks: 'admin',
  accounting: 'admin',
  support: 'admin',
  outbox: 'admin',
  popups: 'admin',
} as const satisfies Readonly<Record<string, Permit | 'admin' | null>>
export type HelpId = keyof typeof HELP_PERMITS

export const HELP_IDS = Object.keys(HELP_PERMITS) as readonly HelpId[]
