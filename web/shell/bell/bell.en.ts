import type { Catalogue } from '../../i18n/i18n.ts'
import type { bellEs } from './bell.es.ts'

export const bellEn: Catalogue<typeof bellEs> = {
  readAll: 'Mark all as read',
  rules: 'What to show',
  rulesLead: 'For you alone. What you turn off is neither shown nor counted.',
  kind: {
    alarms: 'Alarms reached',
    rules: 'Rules that fired',
    locks: 'SIMs in another device or place',
    operations: 'Your operations that ended, and drafts of agents',
    invoices: 'Invoices issued and overdue',
    invoicesOverdue: 'Overdue invoices of customers',
    incidents: 'Network incidents',
    requests: 'Requests',
    conversations: 'Support messages',
  },
  on: 'On',
  off: 'Off',
  today: 'Today',
  yesterday: 'Yesterday',
  unread: 'Unread',
  empty: 'No updates yet',
  emptyText: 'Alarms, operations that ended, invoices, requests and messages of the last 90 days appear here.',
  failed: 'Couldn’t load updates',
  ofMany: '{{count, number}} SIMs',
  alarm: {
    limit: '{{who}} reached the limit: {{alarm}}',
    limit_one: '{{who}} reached the limit: {{alarm}}',
    warning: '{{who}} are close to the limit: {{alarm}}',
    warning_one: '{{who}} is close to the limit: {{alarm}}',
  },
  rule: {
    fired: '{{rule}}: {{who}}',
    fired_one: '{{rule}}: {{who}}',
  },
  lock: {
    device: '{{who}} are in another device',
    device_one: '{{who}} is in another device',
    area: '{{who}} are outside their countries and networks',
    area_one: '{{who}} is outside its countries and networks',
  },
  operation: {
    done: '{{name}}: finished',
    partly: '{{name}}: finished, {{count, number}} failed',
    partly_one: '{{name}}: finished, {{count, number}} failed',
    failed: '{{name}}: failed',
    draft: '{{agent}} prepared “{{action}}”, and waits for you',
    failedOn: '{{sim}}: “{{action}}” failed',
  },
  invoice: {
    issued: '{{count, number}} invoices issued',
    issued_one: 'Invoice {{number}} issued',
    credited: '{{count, number}} credit notes issued',
    credited_one: 'Credit note {{number}} issued',
    overdue: '{{count, number}} invoices overdue',
    overdue_one: 'Invoice {{number}} overdue',
  },
  incident: {
    down: '{{network}}: out of service',
    unstable: '{{network}}: unstable',
    closed: '{{network}}: working again',
  },
  lasted: 'lasted {{time}}',
  request: {
    new: 'New request {{id, number}}',
    moved: 'Request {{id, number}}: {{state}}',
  },
  conversation: {
    question: '{{person}}: {{text}}',
    answer: 'Support: {{text}}',
  },
}
