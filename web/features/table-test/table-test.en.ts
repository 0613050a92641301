import type { Catalogue } from '#web/i18n/i18n.ts'
import type { tableTestEs } from './table-test.es.ts'

export const tableTestEn: Catalogue<typeof tableTestEs> = {
  lead: 'The table, the dialogs and the notifications of the portal in all their states, with invented data.',
  table: 'Table',
  state: 'State of the table',
  rows: 'With rows',
  loading: 'Loading',
  empty: 'Empty',
  error: 'Error',
  forbidden: 'No permission',
  emptyText: 'There are no rows to show',
  errorText: 'Couldn’t load rows',
  errorReason: 'The service did not answer',
  forbiddenText: 'You can’t see these rows',
  forbiddenHint: 'Ask whoever administers your company for the permission sims.',
  dialogs: 'Dialogs',
  options: 'Option menu',
  tests: 'Tests',
  confirm: 'Confirmation',
  other: 'Others',
  width: 'Width: {{width}} px',
  toasts: 'Messages',
  success: 'Success',
  info: 'Information',
}
