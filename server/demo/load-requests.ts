import { sql } from 'kysely'
import { isEnded } from '#domain/request-life-cycle.ts'
import { REQUEST_PATH, type RequestState, type RequestType } from '#domain/requests.ts'
import { DAY_MS } from '#domain/time.ts'
import type { Database, DatabaseTransaction } from '#server/db/database.ts'

interface DemoRequest {
  readonly companyId: number
  readonly requester: string
  /** how it stands, and the days ago of each step that led there */
  readonly state: RequestState
  readonly daysAgo: readonly number[]
  /** plan and SIMs */
  readonly sims?: readonly (readonly [planCode: string, quantity: number])[]
  /** product and pieces */
  readonly hardware?: readonly (readonly [name: string, quantity: number])[]
  readonly address: string
  readonly note?: string
  /** said with the last step */
  readonly said?: string
  readonly carrier?: readonly [carrier: string, tracking: string]
}

const OPERATOR = 'admin@enlace.test'
const ANA = {
  companyId: 4,
  requester: 'ana@andes.test',
  address: 'Av. Américo Vespucio 1820, bodega 4\nQuilicura, Santiago',
}
const MARCELA = { companyId: 5, requester: 'flota@pacifico.test', address: 'Puerto Central, edificio 2\nValparaíso' }

/** From the oldest to the newest: one in each state. */
const DEMO_REQUESTS: readonly DemoRequest[] = [
  {
    ...ANA,
    state: 'closed',
    daysAgo: [151, 150, 149, 146, 144, 143],
    sims: [['CL-IOT250', 40]],
    hardware: [
      ['FMC130', 40],
      ['OBD Y-40', 40],
    ],
    carrier: ['Chilexpress', '998 214 770 341'],
  },
  {
    ...MARCELA,
    state: 'rejected',
    daysAgo: [33, 32],
    hardware: [['RUTX50', 60]],
    said: 'No hay stock de RUTX50 hasta enero. Podemos ofrecer RUT241 o dividir la entrega.',
  },
  {
    ...ANA,
    state: 'cancelled',
    daysAgo: [21, 21],
    sims: [['CL-TEL50', 500]],
    said: 'Pedimos el plan equivocado.',
  },
  {
    ...MARCELA,
    state: 'delivered',
    daysAgo: [15, 14, 13, 10, 6],
    sims: [['CL-VID10G', 12]],
    hardware: [['Hero-ME32', 12]],
    carrier: ['Starken', '771 003 928'],
  },
  {
    ...ANA,
    state: 'shipped',
    daysAgo: [9, 8, 6, 2],
    sims: [['CL-TEL50', 24]],
    hardware: [
      ['EM300-TH', 24],
      ['UG65', 3],
    ],
    address: 'Camino Lo Echevers 901\nPudahuel, Santiago',
    carrier: ['Chilexpress', '998 231 118 052'],
  },
  {
    ...ANA,
    state: 'preparing',
    daysAgo: [5, 4, 3],
    sims: [['CL-IOT250', 120]],
    note: 'Etiquetar las cajas por patente, por favor.',
  },
  {
    ...MARCELA,
    state: 'approved',
    daysAgo: [3, 1],
    sims: [
      ['US-GLO500', 15],
      ['CL-IOT250', 50],
    ],
  },
  {
    ...ANA,
    state: 'submitted',
    daysAgo: [0.3],
    sims: [['CL-IOT250', 25]],
    hardware: [
      ['FMC920', 25],
      ['GA.107', 25],
      ['GL320MG', 2],
    ],
    note: 'Para la flota de reparto de Rancagua.',
  },
]

/** Requests of the customers, each with the steps that it took. SIMs and store are there by then. */
export async function loadRequests(db: Database, now: Date): Promise<void> {
  for (const request of DEMO_REQUESTS) await db.transaction().execute((trx) => loadRequest(trx, request, now))
}

/** Logins are created last; then requests get their users. */
export async function nameRequesters(db: Database): Promise<void> {
  await sql`UPDATE requests r SET user_id = u.user_id FROM users u WHERE u.email = r.requester`.execute(db)
  await sql`UPDATE request_steps s SET user_id = u.user_id FROM users u WHERE u.email = s.actor`.execute(db)
}

/** The states on the way to a state, a cart first. */
function pathTo(state: RequestState): RequestState[] {
  if (state === 'rejected' || state === 'cancelled') return ['draft', 'submitted', state]
  return ['draft', ...REQUEST_PATH.slice(0, REQUEST_PATH.indexOf(state as (typeof REQUEST_PATH)[number]) + 1)]
}

function typeOf({ sims, hardware }: DemoRequest): RequestType {
  if (!sims) return 'hardware'
  return hardware ? 'both' : 'sims'
}

async function loadRequest(trx: DatabaseTransaction, request: DemoRequest, now: Date): Promise<void> {
  const { companyId, requester, state, daysAgo, sims = [], address, note = '', carrier = ['', ''] } = request
  const at = (step: number): Date => new Date(now.getTime() - (daysAgo[step] ?? 0) * DAY_MS)
  const last = at(daysAgo.length - 1)
  const { rows } = await sql<{ requestId: number }>`
    INSERT INTO requests (company_id, user_id, requester, state, step_no, type, sim_quantity, delivery_address, note, carrier, tracking,
      created_at, submitted_at, resolved_at, updated_at)
    VALUES (${companyId}, 0, ${requester}, ${state}, ${daysAgo.length + 1}, ${typeOf(request)},
      ${sims.reduce((sum, [, quantity]) => sum + quantity, 0)}, ${address}, ${note}, ${carrier[0]}, ${carrier[1]}, ${at(0)}, ${at(0)},
      ${isEnded(state) ? last : null}, ${last})
    RETURNING request_id AS "requestId"`.execute(trx)
  const requestId = rows[0]?.requestId ?? 0
  await loadSteps(trx, request, requestId, at)
  await loadLines(trx, request, requestId)
  const isFilled = state === 'shipped' || state === 'delivered' || state === 'closed'
  if (isFilled) await fill(trx, { companyId, requestId, at: at(2), inUse: state === 'closed' })
}

async function loadSteps(
  trx: DatabaseTransaction,
  { companyId, requester, state, said = '' }: DemoRequest,
  requestId: number,
  at: (step: number) => Date,
): Promise<void> {
  const path = pathTo(state)
  const byCustomer: ReadonlySet<RequestState> = new Set(['draft', 'submitted', 'cancelled', 'delivered', 'closed'])
  const steps = path.map((to, index) => ({
    step_no: index + 1,
    from_state: path[index - 1] ?? null,
    to_state: to,
    at: at(Math.max(0, index - 1)).toISOString(),
    actor: byCustomer.has(to) ? requester : OPERATOR,
    note: index === path.length - 1 ? said : '',
  }))
  await sql`
    INSERT INTO request_steps (company_id, request_id, step_no, from_state, to_state, at, actor, note)
    SELECT ${companyId}::int, ${requestId}::int, s.* FROM json_to_recordset(${JSON.stringify(steps)}::json)
      AS s(step_no smallint, from_state text, to_state text, at timestamptz, actor text, note text)`.execute(trx)
}

async function loadLines(
  trx: DatabaseTransaction,
  { companyId, sims = [], hardware = [] }: DemoRequest,
  requestId: number,
): Promise<void> {
  for (const [index, [planCode, quantity]] of sims.entries()) {
    await sql`
      INSERT INTO request_lines (company_id, request_id, line_no, plan_code, quantity, name, unit_minor, currency)
      SELECT ${companyId}::int, ${requestId}::int, ${index + 1}::smallint, plan_code, ${quantity}::int, name, price_minor, currency
      FROM plans WHERE plan_code = ${planCode}`.execute(trx)
  }
  for (const [index, [name, quantity]] of hardware.entries()) {
    await sql`
      INSERT INTO request_lines (company_id, request_id, line_no, product_id, quantity, name, unit_minor, currency)
      SELECT ${companyId}::int, ${requestId}::int, ${sims.length + index + 1}::smallint, p.product_id, ${quantity}::int,
        b.name || ' ' || p.name, p.price_minor, p.currency
      FROM products p JOIN brands b ON b.brand_id = p.brand_id WHERE p.name = ${name}`.execute(trx)
  }
}

interface Filling {
  readonly companyId: number
  readonly requestId: number
  readonly at: Date
  /** its SIMs are in use by now; otherwise they lie there as they came */
  readonly inUse: boolean
}

/** With SIMs of the fleet that were unused when they were assigned; all of them, or it would not have been shipped. */
async function fill(trx: DatabaseTransaction, { companyId, requestId, at, inUse }: Filling): Promise<void> {
  await sql`
    WITH chosen AS (
      SELECT l.company_id, l.request_id, l.line_no, s.iccid
      FROM request_lines l CROSS JOIN LATERAL (
        SELECT s.iccid FROM sims s
        WHERE s.company_id = l.company_id AND s.plan_code = l.plan_code AND s.created_at <= ${at}::timestamptz
          AND CASE WHEN ${inUse} THEN s.activated_at > ${at}::timestamptz ELSE s.administrative_status = 1 END
        ORDER BY s.iccid LIMIT l.quantity
      ) s
      WHERE l.company_id = ${companyId} AND l.request_id = ${requestId}
    )
    INSERT INTO request_sims (company_id, request_id, line_no, iccid, assigned_at)
    SELECT company_id, request_id, line_no, iccid, ${at} FROM chosen ORDER BY line_no, iccid`.execute(trx)
  const { rows } = await sql`
    SELECT FROM request_lines l WHERE l.company_id = ${companyId} AND l.request_id = ${requestId} AND l.plan_code IS NOT NULL
      AND l.quantity <> (SELECT count(*) FROM request_sims s
        WHERE s.company_id = l.company_id AND s.request_id = l.request_id AND s.line_no = l.line_no)`.execute(trx)
  if (rows.length > 0) throw new Error(`the demo has not enough SIMs for request ${requestId}`)
}
