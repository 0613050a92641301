import type { Catalogue } from '#web/i18n/i18n.ts'
import type { fleetMapEs } from './fleet-map.es.ts'

export const fleetMapEn: Catalogue<typeof fleetMapEs> = {
  title: 'Map',
  label: 'Map of the fleet. Arrow keys move it, plus and minus zoom. The places are in the list, too.',
  toList: 'List',
  toMap: 'Map',
  places: 'Places in this part of the map',
  here: '{{count, number}} SIMs in this part of the map',
  here_one: '{{count, number}} SIM in this part of the map',
  connected: '{{count, number}} connected',
  openPlace: 'Zoom in on {{place}}, {{count, number}} SIMs',
  openSim: 'Open SIM {{icc}}',
  morePlaces: 'and {{count, number}} more places: zoom in to see them',
  morePlaces_one: 'and {{count, number}} more place: zoom in to see it',
  moreSims: 'and {{count, number}} more in the same place',
  nowhere: 'Far from every town',
  located: '{{count, number}} of {{total, number}} SIMs located',
  ring: 'ring: share connected',
  noneTitle: 'No SIM located',
  noneText: 'A SIM appears on the map when its network reports where the device is.',
  noneFiltered: 'None of the SIMs of this filter is located.',
  emptyView: 'No SIMs in this part of the map.',
  showAll: 'Show all',
  failed: 'The map could not be loaded',
  unavailable: 'This browser cannot show the map: its places are in the list.',
  capped: 'More SIMs have this text: the first ones are shown.',
}
