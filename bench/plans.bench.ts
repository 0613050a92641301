import type { Pool } from 'pg'
import type { PortalClient } from './client.ts'
import { type Figure, figure, ms, times } from './figure.ts'
import { ACTOR_NAMES, type ActorName } from './fleet/actors.ts'
import type { Stand } from './stand.ts'
import { median, percentile, timed } from './statistics.ts'

const ROUNDS = 40
/** Devices that the list of hardware is read from. */
const ITEMS = Number(process.env.ENLACE_BENCH_HARDWARE ?? 1_000_000)
const GOAL_MS = 50

/** One device for each SIM of a sample, of some types, over the last three years. */
export async function prepareHardware(pool: Pool): Promise<void> {
  await pool.query(
    `INSERT INTO hardware_items (company_id, kind, product_type, product, imei, iccid, custom_field_1, acquired_at, updated_at)
     SELECT company_id, 'device', 'Tipo ' || n % 8, 'Equipo ' || n % 60, '', iccid, 'Vehículo ' || n, now() - n * interval '90 seconds', now()
     FROM (SELECT company_id, iccid, row_number() OVER (ORDER BY md5(iccid)) AS n FROM sims) s WHERE n <= $1`,
    [ITEMS],
  )
  await pool.query('VACUUM (ANALYZE) hardware_items')
}

const PLANS = { plans: '/plans', pools: '/plans/pools' } as const
const HARDWARE = {
  newest: '/hys/list?limit=100',
  'one type': '/hys/list?limit=100&productType=Tipo%203',
  'a label': '/hys/list?limit=100&search=culo%20123456',
  filters: '/hys/filters',
} as const

interface Timings {
  readonly all: number[]
  readonly least: number[]
}

async function ask(client: PortalClient, path: string, { all, least }: Timings): Promise<number[]> {
  await client.call('GET', path)
  const spans: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    spans.push(await timed(() => client.call('GET', path)))
    least.push(await timed(() => client.call('GET', '/users/session/')))
  }
  all.push(...spans)
  return spans
}

/** One line for all readers and ways to ask together, and on the standard error one for each. */
async function measure(stand: Stand, name: string, paths: Readonly<Record<string, string>>): Promise<Figure> {
  const timings: Timings = { all: [], least: [] }
  for (const actor of ACTOR_NAMES as readonly ActorName[]) {
    const client = await stand.clientFor(actor)
    for (const [what, path] of Object.entries(paths)) {
      const spans = await ask(client, path, timings)
      console.error(`  ${name}, ${what}, ${actor}: p50 ${ms(median(spans))}, p95 ${ms(percentile(spans, 0.95))}`)
    }
  }
  const p95 = percentile(timings.all, 0.95)
  return figure({
    name: `${name}, p50 / p95 over ${ACTOR_NAMES.length} kinds of reader`,
    value: `${ms(median(timings.all))} / ${ms(p95)}`,
    limit: `${ms(median(timings.least))} / ${ms(percentile(timings.least, 0.95))} the least call`,
    ratio: times(median(timings.all) / median(timings.least)),
    goal: `p95 ≤ ${GOAL_MS} ms`,
    reached: p95 <= GOAL_MS,
  })
}

/** The plans with their SIMs and pools at a million SIMs, and the hardware at a million devices. */
export async function benchPlans(stand: Stand): Promise<Figure[]> {
  return [await measure(stand, 'my plans', PLANS), await measure(stand, `hardware: a page of 100 of ${ITEMS}`, HARDWARE)]
}
