import type { Catalogue } from '#web/i18n/i18n.ts'
import type { ownFieldsEs } from './own-fields.es.ts'

export const ownFieldsEn: Catalogue<typeof ownFieldsEs> = {
  edit: 'Edit (F2)',
  fieldOf: '{{field}} of {{name}}',
  saved: '{{count, number}} SIMs edited',
  saved_one: 'SIM edited',
  undonePart: '{{undone, number}} SIMs undone; {{count, number}} had changed and stay as they are',
  undonePart_one: '{{undone, number}} SIMs undone; one had changed and stays as it is',
  paste: {
    title: 'Change {{field}} of {{count, number}} SIMs',
    title_one: 'Change {{field}} of {{count, number}} SIM',
    two: '{{first}} and {{second}}',
    button: 'Change {{count, number}} SIMs',
    button_one: 'Change {{count, number}} SIM',
    busy: 'Saving',
    rows: 'Changes',
    sim: 'SIM',
    now: '{{field}}, now',
    next: '{{field}}, afterwards',
    same: '{{count, number}} SIMs have those values already and stay as they are.',
    same_one: '{{count, number}} SIM has those values already and stays as it is.',
    nothing: 'All of the SIMs have those values already.',
    more: 'and {{count, number}} more',
    wrong: '{{count, number}} lines can’t be saved. Correct them in the spreadsheet and paste again; nothing was changed.',
    wrong_one: 'One line can’t be saved. Correct it in the spreadsheet and paste again; nothing was changed.',
    line: 'Line {{number, number}}: {{problem}}',
    tooLong: 'more than {{count, number}} characters',
    tooMany:
      'You pasted {{rows, number}} lines, and up to {{count, number}} SIMs can be changed at once. For more, use Edit fields with a file, in Operations.',
    tooFew: 'You pasted {{rows, number}} lines, but there are only {{count, number}} SIMs from here down. Nothing was changed.',
    tooFew_one: 'You pasted {{rows, number}} lines, but there is only {{count, number}} SIM from here. Nothing was changed.',
    tooWide: 'You pasted {{columns, number}} columns, and from this cell there are {{count, number}}. Nothing was changed.',
  },
}
