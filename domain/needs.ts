/** What requires attention, most urgent first: the order of the dashboard's list. */
export const NEED_KINDS = [
  'operatorDown',
  'invoiceOverdue',
  'poolOver',
  'operatorUnstable',
  'silent',
  'requestSubmitted',
  'supportWaiting',
  'ruleAsks',
  'dataCut',
  'simsAtLimit',
  'operationFailed',
  'requestShipped',
  'anomalies',
  'invoiceDue',
  'companyBlocked',
] as const
export type NeedKind = (typeof NEED_KINDS)[number]

/** 'stop': costs money or service now; 'warning': will, or does for few; 'ready': a person waits; 'ended': for information. */
export type NeedTone = 'stop' | 'warning' | 'ready' | 'ended'

export const NEED_TONES: Readonly<Record<NeedKind, NeedTone>> = {
  operatorDown: 'stop',
  invoiceOverdue: 'stop',
  poolOver: 'stop',
  operatorUnstable: 'warning',
  dataCut: 'warning',
  simsAtLimit: 'warning',
  operationFailed: 'warning',
  ruleAsks: 'ready',
  supportWaiting: 'ready',
  requestSubmitted: 'ready',
  requestShipped: 'ready',
  silent: 'warning',
  anomalies: 'warning',
  invoiceDue: 'ready',
  companyBlocked: 'ended',
}

/** What was out of the ordinary longer ago no longer requires attention, hours. */
export const ANOMALY_NEED_HOURS = 24

/** Operations whose lines failed longer ago no longer require attention, days. */
export const FAILED_OPERATION_DAYS = 7

interface Counted {
  readonly kind: NeedKind
  readonly count: number
  /** SIMs concerned, where `count` is of something else */
  readonly sims: number
}

/** Without zeros, most urgent first; of one kind the one with the most SIMs. */
export function needsInOrder<Need extends Counted>(needs: readonly Need[]): Need[] {
  const rank = ({ kind }: Need): number => NEED_KINDS.indexOf(kind)
  return needs.filter(({ count }) => count > 0).sort((a, b) => rank(a) - rank(b) || b.sims - a.sims || b.count - a.count)
}
