import i18next from 'i18next'
import { RULE_OPERATION_WORDS } from '#contract/rules/rule-messages.ts'
import { areaName, networkInCountry } from '#domain/area-locks.ts'
import { formatImei } from '#domain/identifiers.ts'
import type { RuleActions, RuleTrigger, RuleTriggerKind } from '#domain/rules.ts'
import { formatDay, formatMb, formatMoney, formatNumber, formatPercent, formatUsedMb } from '#web/lib/format.ts'
import { language } from '#web/lib/preferences.ts'
import { sentence } from '#web/lib/sentence.ts'

/** What a rule waits for, in a few words with its figure. */
export function triggerText(trigger: RuleTrigger): string {
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
      const shown = names.length > 3 ? [...names.slice(0, 3), '…'] : names
      return t(`rules.when.${trigger.where}`, { areas: shown.join(', ') })
    }
    case 'stay':
      return t('rules.when.stay', { count: trigger.days })
    case 'pool':
      return t('rules.when.pool', { percent: formatPercent(trigger.percent) })
    case 'simCost':
    case 'companyCost':
      return t(`rules.when.${trigger.kind}`, { cost: formatMoney(trigger.minor, trigger.currency) })
  }
}

/** What a rule does, in a few words. @param planName of a plan's code */
export function actionsText(
  { emails, chat = '', tag, operation, plan, asks = false }: RuleActions,
  planName: (code: string) => string,
): string {
  const { t } = i18next
  const done =
    operation === ''
      ? ''
      : operation === 'plan'
        ? t('rules.done.plan', { plan: planName(plan) })
        : sentence(RULE_OPERATION_WORDS[operation])
  const parts = [
    asks && done !== '' ? t('rules.done.asks', { operation: done }) : done,
    tag === '' ? '' : t('rules.done.tag', { tag }),
    emails.length === 0 ? '' : t('rules.done.mail', { count: emails.length }),
    chat === '' ? '' : t('rules.done.chat'),
  ].filter((part) => part !== '')
  return parts.length === 0 ? t('rules.done.bell') : parts.join(' · ')
}

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
  }
}

const clockTime = (hour: number): string => `${String(hour).padStart(2, '0')}:00`

/** The hours of a day to choose from. */
export const HOURS: readonly { readonly hour: number; readonly text: string }[] = Array.from({ length: 24 }, (_, hour) => ({
  hour,
  text: clockTime(hour),
}))
