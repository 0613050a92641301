import { addDays } from '#domain/days.ts'
import { formatDay } from '#web/lib/format.ts'
import { namedDays } from '#web/ui/chart/chart-scale.ts'
import type { Charge, ChargeSim } from './charges.api.ts'

export type ChargedDay = ChargeSim['days'][number]

/** Every day of a document's cycle, those without usage too. */
export function daysOfCycle(
  { cycleStart, cycleEnd }: Pick<Charge, 'cycleStart' | 'cycleEnd'>,
  usage: ChargeSim['days'],
): ChargedDay[] {
  const byDay = new Map(usage.map((one) => [one.day, one]))
  const days: ChargedDay[] = []
  for (let day = cycleStart; day <= cycleEnd; day = addDays(day, 1)) {
    days.push(byDay.get(day) ?? { day, dataBytes: 0, voiceSeconds: 0, sms: 0 })
  }
  return days
}

/** The axis label of a day: the first with its month, then one a week. */
export function axisLabelOf(days: readonly ChargedDay[], place: number): string {
  const day = days[place]?.day ?? ''
  if (!namedDays(days.length, undefined).includes(place)) return ''
  return place === 0 ? formatDay(day) : String(Number(day.slice(8)))
}
