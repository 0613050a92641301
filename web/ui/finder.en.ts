import type { Catalogue } from '#web/i18n/i18n.ts'
import type { finderEs } from './finder.es.ts'

export const finderEn: Catalogue<typeof finderEs> = {
  nothing: 'No results',
  offered: '{{count, number}} options',
  clearOf: 'Clear {{what}}',
  create: 'Create “{{what}}”',
  typeOrChoose: 'Type or choose',
  added: '{{what}} added',
  removed: '{{what}} removed',
}
