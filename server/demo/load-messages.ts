import { sql } from 'kysely'
import { ADMINISTRATIVE_STATUS as STATUS } from '#domain/sim-status.ts'
import { smsSegments } from '#domain/sms-segments.ts'
import { DAY_MS, MINUTE_MS } from '#domain/time.ts'
import type { Database } from '#server/db/database.ts'
import type { SimKey } from '#server/records/sim-key.ts'
import type { DemoSim } from './make-sims.ts'
import { createRandom, type SeededNumbers } from './random.ts'

/** One SIM in so many has had messages lately, a few each. */
const ONE_IN = 30
const DAYS = 30

/** Who writes in a company; in the others it was the operator. */
const WRITERS: Readonly<Record<number, string>> = { 4: 'ana@andes.test', 10: 'ana@andes.test', 5: 'flota@pacifico.test' }
const OPERATOR = 'admin@enlace.test'

const ORDERS = [
  'STATUS#',
  'RESET#',
  'APN,m2m.enlace#',
  'PARAM?',
  'Reinicie el equipo y avise cuando encienda, por favor.',
  'Atención: mantenimiento programado el sábado de 02:00 a 06:00. El equipo puede perder conexión durante ese período; no es necesario reiniciarlo ni cambiar su configuración, volverá por sí solo.',
]
const ANSWERS = ['OK', 'STATUS OK BAT 12.4V GSM 21', 'IGN ON', 'Reiniciado', 'Batería baja', 'Llegué']

const ENDS = [
  { state: 'delivered', cause: '', share: 0.9 },
  { state: 'expired', cause: 'expired', share: 0.04 },
  { state: 'failed', cause: 'absent_subscriber', share: 0.02 },
  { state: 'failed', cause: 'memory_full', share: 0.01 },
  { state: 'unknown', cause: '', share: 0.03 },
] as const

interface DemoMessage extends SimKey {
  readonly direction: 'in' | 'out'
  readonly text: string
  readonly segments: number
  readonly state: string
  readonly cause: string
  readonly actor: string
  readonly at: Date
  readonly settledAt: Date
}

/** Messages of the last month to SIMs in service and from them, for the report. */
export async function loadMessages(
  db: Database,
  sims: readonly DemoSim[],
  { seed, now }: { seed: number; now: Date },
): Promise<void> {
  const random = createRandom(seed)
  const messages = sims
    .filter(({ status }) => status === STATUS.active && random.chance(1 / ONE_IN))
    .flatMap((sim) => Array.from({ length: random.whole(1, 4) }, () => talk(sim, random, now)).flat())
    .toSorted((a, b) => a.at.getTime() - b.at.getTime())
  await sql`
    INSERT INTO sms_messages (company_id, iccid, direction, text, segments, state, cause, platform, actor, reference, at, expires_at, settled_at, read_at)
    SELECT "companyId", iccid, direction, text, segments, state, cause, CASE direction WHEN 'out' THEN 'portal' ELSE '' END, actor,
      'demo-' || row_number() OVER (), at, CASE direction WHEN 'out' THEN at + interval '24 hours' END, "settledAt",
      CASE direction WHEN 'in' THEN "settledAt" END
    FROM json_to_recordset(${JSON.stringify(messages)}::json) AS n("companyId" int, iccid text, direction text, text text, segments smallint,
      state text, cause text, actor text, at timestamptz, "settledAt" timestamptz)`.execute(db)
}

/** Those who wrote them have their accounts only afterwards. */
export async function nameWriters(db: Database): Promise<void> {
  await sql`
    UPDATE sms_messages m SET user_id = u.user_id FROM users u WHERE u.email = m.actor AND m.user_id IS NULL`.execute(db)
}

function endOf(chance: number): (typeof ENDS)[number] {
  let upTo = 0
  for (const end of ENDS) {
    upTo += end.share
    if (chance < upTo) return end
  }
  return ENDS[0]
}

/** A message to a device, and perhaps what it answered. */
function talk({ companyId, iccid }: DemoSim, random: SeededNumbers, now: Date): DemoMessage[] {
  const at = new Date(now.getTime() - random.between(0.05, DAYS) * DAY_MS)
  const text = random.pick(ORDERS)
  const end = endOf(random.next())
  const isLate = end.state === 'expired' || end.state === 'unknown'
  const settledAt = new Date(at.getTime() + (isLate ? DAY_MS : random.between(2_000, 40_000)))
  const about = { companyId, iccid }
  const order: DemoMessage = {
    ...about,
    direction: 'out',
    text,
    segments: smsSegments(text).segments,
    state: end.state,
    cause: end.cause,
    actor: WRITERS[companyId] ?? OPERATOR,
    at,
    settledAt: settledAt > now ? now : settledAt,
  }
  if (end.state !== 'delivered' || !random.chance(0.4)) return [order]
  const answeredAt = new Date(settledAt.getTime() + random.between(0.05, 5) * MINUTE_MS)
  const answer = random.pick(ANSWERS)
  const received = { ...about, direction: 'in', text: answer, segments: 1, state: 'received', cause: '', actor: '' } as const
  return [order, { ...received, at: answeredAt, settledAt: answeredAt }]
}
