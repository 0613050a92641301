import { STATUS_WORDS } from '#contract/sim-words.ts'
import type { commonEs, dataSessionEs, titlesEs } from './common.es.ts'
import type { Catalogue } from './i18n.ts'

export const commonEn: Catalogue<typeof commonEs> = {
  cancel: 'Cancel',
  close: 'Close',
  copied: 'Copied',
  copy: 'Copy',
  copyOf: 'Copy {{what}}',
  editOf: 'Change {{what}}: {{value}}',
  addValue: 'Add',
  addOf: 'Add {{what}}',
  retry: 'Retry',
  requestId: 'Request {{id}}',
  requestIdName: 'the request number',
  asOf: 'Data as of {{moment}}',
  usageLate: 'Usage counted until {{time}}',
  asTable: 'Show as a table',
  asChart: 'Show as a chart',
  theme: 'Theme',
  light: 'Light',
  dark: 'Dark',
  language: 'Language',
  density: 'Density',
  compact: 'Compact',
  comfortable: 'Comfortable',
  showPassword: 'Show the password',
  capsLock: 'Caps Lock is on',
  refresh: 'Refresh',
  loading: 'Loading',
  notifications: 'Notifications',
  sessionExpired: 'Your session has expired',
  chunkTitle: 'The screen did not arrive',
  chunkText: 'The network took too long or there is a new version. Try again.',
  brokenTitle: 'The screen failed',
  brokenText: 'An error has occurred, see the console for more details.',
}

export const titlesEn: Catalogue<typeof titlesEs> = {
  home: 'Dashboard',
  login: 'Log in',
  restore: 'Password',
  errorRestore: 'Link not valid',
  sims: 'SIMs',
  sim: 'SIM {{icc}}',
  operations: 'Operations',
  operation: 'Operation {{operationId}}',
  requests: 'Requests',
  request: 'Request {{requestId}}',
  networks: 'Networks',
  alarms: 'Alarms',
  notices: 'SIMs notified',
  smsReport: 'SMS report',
  charges: 'Charges',
  plans: 'My plans',
  hardware: 'Hardware and services',
  outbox: 'Mails',
  companies: 'Companies',
  users: 'Users',
  permits: 'Permits',
  integrations: 'Integrations',
  tableTest: 'Test page',
}

export const statusEn = STATUS_WORDS.en

export const dataSessionEn: Catalogue<typeof dataSessionEs> = {
  connected: 'Connected',
  disconnected: 'No session',
  unavailable: 'Not available',
}
