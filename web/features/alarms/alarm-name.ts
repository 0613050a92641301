import i18next from 'i18next'
import { ALL_PLANS } from '#contract/alarms/alarm-messages.ts'
import { formatMb } from '#web/lib/format.ts'
import { sentence } from '#web/lib/sentence.ts'

interface NamedAlarm {
  readonly plan: string
  readonly planName: string
  readonly limit: number
}

/** The scope of an alarm: a plan or all of them. */
export const planLabel = ({ plan, planName }: Pick<NamedAlarm, 'plan' | 'planName'>): string =>
  plan === '' ? sentence(ALL_PLANS) : planName || plan

/** The name of an alarm: 'IoT 250 MB, 5 GB'. */
export const alarmName = (alarm: NamedAlarm): string =>
  i18next.t('alarms.nameOf', { plan: planLabel(alarm), limit: formatMb(alarm.limit) })
