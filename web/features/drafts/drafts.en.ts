import type { Catalogue } from '#web/i18n/i18n.ts'
import type { draftsEs } from './drafts.es.ts'

export const draftsEn: Catalogue<typeof draftsEs> = {
  title: 'Drafts that wait for you',
  seeOf: 'See the draft {{name}}',
  byUntil: '{{program}} · expires: {{at}}',
  by: 'Prepared by {{program}}.',
  lead: 'Nothing happens until you confirm it. Expires: {{at}}.',
  foreign: 'Reason, in the program’s words',
  discard: 'Discard the draft',
  edit: 'Edit the draft',
  failed: 'Couldn’t load the draft',
  confirmed: '{{person}} confirmed it: {{at}}.',
  confirmedChanged: '{{person}} confirmed it with changes: {{at}}.',
  wasDiscarded: '{{person}} discarded it: {{at}}.',
  expired: 'It expired: {{at}}. Nothing was done.',
  refused: 'It can’t be confirmed as it is, and nothing was done:',
}
