import type { LineKind } from './charge-line.ts'

/** The sum of an invoice's lines of one kind and plan. */
export interface BridgeConcept {
  readonly kind: LineKind
  readonly planCode: string
  /** SIMs, units of data, messages or begun minutes, by its kind */
  readonly quantity: number
  /** minor units */
  readonly amount: number
}

export const BRIDGE_EFFECTS = ['sims', 'mix', 'price', 'overage', 'messages', 'hibernation', 'earlier'] as const

/**
 * Why an invoice differs from the one before.
 * - `sims`: more or fewer SIMs, at the average price of a SIM before.
 * - `mix`: SIMs in cheaper or dearer plans, at the prices before, and SIMs that changed their plan within the cycle.
 * - `price`: other prices of the same plans, and more or fewer days of a cycle charged.
 * - `overage`, `messages` (SMS and voice), `hibernation`, `earlier` (usage of earlier cycles): difference of the amounts.
 */
export type BridgeEffect = (typeof BRIDGE_EFFECTS)[number]

const EFFECT_OF: Readonly<Record<Exclude<LineKind, 'price'>, BridgeEffect>> = {
  price_days: 'mix',
  pool_overage: 'overage',
  data_overage: 'overage',
  sms: 'messages',
  voice: 'messages',
  hibernation: 'hibernation',
  pool_adjustment: 'earlier',
  data_adjustment: 'earlier',
  sms_adjustment: 'earlier',
  voice_adjustment: 'earlier',
}

/**
 * Splits the difference of two invoices of a company in one currency by its reasons: an analysis of volume, mix and price.
 * @returns minor units, whole; together they are exactly the difference of the totals
 */
export function invoiceBridge(before: readonly BridgeConcept[], now: readonly BridgeConcept[]): Record<BridgeEffect, number> {
  const effects: Record<BridgeEffect, number> = {
    sims: 0,
    mix: 0,
    price: 0,
    overage: 0,
    messages: 0,
    hibernation: 0,
    earlier: 0,
  }
  for (const [concepts, sign] of [
    [before, -1],
    [now, 1],
  ] as const)
    for (const { kind, amount } of concepts) if (kind !== 'price') effects[EFFECT_OF[kind]] += sign * amount
  const [old, current] = [plansOf(before), plansOf(now)]
  const [oldTotal, currentTotal] = [totalOf(old.values()), totalOf(current.values())]
  const average = unitPrice(oldTotal) ?? unitPrice(currentTotal) ?? 0
  let atOldPrices = 0
  for (const code of new Set([...old.keys(), ...current.keys()])) {
    const [was, is] = [old.get(code) ?? NOTHING, current.get(code) ?? NOTHING]
    atOldPrices += (is.quantity - was.quantity) * (unitPrice(was) ?? unitPrice(is) ?? 0)
  }
  effects.sims = Math.round((currentTotal.quantity - oldTotal.quantity) * average)
  const mix = Math.round(atOldPrices) - effects.sims
  effects.mix += mix
  effects.price = currentTotal.amount - oldTotal.amount - effects.sims - mix
  return effects
}

interface Sum {
  readonly quantity: number
  readonly amount: number
}

const NOTHING: Sum = { quantity: 0, amount: 0 }
const plus = (a: Sum, b: Sum): Sum => ({ quantity: a.quantity + b.quantity, amount: a.amount + b.amount })
const totalOf = (sums: Iterable<Sum>): Sum => [...sums].reduce(plus, NOTHING)
const unitPrice = ({ quantity, amount }: Sum): number | undefined => (quantity === 0 ? undefined : amount / quantity)

function plansOf(concepts: readonly BridgeConcept[]): Map<string, Sum> {
  const plans = new Map<string, Sum>()
  for (const { kind, planCode, quantity, amount } of concepts)
    if (kind === 'price') plans.set(planCode, plus(plans.get(planCode) ?? NOTHING, { quantity, amount }))
  return plans
}
