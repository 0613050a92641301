import type { Catalogue } from '#web/i18n/i18n.ts'
import type { smppEs } from './smpp.es.ts'

export const smppEn: Catalogue<typeof smppEs> = {
  button: 'Messages',
  buttonOf: 'Messages of {{name}}',
  title: 'Messages of {{name}} over SMPP',
  lead: 'With a message centre of its own, texts of this network go over SMPP 3.4; without one, whichever way the network goes.',
  failed: 'The settings could not be fetched',
  host: 'Host',
  port: 'Port',
  systemId: 'User (system_id)',
  password: 'Password',
  passwordHint: 'Empty: the one that is kept stays.',
  systemType: 'Type (system_type)',
  systemTypeHint: 'Empty unless the centre asks for it.',
  source: 'Sender',
  sourceHint: 'A number, or a name of up to 11 letters. Empty: the centre sets it.',
  windowSize: 'Window',
  windowSizeHint: 'Messages without an answer at a time.',
  submitsPerSecond: 'Messages per second',
  submitsPerSecondHint: 'Of each server. Empty: no limit.',
  addressing: 'Calls SIMs by',
  isEncrypted: 'Encrypted connection (TLS)',
  wantsInterim: 'Ask to be told when a message waits for its device',
  connected: 'Connected.',
  notConnected: 'No connection: {{problem}}',
  remove: 'Remove',
}
