import { addDays } from '#domain/days.ts'
import { DEMO_PLANS } from './catalogue.ts'

/** Of each message and each begun minute over what a plan includes, in minor units. */
const UNIT_PRICES: Readonly<Record<string, readonly [sms: number, voice: number]>> = {
  CLP: [35, 60],
  PEN: [12, 18],
  MXN: [85, 120],
  ARS: [4_800, 7_500],
  USD: [4, 6],
}
/** Data over the allowance costs more than data that is included. */
const OVER = 1.5
const HIBERNATED = 0.1
/** Plans whose SIMs are never hibernated: legacy and chat. */
const NEVER_ASLEEP = [1, 6]

type DemoPlan = (typeof DEMO_PLANS)[number]

/** What the demo's plans cost beside their price, since ever; two have become dearer half a year ago. */
export function demoTerms(now: Date) {
  return DEMO_PLANS.flatMap((plan) => {
    const terms = termsOf(plan)
    if (plan.plan_code !== 'CL-IOT250' && plan.plan_code !== 'PE-POS50') return [terms]
    const since = `${addDays(now.toISOString().slice(0, 10), -180).slice(0, 7)}-01`
    const before = Math.round(terms.price_minor * 0.92)
    return [
      { ...terms, price_minor: before },
      { ...terms, valid_from: since },
    ]
  })
}

function termsOf({ plan_code, data_mb, included_sms, included_voice_seconds, price_minor, currency, sim_type_id }: DemoPlan) {
  const unit = data_mb >= 1_000 ? 100 : data_mb >= 100 ? 10 : 1
  const [sms = 0, voice = 0] = UNIT_PRICES[currency] ?? []
  return {
    plan_code,
    valid_from: '1970-01-01',
    data_mb,
    included_sms,
    included_voice_seconds,
    price_minor,
    hibernation_fee_minor: NEVER_ASLEEP.includes(sim_type_id) ? 0 : Math.round(price_minor * HIBERNATED),
    overage_unit_mb: unit,
    overage_price_minor: Math.max(1, Math.round((price_minor / data_mb) * unit * OVER)),
    sms_price_minor: sms,
    voice_price_minor: voice,
  }
}
