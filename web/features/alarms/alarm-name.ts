import i18next from 'i18next'
import { ALL_PLANS } from '#contract/alarms/alarm-messages.ts'
import { formatMb } from '#web/lib/format.ts'
import { sentence } from '#web/lib/sentence.ts'

interface AlarmRule {
  readonly plan: string
  readonly planName: string
  readonly limit: number
}

export interface NamedAlarm extends AlarmRule {
  /** what people call it; '' without one */
  readonly name: string
}

/** The scope of an alarm: a plan or all of them. */
export const planLabel = ({ plan, planName }: Pick<AlarmRule, 'plan' | 'planName'>): string =>
  plan === '' ? sentence(ALL_PLANS) : planName || plan

/** A limit in MB, and a large one in GB, too: '10.240 MB', '(10 GB)'. */
export const limitParts = (limit: number): string[] => formatMb(limit).split(/ (?=\()/)

/** What an alarm watches, and its limit: 'IoT 250 MB, 5 GB'. */
const alarmRule = (alarm: AlarmRule): string =>
  i18next.t('alarms.rule', { plan: planLabel(alarm), limit: formatMb(alarm.limit) })

/** What people call an alarm, or its rule. */
export const alarmName = (alarm: NamedAlarm): string => alarm.name || alarmRule(alarm)

/** What stands below its name: the rule, unless that is its name, and the company. */
export const belowAlarmName = (alarm: NamedAlarm & { readonly companyName: string }): string =>
  alarm.name ? `${alarmRule(alarm)} · ${alarm.companyName}` : alarm.companyName

interface InCycle {
  readonly firedSims: number
  readonly warnedSims: number
  readonly watchedSims: number
}

/** The SIMs of which an alarm says something in this cycle: '38 de 41 en el límite, 2 cerca'; '' for none. */
export const inCycleText = ({ firedSims, warnedSims, watchedSims }: InCycle): string =>
  [
    firedSims > 0 ? atLimitText(firedSims, watchedSims) : '',
    warnedSims > 0 ? i18next.t('alarms.nearCount', { count: warnedSims }) : '',
  ]
    .filter(Boolean)
    .join(', ')

/** Those that it watches no more count, too: they can be more than it watches. */
const atLimitText = (count: number, watched: number): string =>
  count > watched ? i18next.t('alarms.firedCount', { count }) : i18next.t('alarms.firedOf', { count, watched })
