import type { Catalogue } from '#web/i18n/i18n.ts'
import type { restoreEs } from './restore.es.ts'

export const restoreEn: Catalogue<typeof restoreEs> = {
  heading: 'Reset your password',
  lead: 'We’ll send you a link to choose a new one.',
  face: {
    headline: 'How you get back in',
    mail: 'The link comes to your email',
    once: 'It works once, for {{minutes}} minutes',
    sessions: 'Changing the password ends the open sessions',
  },
  email: 'Email',
  send: 'Send link',
  sending: 'Sending',
  toLogin: 'Back to login',
  asked: 'Check your email',
  askedHint: 'The link works once, for 60 minutes. If it doesn’t arrive, check your spam folder.',
  again: 'Send another link',
  setHeading: 'Choose a new password',
  setLead: 'Sessions opened with the old one will end.',
  welcome: 'Welcome to Enlace',
  welcomeLead: 'Choose your password to log in.',
  account: 'Account',
  save: 'Save password',
  unchecked: 'Couldn’t check the link',
  badHeading: 'This link is no longer valid',
  badLead: 'It was already used, has expired or is incomplete.',
  badHint:
    'Request another and use the latest one. If you were invited to Enlace, ask the person who invited you for a new invitation.',
  askAnother: 'Request another link',
}
