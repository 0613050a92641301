import { isEmail } from './email.ts'
import { isKeyWithin } from './groups.ts'
import { BYTES_PER_MB } from './usage.ts'

/** The limit of an alarm, MB of 1024² bytes, whole. */
export const ALARM_LIMIT_MB = { min: 1, max: 1_048_576 } as const
/** Characters of an alarm's name. */
export const ALARM_NAME_MAX = 60
/** How many alarms a company can have: counting usage reads the active ones of all companies. */
export const COMPANY_ALARMS_MAX = 1_000
/** How many e-mail addresses one alarm notifies. */
export const ALARM_EMAILS = { min: 1, max: 10 } as const
/** Percent of the limit at which a warning goes out, unless the installation says otherwise. */
export const ALARM_WARNING_PERCENT = 80
/** Minimum minutes between two alarm mails to a company; notices of the meantime are collected in the next one. */
export const ALARM_DIGEST_MINUTES = 15
/** Number of past cycles on which an alarm is tried out before it is saved. */
export const ALARM_TRIAL_CYCLES = 3

/** The kinds of notice an alarm makes: usage nears the limit, or has reached it. */
export const NOTICE_KINDS = ['warning', 'limit'] as const
export type NoticeKind = (typeof NOTICE_KINDS)[number]

/** Whether a number can be an alarm's limit in MB: whole, from 1 to 1 048 576. */
export function isAlarmLimit(limitMb: number): boolean {
  return Number.isInteger(limitMb) && limitMb >= ALARM_LIMIT_MB.min && limitMb <= ALARM_LIMIT_MB.max
}

/** Whether a trimmed text can be an alarm's name: one line, for it stands in subjects of mails; '' for none. */
export function isAlarmName(name: string): boolean {
  return name.length <= ALARM_NAME_MAX && !/[\p{Cc}\p{Zl}\p{Zp}]/u.test(name)
}

export type EmailListProblem = 'required' | 'email' | 'emailCount'

/**
 * Splits typed text into addresses at commas, semicolons, blanks and line ends; duplicates (ignoring case) are dropped.
 */
export function readEmails(text: string): string[] {
  const seen = new Map<string, string>()
  for (const address of text.split(/[\s,;]+/)) if (address !== '') seen.set(address.toLowerCase(), address)
  return [...seen.values()]
}

/** Validates an alarm's addresses: 1 to 10 of them, each matching the pattern of the specification's section 5. */
export function emailListProblem(emails: readonly string[]): EmailListProblem | undefined {
  if (emails.length < ALARM_EMAILS.min) return 'required'
  if (!emails.every(isEmail)) return 'email'
  return emails.length > ALARM_EMAILS.max ? 'emailCount' : undefined
}

/** The part of an alarm that decides when it fires. */
export interface AlarmRule {
  /** '': every plan */
  readonly planCode: string
  /** the key of a group (domain/groups.ts); '': every SIM of the company */
  readonly groupKey: string
  readonly limitMb: number
}

/** Whether an alarm watches SIMs of a plan. */
export function appliesToPlan({ planCode }: Pick<AlarmRule, 'planCode'>, simPlanCode: string): boolean {
  return planCode === '' || planCode === simPlanCode
}

/** Whether an alarm watches a SIM that is in some groups, by their keys. */
export function appliesToGroup({ groupKey }: Pick<AlarmRule, 'groupKey'>, simGroupKeys: readonly string[]): boolean {
  return groupKey === '' || simGroupKeys.some((key) => isKeyWithin(key, groupKey))
}

/** Bytes at which an alarm fires: used ≥ limit. */
export function limitBytes(limitMb: number): number {
  return limitMb * BYTES_PER_MB
}

/** Bytes at which an alarm warns. @param warningPercent of the limit, 1–99; 0 turns warnings off */
export function warningBytes(limitMb: number, warningPercent: number): number {
  return warningPercent === 0 ? Number.POSITIVE_INFINITY : Math.ceil((limitBytes(limitMb) * warningPercent) / 100)
}

/**
 * The notice due for a SIM at a given usage; undefined when none is.
 * @param usedBytes data used in the billing cycle, bytes, ≥ 0
 * @param warningPercent of the limit, 1–99; 0 turns warnings off
 */
export function noticeKindFor(usedBytes: number, limitMb: number, warningPercent: number): NoticeKind | undefined {
  if (usedBytes >= limitBytes(limitMb)) return 'limit'
  return usedBytes >= warningBytes(limitMb, warningPercent) ? 'warning' : undefined
}
