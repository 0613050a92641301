import type { Catalogue } from '#web/i18n/i18n.ts'
import type { helpEs } from './help.es.ts'

export const helpEn: Catalogue<typeof helpEs> = {
  title: 'Help',
  search: 'Search the help',
  searchHint: 'For example: hibernate',
  contents: 'Help topics',
  found_one: '{{count}} topic with “{{text}}”',
  found_other: '{{count}} topics with “{{text}}”',
  nothing: 'No topic with “{{text}}”',
  nothingHint: 'Try another word, or fewer words.',
  back: 'All topics',
  welcome: 'How can we help?',
  welcomeLead: 'Every screen has its topic. The question mark at the top of any of them leads to it.',
  toScreen: 'Go to the screen',
  needs: "Your user does not have this screen's permission. Whoever manages the users of your company can give it.",
  failed: 'The help could not be fetched',
  unknown: 'There is no such topic',
  manuals: 'Manuals',
  manualsHint: 'Longer documents, outside of the portal.',
  previous: 'Previous',
  next: 'Next',
  around: 'Other topics',
  group: {
    start: 'Getting started',
    sims: 'SIMs',
    watching: 'Alarms and reports',
    money: 'Plans, orders and charges',
    people: 'Companies and users',
    operator: 'Running the portal',
  },
}
