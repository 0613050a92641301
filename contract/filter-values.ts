/**
 * Values that lists are filtered and ordered by, as the page's first chunk has them: its routes read addresses by them. They stand
 * apart from schemas and sentences, which would come along.
 */

export const PLAN_SORTS = [
  'planName',
  'provider',
  'data',
  'sms',
  'voice',
  'planPrice',
  'totalActive',
  'totalSims',
  'totalPrice',
] as const
export type PlanSort = (typeof PLAN_SORTS)[number]

export const USER_SORTS = ['name', 'email', 'company', 'created'] as const

/** Fewer characters have no trigram to look up. */
export const HYS_SEARCH = { least: 3, most: 80 } as const

/** Where a message is on its way; 'buffered': the network keeps it for its device; 'unknown': no word of its delivery came in time. */
export const SMS_STATES = [
  'queued',
  'sent',
  'buffered',
  'delivered',
  'failed',
  'expired',
  'unknown',
  'cancelled',
  'received',
] as const

export const SMS_PLATFORMS = ['portal', 'api', 'rule', 'device'] as const

/**
 * Where a cycle's bill is on its way: 'open' while the cycle runs, 'closing' while late usage is waited for, then issued as a
 * document, paid, or void by a credit note. 'overdue' is 'issued' past the day on which it was due.
 */
export const CHARGE_STATES = ['open', 'closing', 'issued', 'overdue', 'paid', 'void'] as const
export type ChargeState = (typeof CHARGE_STATES)[number]

/**
 * What becomes of a SIM's data: 'none' the alarm does not cut, 'due' about to be asked for, 'ordered' asked of the network, 'cut',
 * 'failed' the network did not do it, 'skipped' the SIM was not active, 'restoring' asked back, 'restored'.
 */
export const NOTICE_ACTION_STATES = ['none', 'due', 'ordered', 'cut', 'failed', 'skipped', 'restoring', 'restored'] as const
export type NoticeActionState = (typeof NOTICE_ACTION_STATES)[number]

/**
 * What becomes of the operations of a firing: none, a person is asked first, about to start, started, refused for want of rights,
 * declined by the person, or lapsed because the rule was changed or deleted before an answer.
 */
export const RULE_ACTION_STATES = ['none', 'asked', 'due', 'started', 'refused', 'declined', 'lapsed'] as const
export type RuleActionState = (typeof RULE_ACTION_STATES)[number]

/** What becomes of a mail. */
export const MAIL_STATES = ['queued', 'sending', 'sent', 'kept', 'failed', 'unknown'] as const
export type MailState = (typeof MAIL_STATES)[number]

/** How a popup stands; from its times alone. */
export const POPUP_STATES = ['planned', 'shown', 'ended'] as const
export type PopupState = (typeof POPUP_STATES)[number]

/** What a line charges for, in the order of an invoice. */
export const CHARGE_KINDS = [
  'price',
  'price_days',
  'pool_overage',
  'data_overage',
  'sms',
  'voice',
  'hibernation',
  'pool_adjustment',
  'data_adjustment',
  'sms_adjustment',
  'voice_adjustment',
] as const
