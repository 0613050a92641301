import type { Pool } from 'pg'
import { addRounds, type CallSpans, callFigure } from './call-spans.ts'
import type { Figure } from './figure.ts'
import { ACTOR_NAMES, type ActorName } from './fleet/actors.ts'
import type { Stand } from './stand.ts'

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

/** One line for all readers and ways to ask together, and on the standard error one for each. */
async function measure(stand: Stand, name: string, paths: Readonly<Record<string, string>>): Promise<Figure> {
  const spans: CallSpans = { all: [], least: [] }
  for (const actor of ACTOR_NAMES as readonly ActorName[]) {
    const client = await stand.clientFor(actor)
    for (const [what, path] of Object.entries(paths)) {
      await client.call('GET', path)
      await addRounds(spans, client, { what: `${name}, ${what}, ${actor}`, rounds: ROUNDS, pathOf: () => path })
    }
  }
  return callFigure(`${name}, p50 / p95 over ${ACTOR_NAMES.length} kinds of reader`, spans, GOAL_MS)
}

/** The plans with their SIMs and pools at a million SIMs, and the hardware at a million devices. */
export async function benchPlans(stand: Stand): Promise<Figure[]> {
  return [await measure(stand, 'my plans', PLANS), await measure(stand, `hardware: a page of 100 of ${ITEMS}`, HARDWARE)]
}
