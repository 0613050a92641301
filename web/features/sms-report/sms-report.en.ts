import type { Catalogue } from '#web/i18n/i18n.ts'
import type { smsReportEs } from './sms-report.es.ts'

export const smsReportEn: Catalogue<typeof smsReportEs> = {
  title: 'SMS report',
  lead: 'SMS sent and received by your SIMs, with delivery status.',
  list: 'Messages',
  time: 'Time',
  chip: {
    queued: 'Queued',
    sent: 'Sent',
    buffered: 'Waiting',
    delivered: 'Delivered',
    failed: 'Not sent',
    expired: 'Expired',
    unknown: 'Unconfirmed',
    cancelled: 'Cancelled',
    received: 'Received',
  },
  mine: 'Mine',
  parts_one: '{{count}} segment',
  parts_other: '{{count}} segments',
  asSms: '{{count}} SMS',
  resend: 'Resend',
  none: 'No messages yet',
  noneHint: 'Send an SMS from a SIM or as a mass operation, and see its delivery here.',
  toSims: 'Go to SIMs',
}
