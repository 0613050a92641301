import type { Catalogue } from '#web/i18n/i18n.ts'
import type { outboxEs } from './outbox.es.ts'

export const outboxEn: Catalogue<typeof outboxEs> = {
  title: 'Mails',
  lead: 'What the portal writes to people, with what became of each mail.',
  list: 'Outbox',
  created: 'Date',
  subject: 'Subject',
  to: 'To',
  state: 'Status',
  allStates: 'All statuses',
  failed: 'The mails could not be fetched',
  none: 'There are no mails yet',
  noneHint: 'Notices of alarms appear here. A test mail tells whether the mail server is set up well.',
  noneFound: 'No mail has this status',
  clear: 'See all',
  mail: 'Mail',
  mailFailed: 'The mail could not be fetched',
  frame: 'The mail as its reader sees it',
  linkHidden: 'The link of this mail is hidden: you may not change this person. Whoever has the link can log in as them.',
  linkGone: 'The link of this mail is seen by its reader only.',
  linkShown: 'Whoever has the link can log in as this person. That you have seen it stands in the audit log.',
  asText: 'As text',
  send: 'Send again',
  test: 'Test mail',
  sendTest: 'Send',
}
