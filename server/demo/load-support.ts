import { sql } from 'kysely'
import type { SupportSide } from '#domain/support.ts'
import { HOUR_MS } from '#domain/time.ts'
import type { DatabaseTransaction } from '#server/db/database.ts'

interface DemoMessage {
  readonly side: SupportSide
  readonly hoursAgo: number
  readonly text: string
  /** which of the company's SIMs was open, from the first */
  readonly sim?: number
  readonly title?: string
  readonly page?: string
}

interface DemoConversation {
  readonly email: string
  readonly isClosed?: boolean
  readonly messages: readonly DemoMessage[]
}

const OPERATOR = 'admin@enlace.test'
const BROWSER = 'Chrome 131, Windows'

/** One that was answered, one that waits. */
const DEMO_CONVERSATIONS: readonly DemoConversation[] = [
  {
    email: 'ana@andes.test',
    messages: [
      {
        side: 'person',
        hoursAgo: 50.2,
        sim: 0,
        text: 'Buenos días. La cámara de este camión no transmite desde anoche, aunque la SIM aparece conectada.',
      },
      {
        side: 'operator',
        hoursAgo: 49.7,
        text: 'Hola, Ana. La sesión de datos quedó abierta sin tráfico. Reinicie la conexión desde las opciones de la SIM: la cámara se registra otra vez en un par de minutos.',
      },
      { side: 'person', hoursAgo: 49.4, sim: 0, text: 'Reiniciada. Ya se ve la imagen, gracias.' },
      { side: 'operator', hoursAgo: 49.3, text: 'Perfecto. Si vuelve a pasar con ese modelo, escríbanos y revisamos el APN.' },
    ],
  },
  {
    email: 'luis@andes.test',
    isClosed: true,
    messages: [
      { side: 'person', hoursAgo: 340, title: 'SIMs', page: '/sims', text: '¿Cómo exporto solo las SIMs hibernadas a Excel?' },
      {
        side: 'operator',
        hoursAgo: 339,
        text: 'Filtre por estado «Hibernada» y elija Exportar. El archivo trae lo que muestra la lista.',
      },
    ],
  },
  {
    email: 'flota@pacifico.test',
    messages: [
      {
        side: 'person',
        hoursAgo: 1.4,
        title: 'Cobros',
        page: '/report-charges',
        text: 'En la factura de este mes aparecen dos SIMs que dimos de baja en septiembre. ¿Nos pueden revisar el cobro?',
      },
    ],
  },
]

/** Conversations of the demo's users with the operator; every writer has a login by then. */
export async function loadSupport(trx: DatabaseTransaction, now: Date): Promise<void> {
  for (const conversation of DEMO_CONVERSATIONS) await loadConversation(trx, conversation, now)
}

async function loadConversation(
  trx: DatabaseTransaction,
  { email, isClosed = false, messages }: DemoConversation,
  now: Date,
): Promise<void> {
  const at = (hoursAgo: number): Date => new Date(now.getTime() - hoursAgo * HOUR_MS)
  const [first, last] = [messages[0], messages.at(-1)]
  if (!first || !last) return
  const isWaiting = last.side === 'person'
  const { rows } = await sql<{ companyId: number; conversationId: number }>`
    INSERT INTO support_conversations (company_id, user_id, state, assigned_to, person_language, last_no, last_side, last_text, last_at,
      waiting_since, person_read_no, operator_read_no, operator_unread, created_at, updated_at)
    SELECT u.company_id, u.user_id, ${isClosed ? 'closed' : 'open'}, ${isWaiting ? null : sql`o.user_id`}, 'es', ${messages.length},
      ${last.side}, left(${last.text}, 160), ${at(last.hoursAgo)}, ${isWaiting ? at(last.hoursAgo) : null}::timestamptz,
      ${messages.length}, ${isWaiting ? 0 : messages.length}, ${isWaiting ? messages.length : 0}, ${at(first.hoursAgo)},
      ${at(last.hoursAgo)}
    FROM users u JOIN users o ON o.email = ${OPERATOR} WHERE u.email = ${email}
    RETURNING company_id AS "companyId", conversation_id AS "conversationId"`.execute(trx)
  const [made] = rows
  if (!made) throw new Error(`the demo has no ${email}`)
  for (const [index, { side, hoursAgo, text, sim, title = '', page = '' }] of messages.entries()) {
    const iccid =
      sim === undefined
        ? sql`NULL`
        : sql`(
      SELECT iccid FROM sims WHERE company_id = u.company_id AND administrative_status = 2 ORDER BY iccid OFFSET ${sim} LIMIT 1)`
    await sql`
      WITH writer AS (
        SELECT w.user_id, trim(w.name || ' ' || w.last_name) AS author, ${iccid}::text AS iccid
        FROM users u JOIN users w ON w.email = ${side === 'person' ? email : OPERATOR} WHERE u.email = ${email}
      )
      INSERT INTO support_messages (company_id, conversation_id, message_no, key, side, user_id, author, text, at, page, title, iccid,
        language, browser)
      SELECT ${made.companyId}::int, ${made.conversationId}::bigint, ${index + 1}, ${`demo-message-${index + 1}`.padEnd(16, '-')}, ${side},
        user_id, author, ${text}, ${at(hoursAgo)}, ${page}, ${title}, iccid, 'es', ${side === 'person' ? BROWSER : ''}
      FROM writer`.execute(trx)
  }
}
