import type { Catalogue } from '#web/i18n/i18n.ts'
import type { restoreEs } from './restore.es.ts'

export const restoreEn: Catalogue<typeof restoreEs> = {
  heading: 'Restore your password',
  lead: 'We will send you a link to choose another one.',
  email: 'E-mail',
  send: 'Send link',
  sending: 'Sending',
  toLogin: 'Back to login',
  asked: 'Check your mail',
  askedHint: 'It can be used once, within 60 minutes. If it does not arrive, look in your spam folder.',
  again: 'Send another link',
  setHeading: 'Choose another password',
  setLead: 'Sessions opened with the previous one will end.',
  welcome: 'Welcome to Enlace',
  welcomeLead: 'Choose your password and you can log in.',
  account: 'Account',
  save: 'Save password',
  saving: 'Saving',
  unchecked: 'The link could not be checked',
  badHeading: 'This link does not work',
  badLead: 'It has been used already, has expired or is incomplete.',
  badHint:
    'Ask for another and use the latest one you get. If you were invited to Enlace, ask whoever invited you to do it again.',
  askAnother: 'Ask for another link',
}
