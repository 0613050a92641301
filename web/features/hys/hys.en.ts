import type { Catalogue } from '#web/i18n/i18n.ts'
import type { hysEs } from './hys.es.ts'

export const hysEn: Catalogue<typeof hysEs> = {
  title: 'Hardware and services',
  lead: 'Devices and services that go with your SIMs. Edit the IMEI and fields right here.',
  list: 'Devices and services',
  order: 'Order hardware',
  totals: 'Totals of devices',
  devices: 'Devices',
  services: 'Services',
  withSim: '{{count, number}} with a SIM',
  withoutSim: 'Without a SIM',
  withoutImei: 'Without an IMEI',
  ofDevices: '{{percent}} of devices',
  allImei: 'All have one',
  allWithSim: 'all with a SIM',
  searchHint: 'Product, IMEI, ICC or label',
  fieldOf: '{{field}} of {{product}}',
  cut: 'Showing {{shown, number}} of {{count, number}} results. Refine your search, or download the file to see them all.',
  cutMore:
    'Showing {{shown, number}} of more than {{count, number}} results. Refine your search, or download the file to see them all.',
  none: 'No devices or services yet',
  noneHint: 'What you order appears here once delivered, with its IMEI and the fields you add.',
}
