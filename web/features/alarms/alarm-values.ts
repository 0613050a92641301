import { FIELD_SENTENCES } from '#contract/messages.ts'
import { emailListProblem, isAlarmLimit, readEmails } from '#domain/alarms.ts'
import { isEmail } from '#domain/email.ts'
import { sentence } from '#web/lib/sentence.ts'
import { typedMb } from '#web/lib/typed-mb.ts'
import type { AlarmBody, AlarmRow, AlarmTrial, TrialWish } from './alarms.api.ts'

/** What the form holds: the limit as it was typed. */
export interface AlarmValues {
  /** undefined until one is chosen */
  readonly company: number | undefined
  /** '' for all plans */
  readonly plan: string
  readonly limit: string
  readonly emails: readonly string[]
  /** what is typed and no address yet */
  readonly draft: string
  readonly active: boolean
  readonly cuts: boolean
}

export type AlarmProblems = Partial<Record<'company' | 'plan' | 'limit' | 'email', string>>

/** @param email of the person, who is told unless somebody else is written in place of them */
export function alarmValuesOf(alarm: AlarmRow | undefined, email: string): AlarmValues {
  if (!alarm) return { company: undefined, plan: '', limit: '', emails: [email], draft: '', active: true, cuts: false }
  const { company, plan, limit, active, action } = alarm
  const emails = alarm.email.split(', ')
  return { company, plan, limit: String(limit), emails, draft: '', active: active === '1', cuts: action === '1' }
}

const flag = (yes: boolean): '1' | '0' => (yes ? '1' : '0')

/** Takes what is typed among the addresses; what is none stays as it was typed. */
export function takeDraft<T extends Pick<AlarmValues, 'emails' | 'draft'>>(values: T): T {
  const typed = readEmails(values.draft)
  const emails = readEmails([...values.emails, ...typed.filter(isEmail)].join(' '))
  return { ...values, emails, draft: typed.filter((text) => !isEmail(text)).join(' ') }
}

/** An alarm as it is, to be saved with something changed. */
export function alarmBodyOfRow({ company, plan, limit, email, active, action }: AlarmRow): AlarmBody {
  return { company, plan, limit, email, active: flag(active === '1'), action: flag(action === '1') }
}

/** What is wrong with the values, by the rules that the server refuses by. */
export function alarmProblemsOf({ company, limit, emails, draft }: AlarmValues): AlarmProblems {
  const email = draft.trim() === '' ? emailListProblem(emails) : 'email'
  return {
    ...(company === undefined && { company: sentence(FIELD_SENTENCES.required) }),
    ...(limit.trim() === ''
      ? { limit: sentence(FIELD_SENTENCES.required) }
      : !isAlarmLimit(typedMb(limit)) && { limit: sentence(FIELD_SENTENCES.alarmLimit) }),
    ...(email && { email: sentence(FIELD_SENTENCES[email]) }),
  }
}

/** What can be tried of the values; undefined while too little is known. */
export function trialWishOf({ company, plan, limit }: AlarmValues, alarmId: number | undefined): TrialWish | undefined {
  const limitMb = typedMb(limit)
  if (company === undefined || !isAlarmLimit(limitMb)) return undefined
  return { company, plan, limit: limitMb, ...(alarmId === undefined ? {} : { alarmId }) }
}

/** What is saved of values without problems. */
export function alarmBodyOf({ company = 0, plan, limit, emails, active, cuts }: AlarmValues): AlarmBody {
  return { company, plan, limit: typedMb(limit), email: emails.join(', '), active: flag(active), action: flag(cuts) }
}

/** What saving does at once. */
export interface Impact {
  /** SIMs for which it fires */
  readonly fires: number
  /** it cuts their data, too */
  readonly cuts: boolean
  /** SIMs whose data comes back */
  readonly restores: number
}

/** What saving an alarm does at once. @param before undefined for a new one */
export function impactOf(before: AlarmRow | undefined, after: AlarmBody, now: AlarmTrial['now']): Impact {
  const cuts = after.action === '1'
  const held = before?.cutSims ?? 0
  if (after.active === '0') return { fires: 0, cuts, restores: held }
  // what an alarm has only told so far is told again once it cuts
  const beginsToCut = cuts && before?.action === '0'
  return { fires: beginsToCut ? now.overSims : now.firesNow, cuts, restores: cuts ? now.restores : held }
}
