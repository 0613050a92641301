import type { Catalogue } from '#web/i18n/i18n.ts'
import type { smppEs } from './smpp.es.ts'

export const smppEn: Catalogue<typeof smppEs> = {
  button: 'Messages',
  title: '{{name}} messages over SMPP',
  lead: 'With its own message center, this network’s SMS go over SMPP 3.4; without one, through the network itself.',
  failed: 'Couldn’t load settings',
  host: 'Host',
  port: 'Port',
  systemId: 'User (system_id)',
  password: 'Password',
  passwordHint: 'Empty: keeps the current one.',
  systemType: 'Type (system_type)',
  systemTypeHint: 'Leave empty unless the center requires it.',
  source: 'Sender',
  sourceHint: 'A number, or a name of up to 11 letters. Empty: set by the center.',
  windowSize: 'Window',
  windowSizeHint: 'Unanswered messages at a time.',
  submitsPerSecond: 'Messages per second',
  submitsPerSecondHint: 'Per server. Empty: no limit.',
  addressing: 'SIM identifier',
  isEncrypted: 'Encrypted connection (TLS)',
  wantsInterim: 'Get notified when a message waits for its device',
  connected: 'Connected',
  notConnected: 'Not connected: {{problem}}',
  remove: 'Remove',
}
