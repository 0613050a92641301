import type { Catalogue } from '#web/i18n/i18n.ts'
import type { smsReportEs } from './sms-report.es.ts'

export const smsReportEn: Catalogue<typeof smsReportEs> = {
  title: 'SMS report',
  lead: 'SMS sent and received by your SIMs, with delivery status.',
  list: 'Messages',
  allResults: 'All results',
  allPlatforms: 'All platforms',
  allUsers: 'Everyone',
  mine: 'Mine',
  from: 'From',
  to: 'To',
  iccHint: '19 or 20 digits',
  iccWrong: 'An ICC has 19 or 20 digits',
  parts_one: '{{count}} segment',
  parts_other: '{{count}} segments',
  failed: 'Couldn’t load the report',
  none: 'No messages yet',
  noneHint: 'Send an SMS from a SIM or as a mass operation, and see its delivery here.',
  toSims: 'Go to SIMs',
  noneFound: 'No messages match the filters',
  clear: 'Clear filters',
}
