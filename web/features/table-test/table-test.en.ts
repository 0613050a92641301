import type { Catalogue } from '#web/i18n/i18n.ts'
import type { tableTestEs } from './table-test.es.ts'

export const tableTestEn: Catalogue<typeof tableTestEs> = {
  lead: 'The portal’s table, dialogs and notifications in all their states, with sample data.',
  table: 'Table',
  state: 'Table status',
  rows: 'With rows',
  loading: 'Loading',
  empty: 'Empty',
  error: 'Error',
  forbidden: 'No permission',
  emptyText: 'No rows to show',
  errorText: 'Couldn’t load rows',
  errorReason: 'The service didn’t respond',
  forbiddenText: 'You can’t view these rows',
  forbiddenHint: 'Ask your company’s administrator for the sims permission.',
  dialogs: 'Dialogs',
  options: 'Option menu',
  tests: 'Tests',
  confirm: 'Confirmation',
  other: 'Others',
  width: 'Width: {{width}} px',
  toasts: 'Messages',
  success: 'Success',
  undoable: 'Can be undone',
  info: 'Information',
}
