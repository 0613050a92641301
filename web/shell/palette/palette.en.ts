import type { Catalogue } from '../../i18n/i18n.ts'
import type { paletteEs } from './palette.es.ts'

export const paletteEn: Catalogue<typeof paletteEs> = {
  label: 'Results',
  recents: 'Recent',
  sims: 'SIMs',
  actions: 'Actions',
  pages: 'Pages',
  help: 'Help',
  searching: 'Searching…',
  all: 'View all SIMs with “{{text}}”',
  noSims: 'No SIMs with “{{text}}”',
  nothing: 'Nothing with “{{text}}”',
  nothingHint:
    'Search for the end of an ICC, MSISDN or IMEI, a label, an IP address, a company, a user, the number or month of an invoice, a page or an action.',
  forbidden: 'You don’t have permission to view SIMs',
  verb: '{{verb}}: choose the SIM',
  noneToDo: '“{{verb}}” isn’t available for the SIMs with “{{text}}”',
  field: { imsi: 'IMSI', ip: 'IP' },
  estimate: 'Estimate for {{month}}',
  operation: 'Operation {{number}}: {{what}}',
  simCount: '{{count, number}} SIMs',
  simCount_one: '{{count, number}} SIM',
  newAlarm: 'Create an alarm',
  newRequest: 'Request SIMs or devices',
  newUser: 'Invite a user',
  newCompany: 'Create a company',
  import: 'Import SIMs',
  export: 'Export SIMs',
  toLight: 'Use the light theme',
  toDark: 'Use the dark theme',
  toOtherLanguage: 'Cambiar a español',
}
