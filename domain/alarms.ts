import { isEmail } from './email.ts'
import { BYTES_PER_MB } from './usage.ts'

/** The limit of an alarm, MB of 1024² bytes, whole. */
export const ALARM_LIMIT_MB = { least: 1, most: 1_048_576 } as const
/** People whom one alarm tells. */
export const ALARM_EMAILS = { least: 1, most: 10 } as const
/** Percent of the limit at which a warning goes out, unless the installation says otherwise. */
export const ALARM_WARNING_PERCENT = 80
/** A company's mails about alarms are this far apart, minutes; what happens meanwhile stands in the next one. */
export const ALARM_DIGEST_MINUTES = 15
/** Cycles that are over on which an alarm is tried before it is saved. */
export const ALARM_TRIAL_CYCLES = 3

/** What an alarm says of a SIM: it nears the limit, or is at it. */
export const NOTICE_KINDS = ['warning', 'limit'] as const
export type NoticeKind = (typeof NOTICE_KINDS)[number]

/** Whether a number can be an alarm's limit in MB: whole, from 1 to 1 048 576. */
export function isAlarmLimit(limitMb: number): boolean {
  return Number.isInteger(limitMb) && limitMb >= ALARM_LIMIT_MB.least && limitMb <= ALARM_LIMIT_MB.most
}

export type EmailListProblem = 'required' | 'email' | 'emailCount'

/** Addresses out of what a person wrote: apart by commas, semicolons, blanks or line ends; each once, whatever its case. */
export function readEmails(text: string): string[] {
  const seen = new Map<string, string>()
  for (const address of text.split(/[\s,;]+/)) if (address !== '') seen.set(address.toLowerCase(), address)
  return [...seen.values()]
}

/** What is wrong with an alarm's addresses: 1 to 10 of them, each by the pattern of the specification's section 5. */
export function emailListProblem(emails: readonly string[]): EmailListProblem | undefined {
  if (emails.length < ALARM_EMAILS.least) return 'required'
  if (!emails.every(isEmail)) return 'email'
  return emails.length > ALARM_EMAILS.most ? 'emailCount' : undefined
}

/** What of an alarm decides whether it fires. */
export interface AlarmRule {
  /** '': every plan */
  readonly planCode: string
  readonly limitMb: number
}

/** Whether an alarm watches SIMs of a plan. */
export function watchesPlan({ planCode }: Pick<AlarmRule, 'planCode'>, simPlanCode: string): boolean {
  return planCode === '' || planCode === simPlanCode
}

/** Bytes at which an alarm fires: used ≥ limit. */
export function limitBytes(limitMb: number): number {
  return limitMb * BYTES_PER_MB
}

/** Bytes at which an alarm warns. @param warningPercent of the limit, 1–99; 0: it never warns */
export function warningBytes(limitMb: number, warningPercent: number): number {
  return warningPercent === 0 ? Number.POSITIVE_INFINITY : Math.ceil((limitBytes(limitMb) * warningPercent) / 100)
}

/**
 * What an alarm says of a SIM that has used so much of a cycle; undefined: nothing.
 * @param usedBytes data used in the billing cycle, bytes, ≥ 0
 * @param warningPercent of the limit, 1–99; 0: it never warns
 */
export function judgeUsed(usedBytes: number, limitMb: number, warningPercent: number): NoticeKind | undefined {
  if (usedBytes >= limitBytes(limitMb)) return 'limit'
  return usedBytes >= warningBytes(limitMb, warningPercent) ? 'warning' : undefined
}
