import { FIELD_SENTENCES } from '#contract/messages.ts'
import { emailListProblem, isAlarmLimit, isAlarmName, readEmails } from '#domain/alarms.ts'
import { isEmail } from '#domain/email.ts'
import { formatMb, percentOf } from '#web/lib/format.ts'
import { sentence } from '#web/lib/sentence.ts'
import { typedMb } from '#web/lib/typed-mb.ts'
import type { AlarmBody, AlarmPreview, AlarmRow, PreviewRequest } from './alarms.api.ts'

/** Values of the form: the limit as typed. */
export interface AlarmValues {
  /** as typed; '' for none */
  readonly name: string
  /** undefined until one is chosen */
  readonly company: number | undefined
  /** '' for all plans */
  readonly plan: string
  /** the path of a group; '' for all SIMs */
  readonly group: string
  readonly limit: string
  readonly emails: readonly string[]
  /** typed text that is no address yet */
  readonly draft: string
  readonly active: boolean
  readonly cuts: boolean
}

export type AlarmProblems = Partial<Record<'name' | 'company' | 'plan' | 'group' | 'limit' | 'email', string>>

/**
 * Values of the form for an alarm, for one that a program drafted, or for a new one.
 * @param email of the user, who is notified by default
 */
export function alarmValuesOf(alarm: AlarmRow | AlarmBody | undefined, email: string): AlarmValues {
  const draft = ''
  if (!alarm)
    return { name: '', company: undefined, plan: '', group: '', limit: '', emails: [email], draft, active: true, cuts: false }
  const { name = '', company, plan, group = '', limit, active, action } = alarm
  const emails = readEmails(alarm.email)
  return { name, company, plan, group, limit: String(limit), emails, draft, active: active === '1', cuts: action === '1' }
}

const flag = (yes: boolean): '1' | '0' => (yes ? '1' : '0')

/** Adds the typed addresses; invalid ones stay in the draft. */
export function addDraft<T extends Pick<AlarmValues, 'emails' | 'draft'>>(values: T): T {
  const typed = readEmails(values.draft)
  const emails = readEmails([...values.emails, ...typed.filter(isEmail)].join(' '))
  return { ...values, emails, draft: typed.filter((text) => !isEmail(text)).join(' ') }
}

/** The body of an unchanged alarm, to be saved with changes. */
export function alarmBodyOfRow({ name, company, plan, group, limit, email, active, action }: AlarmRow): AlarmBody {
  return { name, company, plan, group, limit, email, active: flag(active === '1'), action: flag(action === '1') }
}

/** Validation errors, by the server's rules. */
export function alarmProblemsOf({ name, company, limit, emails, draft }: AlarmValues): AlarmProblems {
  const email = draft.trim() === '' ? emailListProblem(emails) : 'email'
  return {
    ...(!isAlarmName(name.trim()) && { name: sentence(FIELD_SENTENCES.alarmName) }),
    ...(company === undefined && { company: sentence(FIELD_SENTENCES.required) }),
    ...(limit.trim() === ''
      ? { limit: sentence(FIELD_SENTENCES.required) }
      : !isAlarmLimit(typedMb(limit)) && { limit: sentence(FIELD_SENTENCES.alarmLimit) }),
    ...(email && { email: sentence(FIELD_SENTENCES[email]) }),
  }
}

/** The limit as it is understood, unless its figure is what is typed. */
export function parsedLimit(limit: string): string | undefined {
  const limitMb = typedMb(limit)
  if (!isAlarmLimit(limitMb)) return undefined
  const parsed = formatMb(limitMb)
  const digitsOf = (text: string): string => text.replace(/\D/g, '')
  return digitsOf(parsed) === digitsOf(limit) ? undefined : parsed
}

/** The values that can be previewed; undefined while incomplete. */
export function previewRequestOf(
  { company, plan, group, limit }: AlarmValues,
  alarmId: number | undefined,
): PreviewRequest | undefined {
  const limitMb = typedMb(limit)
  if (company === undefined || !isAlarmLimit(limitMb)) return undefined
  return { company, plan, group, limit: limitMb, ...(alarmId === undefined ? {} : { alarmId }) }
}

/** The request body of valid values. */
export function alarmBodyOf({ name, company = 0, plan, group, limit, emails, active, cuts }: AlarmValues): AlarmBody {
  const email = emails.join(', ')
  return { name: name.trim(), company, plan, group, limit: typedMb(limit), email, active: flag(active), action: flag(cuts) }
}

/** Immediate effects of saving. */
export interface Impact {
  /** SIMs for which it fires */
  readonly fires: number
  /** it cuts their data, too */
  readonly cuts: boolean
  /** SIMs whose data comes back */
  readonly restores: number
}

/**
 * Immediate effects of saving an alarm.
 * @param before undefined for a new one
 */
export function impactOf(before: AlarmRow | undefined, after: AlarmBody, now: AlarmPreview['now']): Impact {
  const cuts = after.action === '1'
  const held = before?.cutSims ?? 0
  if (after.active === '0') return { fires: 0, cuts, restores: held }
  // an alarm that starts to cut fires again for SIMs that it has notified
  const beginsToCut = cuts && before?.action === '0'
  return { fires: beginsToCut ? now.overSims : now.firesNow, cuts, restores: cuts ? now.restores : held }
}

/** From this part on, in percent, a limit says more of itself than of the SIMs that reached it. */
const HIGH_SHARE = 50

interface FiredOfWatched {
  readonly firedSims: number
  readonly watchedSims: number
}

/** Whether so many of the SIMs that an alarm watches are at its limit; those that it watches no more count, too. */
export const isHighShare = ({ firedSims, watchedSims }: FiredOfWatched): boolean =>
  percentOf(firedSims, watchedSims) >= HIGH_SHARE
