import { FleetUsage } from '#domain/rating/fleet-usage.ts'
import { costByPlan } from '#domain/rating/plan-costs.ts'
import { optimisePlans } from '#domain/rating/plan-optimiser.ts'
import type { PlanTerms } from '#domain/rating/plan-terms.ts'
import { limitHeapGrowth } from '#server/start/limit-heap-growth.ts'
import { timed } from './statistics.ts'

/** Searches the cheapest plans of a fleet in a process by itself, and says how long it took and what memory it had at most. */
limitHeapGrowth()
const [SIMS = 0, CYCLES = 0] = process.argv.slice(2).map(Number)
const MB = 1_048_576
/** of which the first are pools */
const SIZES_MB = [5, 20, 50, 100, 250, 500, 1_000, 2_000, 10, 30, 150, 5_000]
const POOLS = 4

const plans = SIZES_MB.map(
  (dataMb, number): PlanTerms => ({
    ...{ planCode: `P${number}`, currency: 'CLP', pooled: number < POOLS, dataMb, priceMinor: 300 + 40 * number },
    ...{ includedSms: 10, includedVoiceSeconds: 0, hibernationFeeMinor: 100, overageUnitMb: 1, overagePriceMinor: 20 },
    ...{ smsPriceMinor: 30, voicePriceMinor: 50 },
  }),
)
const others = plans.map((_, today) => plans.map((_, plan) => plan).filter((plan) => plan !== today))

/** The same numbers in each run, from 0 to 1. */
let seed = 7
function random(): number {
  seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31
  return seed / 2 ** 31
}

const usage = new FleetUsage(SIMS, CYCLES)
const today = new Uint16Array(SIMS)
for (let sim = 0; sim < SIMS; sim++) {
  today[sim] = Math.floor(random() * plans.length)
  // some use a thousand times as much as others
  const usual = Math.exp(random() * 8) * MB
  for (let cycle = 0; cycle < CYCLES; cycle++) {
    const dataBytes = Math.round(usual * (0.7 + random() * 0.6))
    usage.set(sim, cycle, 'billable', { dataBytes, sms: Math.floor(random() * 20), voiceSeconds: 0 })
  }
}
const choices = Array.from(today, (plan) => others[plan] ?? [])
const fleet = { plans, usage, today, choices }

const rated = await timed(async () => costByPlan({ ...fleet, assigned: today }))
let longest = 0
const searched = await timed(async () => {
  const steps = optimisePlans({ ...fleet, marginPercent: 10, maxMoves: SIMS })
  for (let last = performance.now(); !steps.next().done; last = performance.now())
    longest = Math.max(longest, performance.now() - last)
})
// maxRSS is in KiB
console.log(JSON.stringify({ rated, searched, longest, peakMiB: process.resourceUsage().maxRSS / 1024 }))
