import type { Catalogue } from '#web/i18n/i18n.ts'
import type { simDetailEs } from './detail.es.ts'

export const simDetailEn: Catalogue<typeof simDetailEs> = {
  breadcrumb: 'Breadcrumb',
  ofPercent: 'of {{total}}, {{percent}}',
  lastConnDuration: 'Last connection, duration',
  openSince: 'Open for {{duration}}',
  today: 'Today',
  cycle: 'Cycle',
  voice: 'Voice',
  usageTotals: 'Consumption today and in the cycle',
  usageAbout: '{{unit}}, cycle {{days}}',
  cycleBefore: 'Previous cycle',
  cycleAfter: 'Next cycle',
  chartDay: 'Day of the chart',
  chartDayText: '{{day}}: {{data}}, {{total}} so far',
  yesterday: 'yesterday',
  eventBy: '{{sentence}} by {{actor}}',
  reason: 'Reason: {{reason}}',
  networkSaid: 'The network said: {{text}}',
  messageText: '“{{text}}”',
  reference: 'Reference {{reference}}',
  operationNumber: 'Operation {{id, number}}',
  importNumber: 'Import {{id, number}}',
  change: '{{field}}: {{before}} → {{after}}',
  waiting: 'Fetching the SIM',
}
