import type { Catalogue } from '#web/i18n/i18n.ts'
import type { hysEs } from './hys.es.ts'

export const hysEn: Catalogue<typeof hysEs> = {
  title: 'Hardware and services',
  lead: 'Devices and services that go with your SIMs. IMEI and fields are changed right here.',
  list: 'Devices and services',
  allTypes: 'All types',
  search: 'Search',
  searchHint: 'Product, IMEI, ICC or label',
  fieldOf: '{{field}} of {{product}}',
  cut: 'The first {{shown, number}} of {{count, number}} matches are shown. Search more precisely, or download the file to see all of them.',
  cutMore:
    'The first {{shown, number}} of more than {{count, number}} matches are shown. Search more precisely, or download the file to see all of them.',
  failed: 'The devices and services could not be fetched',
  none: 'There are no devices or services yet',
  noneHint: 'What is ordered and delivered appears here, with its IMEI and the fields that you give it.',
  noneFound: 'Nothing matches the filters',
  clear: 'Remove filters',
}
