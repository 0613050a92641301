import type { Catalogue } from '#web/i18n/i18n.ts'
import type { geofencesEs } from './geofences.es.ts'

export const geofencesEn: Catalogue<typeof geofencesEs> = {
  title: 'Geofences',
  close: 'Close geofences',
  failed: 'Couldn’t load geofences',
  none: 'No geofences yet',
  noneHint:
    'A geofence is a place of your company, such as a plant or a route. Draw it on the map and lock SIMs to it: their data is cut when they leave.',
  about: 'A SIM that is locked to a geofence loses its data when it leaves.',
  create: 'New geofence',
  show: 'Show {{name}} on the map',
  editOf: 'Edit the geofence {{name}}',
  removeOf: 'Delete the geofence {{name}}',
  circleFact: 'Circle · radius {{length}}',
  polygonFact: 'Polygon · {{count, number}} corners',
  name: 'Name',
  kind: 'Shape',
  circle: 'Circle',
  polygon: 'Polygon',
  centre: 'Centre',
  centreHint: 'Latitude and longitude in degrees, such as -33.4489, -70.6693.',
  radius: 'Radius in metres',
  corners: 'Corners',
  cornersHint: 'One latitude and longitude per line, in order, 3 to 100. The last one is joined to the first.',
  drawCircle: 'Click the map where the centre is. Drag the edge to change the radius.',
  drawPolygon:
    'Click the map for each corner. Drag corners to move them, drag a point between two to add one, and double-click one to remove it.',
  save: 'Save geofence',
  remove: 'Delete geofence',
  removing: 'Deleting',
  unused: 'No SIM is locked to it. This can’t be undone.',
  frees: '{{count, number}} SIMs are no longer locked to it. This can’t be undone.',
  frees_one: '{{count, number}} SIM is no longer locked to it. This can’t be undone.',
  field: 'Geofences',
  fieldHint: 'Up to {{count, number}}, of the SIM’s company. They are drawn on the map.',
  fieldHintMany: 'Up to {{count, number}}. SIMs of another company aren’t locked.',
}
