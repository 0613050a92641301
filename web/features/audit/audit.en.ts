import type { Catalogue } from '#web/i18n/i18n.ts'
import type { auditEs } from './audit.es.ts'

export const auditEn: Catalogue<typeof auditEs> = {
  title: 'Audit log',
  lead: 'Who did what, when and from where.',
  list: 'Log',
  time: 'Time',
  person: 'User',
  personHint: 'Full email',
  thing: 'Identifier',
  thingHint: 'ICC, number or name',
  onlyPerson: 'Show only actions by {{person}}',
  onlyThing: 'Show only changes to {{thing}}',
  open: 'Open {{thing}}',
  access: 'Include log-ins and views',
  accessAdds: {
    customer: 'Also when the operator viewed your company’s data',
    admin: 'Also what data of other companies an administrator viewed',
  },
  saw: 'Viewed {{what}}',
  ofCompany: 'of {{company}}',
  asList: '{{name}} (the list)',
  ofAll: 'of all companies',
  was: 'before',
  is: 'after',
  changesMore: 'Show {{count, number}} more changes',
  changesMore_one: 'Show {{count, number}} more change',
  changesLess: 'Show fewer',
  none: 'No entries yet',
  noneHint: 'Every change is recorded here, with its previous and new value.',
}
