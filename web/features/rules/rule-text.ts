import i18next from 'i18next'
import { RULE_OPERATION_WORDS } from '#contract/rules/rule-messages.ts'
import { STATUS_WORDS } from '#contract/sims/sim-words.ts'
import { anomalyOfText } from '#domain/anomalies.ts'
import { areaName, networkInCountry } from '#domain/area-locks.ts'
import { formatImei } from '#domain/identifiers.ts'
import {
  RULE_DIGESTS,
  type RuleActions,
  type RuleConditions,
  type RuleHours,
  type RuleLimits,
  type RuleTrigger,
  type RuleTriggerKind,
  ruleSubject,
} from '#domain/rules.ts'
import { administrativeStatusName } from '#domain/sim-status.ts'
import { MINUTE_MS } from '#domain/time.ts'
import { formatDay, formatMb, formatMoney, formatNumber, formatPercent, formatUsedMb } from '#web/lib/format.ts'
import { formatDuration } from '#web/lib/format-moments.ts'
import { language } from '#web/lib/preferences.ts'
import { sentence } from '#web/lib/sentence.ts'
import { anomalyReason } from '#web/shared/anomalies/anomaly-reason.ts'

/** Countries and networks that a few words name; the others are `…`. */
const SHOWN_AREAS = 3

/** What a rule waits for, in a few words with its figure. */
export function triggerText(trigger: RuleTrigger, shownAreas = SHOWN_AREAS): string {
  const { t } = i18next
  switch (trigger.kind) {
    case 'data':
      return t(`rules.when.${trigger.per}`, { mb: formatMb(trigger.mb) })
    case 'sms':
      return t(trigger.per === 'day' ? 'rules.when.smsDay' : 'rules.when.smsCycle', { sms: formatNumber(trigger.count) })
    case 'voice':
      return t(trigger.per === 'day' ? 'rules.when.voiceDay' : 'rules.when.voiceCycle', {
        minutes: formatNumber(trigger.minutes),
      })
    case 'median':
    case 'smsMedian':
    case 'voiceMedian':
      return t(`rules.when.${trigger.kind}`, { count: trigger.times })
    case 'silence':
      return t('rules.when.silence', { count: trigger.hours })
    case 'sessions':
      return t('rules.when.sessions', { count: trigger.count })
    case 'first':
    case 'device':
      return t(`rules.when.${trigger.kind}`)
    case 'place': {
      const names = trigger.areas.map((area) => areaName(area, language.get()))
      const shown = names.length > shownAreas ? [...names.slice(0, shownAreas), '…'] : names
      return t(`rules.when.${trigger.where}`, { areas: shown.join(', ') })
    }
    case 'stay':
      return t('rules.when.stay', { count: trigger.days })
    case 'pool':
      return t('rules.when.pool', { percent: formatPercent(trigger.percent) })
    case 'simCost':
    case 'companyCost':
      return t(`rules.when.${trigger.kind}`, { cost: formatMoney(trigger.minor, trigger.currency) })
    case 'anomaly':
      return t(`rules.when.anomaly.${trigger.of}`)
    case 'modelAnomaly':
      return t(`rules.when.modelAnomaly.${trigger.of}`)
  }
}

function operationText({ operation, plan, asks = false }: RuleActions, planName: (code: string) => string): string {
  const { t } = i18next
  if (operation === '') return ''
  const done = operation === 'plan' ? t('rules.done.plan', { plan: planName(plan) }) : sentence(RULE_OPERATION_WORDS[operation])
  return asks ? t('rules.done.asks', { operation: done }) : done
}

/** What a rule does, in a few words. @param planName of a plan's code */
export function actionsText(actions: RuleActions, planName: (code: string) => string): string {
  const { t } = i18next
  const { emails, chat = '', tag } = actions
  const parts = [
    operationText(actions, planName),
    tag === '' ? '' : t('rules.done.tag', { tag }),
    emails.length === 0 ? '' : t('rules.done.mail', { count: emails.length }),
    chat === '' ? '' : t('rules.done.chat'),
  ].filter((part) => part !== '')
  return parts.length === 0 ? t('rules.done.bell') : parts.join(' · ')
}

/** All that a rule does, with each address and text; the bell and the webhook come with each firing. */
export function actionTexts(actions: RuleActions, planName: (code: string) => string): string[] {
  const { t } = i18next
  const { emails, tag, message, operation, escalation } = actions
  return [
    operationText(actions, planName),
    operation === 'sms' ? t('rules.said.message', { message }) : '',
    tag === '' ? '' : t('rules.done.tag', { tag }),
    emails.length === 0 ? '' : t('rules.said.mail', { emails: emails.join(', ') }),
    escalation
      ? t('rules.said.escalates', {
          time: formatDuration(escalation.minutes * MINUTE_MS),
          emails: escalation.emails.join(', '),
        })
      : '',
    t('rules.said.bell'),
  ].filter((text) => text !== '')
}

/** Which SIMs and moments a rule is for, each condition by itself; none for all. */
export function conditionTexts(
  { tags, groups, plans, statuses, hours, weekdays }: RuleConditions,
  planName: (code: string) => string,
): string[] {
  const { t } = i18next
  return [
    tags.length === 0 ? '' : t('rules.said.tags', { tags: tags.join(', ') }),
    groups.length === 0 ? '' : t('rules.said.groups', { groups: groups.join(', ') }),
    plans.length === 0 ? '' : t('rules.said.plans', { plans: plans.map(planName).join(', ') }),
    statuses.length === 0 ? '' : t('rules.said.statuses', { statuses: statuses.map(statusText).join(', ') }),
    weekdays.length === 0 ? '' : [...weekdays].sort().map(weekdayText).join(', '),
    hours === null ? '' : hoursText(hours),
  ].filter((text) => text !== '')
}

/** Texts as one sentence; '' without any. */
export const inOneSentence = (texts: readonly string[]): string =>
  texts.join('; ').replace(/^./u, (first) => first.toLocaleUpperCase())

const WITHOUT_CONDITIONS = {
  sim: 'rules.said.anySim',
  pool: 'rules.said.anyPool',
  company: 'rules.said.anyTime',
  model: 'rules.said.anyTime',
} as const

/** What a rule without conditions is for. */
export const withoutConditionsText = (kind: RuleTriggerKind): string => i18next.t(WITHOUT_CONDITIONS[ruleSubject(kind)])

/** How often a rule fires and writes. */
export function limitTexts({ everyHours, quiet, digestMinutes }: RuleLimits): string[] {
  const { t } = i18next
  return [
    everyHours === 0 ? t('rules.said.eachTime') : t('rules.said.everyHours', { count: everyHours }),
    quiet === null ? '' : t('rules.said.quiet', { hours: hoursText(quiet) }),
    digestMinutes === undefined || digestMinutes === RULE_DIGESTS[0] ? '' : t(`rules.said.digest${digestMinutes}`),
  ].filter((text) => text !== '')
}

function statusText(status: number): string {
  const name = administrativeStatusName(status)
  return name ? STATUS_WORDS[language.get()][name] : String(status)
}

/** A week that begins on a Monday. */
const weekdayText = (weekday: number): string =>
  new Intl.DateTimeFormat(language.get(), { weekday: 'long', timeZone: 'UTC' }).format(Date.UTC(2026, 10, 1 + weekday))

const hoursText = ({ from, to }: RuleHours): string =>
  i18next.t('rules.said.hours', { from: clockTime(from), to: clockTime(to) })

/** What was the case when a rule fired. */
export function valueText(trigger: string, value: string): string {
  const { t } = i18next
  switch (trigger as RuleTriggerKind) {
    case 'data':
    case 'median':
      return formatUsedMb(Number(value))
    case 'sms':
    case 'smsMedian':
      return t('rules.value.sms', { sms: formatNumber(Number(value)) })
    case 'voice':
    case 'voiceMedian':
      return t('rules.value.voice', { minutes: formatNumber(Math.floor(Number(value) / 60)) })
    case 'silence':
      return t('rules.value.silence', { count: Math.floor(Number(value)) })
    case 'sessions':
      return t('rules.value.sessions', { count: Number(value) })
    case 'first':
      return value === '' ? t('rules.value.first') : networkInCountry(value, language.get())
    case 'device':
      return t('rules.value.device', { imei: formatImei(value) })
    case 'place':
      return networkInCountry(value, language.get())
    case 'stay':
      return t('rules.value.stay', { day: formatDay(value) })
    case 'pool':
      return t('rules.value.pool', { percent: formatPercent(Number(value)) })
    case 'simCost':
    case 'companyCost': {
      const [minor = '', currency = ''] = value.split(' ')
      return t(`rules.value.${trigger as 'simCost' | 'companyCost'}`, { cost: formatMoney(Number(minor), currency) })
    }
    case 'anomaly':
    case 'modelAnomaly': {
      const figures = anomalyOfText(value)
      return figures ? anomalyReason(figures, t) : value
    }
  }
}

const clockTime = (hour: number): string => `${String(hour).padStart(2, '0')}:00`

/** The hours of a day to choose from. */
export const HOURS: readonly { readonly hour: number; readonly text: string }[] = Array.from({ length: 24 }, (_, hour) => ({
  hour,
  text: clockTime(hour),
}))
