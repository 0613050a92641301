import type { Catalogue } from '#web/i18n/i18n.ts'
import type { smsReportEs } from './sms-report.es.ts'

export const smsReportEn: Catalogue<typeof smsReportEs> = {
  title: 'SMS report',
  lead: 'Messages to your SIMs and from them, with what became of each.',
  list: 'Messages',
  allResults: 'All results',
  allPlatforms: 'All platforms',
  everybody: 'Of everybody',
  mine: 'Mine',
  from: 'From',
  to: 'To',
  iccHint: '19 or 20 digits',
  iccWrong: 'An ICC has 19 or 20 digits',
  parts_one: '{{count}} part',
  parts_other: '{{count}} parts',
  failed: 'Couldn’t load the report',
  none: 'No messages yet',
  noneHint: 'Send a text from a SIM or as a mass operation; here you see whether it arrived.',
  toSims: 'To the SIMs',
  noneFound: 'No message matches the filters',
  clear: 'Clear filters',
}
