import type { PortalClient } from './client.ts'
import { type Figure, figure, ms, times } from './figure.ts'
import { median, percentile, timed } from './statistics.ts'

/** How long calls took, and the least call that the portal answers: what HTTP and the session cost by themselves; ms. */
export interface CallSpans {
  readonly all: number[]
  readonly least: number[]
}

export const leastCall = (client: PortalClient): Promise<unknown> => client.call('GET', '/users/session/')

/** Asks in so many rounds, with the least call after each, and says on the standard error how long that took. */
export async function addRounds(
  { all, least }: CallSpans,
  client: PortalClient,
  { what, rounds, pathOf }: { what: string; rounds: number; pathOf: (round: number) => string },
): Promise<void> {
  const spans: number[] = []
  for (let round = 0; round < rounds; round++) {
    spans.push(await timed(() => client.call('GET', pathOf(round))))
    least.push(await timed(() => leastCall(client)))
  }
  console.error(`  ${what}: p50 ${ms(median(spans))}, p95 ${ms(percentile(spans, 0.95))}`)
  all.push(...spans)
}

/** One line for all calls together. */
export function callFigure(name: string, { all, least }: CallSpans, goalMs: number): Figure {
  const p95 = percentile(all, 0.95)
  return figure({
    name,
    value: `${ms(median(all))} / ${ms(p95)}`,
    limit: `${ms(median(least))} / ${ms(percentile(least, 0.95))} the least call`,
    ratio: times(median(all) / median(least)),
    goal: `p95 ≤ ${goalMs} ms`,
    reached: p95 <= goalMs,
  })
}
