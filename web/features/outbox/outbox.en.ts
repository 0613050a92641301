import type { Catalogue } from '#web/i18n/i18n.ts'
import type { outboxEs } from './outbox.es.ts'

export const outboxEn: Catalogue<typeof outboxEs> = {
  title: 'Emails',
  lead: 'Emails sent by the portal, with their delivery status.',
  list: 'Outbox',
  created: 'Date',
  subject: 'Subject',
  to: 'To',
  toHint: 'Start of the email',
  state: 'Status',
  noServer: 'The latest email wasn’t sent: the portal has no mail server',
  noServerHint: 'Emails are only stored here. A server is set with SMTP_URL when the portal starts.',
  none: 'No emails yet',
  noneHint: 'Alarm emails appear here. Send a test email to check your mail server.',
  mail: 'Email',
  mailFailed: 'Couldn’t load the email',
  frame: 'The email as its recipient sees it',
  linkHidden: 'This email’s link is hidden: you can’t edit this user. Anyone with the link can log in as them.',
  linkGone: 'Only the recipient sees this email’s link.',
  linkShown: 'Anyone with the link can log in as this user. The audit log records that you viewed it.',
  asText: 'As text',
  send: 'Resend',
  test: 'Test email',
  sendTest: 'Send',
}
