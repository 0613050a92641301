import type { Pool } from 'pg'
import { decodeText, type Joined } from './short-message.ts'

/** A message of a device, or a part of one. */
export interface ArrivedPart {
  readonly iccid: string
  /** the number or name that it was sent to */
  readonly to: string
  readonly octets: Buffer
  readonly dataCoding: number
  readonly joined: Joined | undefined
  /** the same for the same message that is delivered again */
  readonly fingerprint: string
  /** the fingerprint holds a number that the device gave it: another message has another one */
  readonly isNumbered: boolean
  /** the connection that it came over */
  readonly bind: string
}

/** A whole text. */
interface WholeText {
  /** the same for the same text that is delivered again */
  readonly id: string
  readonly iccid: string
  readonly to: string
  readonly text: string
  readonly segments: number
  readonly isIncomplete?: boolean
}

export interface TakenTexts {
  readonly events: readonly WholeText[]
  /** to be called when the texts are kept */
  readonly done: () => Promise<void>
}

/**
 * SMPP names no message that a device sent: one that is delivered again because our answer got lost looks like the device's saying
 * the same twice. A centre delivers again after it has lost the connection, and soon.
 */
const AGAIN_MS = 5 * 60_000

/**
 * Keeps what arrived and puts texts together.
 * @returns the texts that are whole now; one that is delivered again comes again, under its first id
 */
export async function takeParts(
  pool: Pool,
  networkId: string,
  arrived: readonly ArrivedPart[],
  now: Date,
): Promise<TakenTexts> {
  const events: WholeText[] = []
  const finished: string[] = []
  for (const part of arrived) {
    const id = await keep(pool, networkId, part, now)
    if (!part.joined) {
      events.push(textOf(id, part, [part]))
      continue
    }
    const pieces = await piecesOf(pool, networkId, part, now)
    if (pieces.length < part.joined.parts) continue
    events.push(textOf(pieces[0]?.id ?? id, part, pieces))
    finished.push(...pieces.map((piece) => piece.id))
  }
  return { events, done: () => forgetOctets(pool, finished) }
}

const textOf = (
  id: string,
  { iccid, to }: ArrivedPart,
  pieces: readonly { readonly octets: Buffer; readonly dataCoding: number }[],
): WholeText => {
  const coding = pieces[0]?.dataCoding ?? 0
  // put together before it is read: a character may be cut between two parts
  return {
    id: `mo:${id}`,
    iccid,
    to,
    text: decodeText(Buffer.concat(pieces.map(({ octets }) => octets)), coding),
    segments: pieces.length,
  }
}

/** @returns the id under which it was kept, now or the first time */
async function keep(pool: Pool, networkId: string, part: ArrivedPart, now: Date): Promise<string> {
  const { iccid, octets, dataCoding, joined, fingerprint, isNumbered, bind } = part
  const { rows } = await pool.query<{ id: string }>({
    name: 'smpp-keep',
    text: `WITH known AS (
        SELECT received_id FROM smpp_received
        WHERE network_id = $1 AND fingerprint = $2 AND at > $3 AND ($4 OR bind <> $5) ORDER BY received_id LIMIT 1
      ), kept AS (
        INSERT INTO smpp_received (network_id, iccid, fingerprint, bind, at, octets, data_coding, joint, parts, part)
        SELECT $1, $6, $2, $5, $7, $8, $9, $10, $11, $12 WHERE NOT EXISTS (SELECT FROM known) RETURNING received_id
      )
      SELECT received_id::text AS id FROM known UNION ALL SELECT received_id::text FROM kept`,
    values: [
      networkId,
      fingerprint,
      new Date(now.getTime() - AGAIN_MS),
      isNumbered || joined !== undefined,
      bind,
      iccid,
      now,
      joined ? octets : null,
      dataCoding,
      joined?.reference ?? null,
      joined?.parts ?? null,
      joined?.part ?? null,
    ],
  })
  return rows[0]?.id ?? ''
}

/** A text of which a part is missing after this is never whole: its reference is used again. */
const ASSEMBLY_MS = 60 * 60_000

async function piecesOf(pool: Pool, networkId: string, { iccid, joined }: ArrivedPart, now: Date) {
  const { rows } = await pool.query<{ id: string; octets: Buffer; dataCoding: number }>({
    name: 'smpp-pieces',
    text: `SELECT DISTINCT ON (part) received_id::text AS id, octets, data_coding AS "dataCoding" FROM smpp_received
      WHERE network_id = $1 AND iccid = $2 AND joint = $3 AND parts = $4 AND at > $5 AND octets IS NOT NULL
      ORDER BY part, received_id DESC`,
    values: [networkId, iccid, joined?.reference, joined?.parts, new Date(now.getTime() - ASSEMBLY_MS)],
  })
  return rows
}

/** Stands for each part that never came. */
const GAP = ' […] '
/** Rows that one look takes up. */
const MOST_PIECES = 1_000

interface Piece {
  readonly id: string
  readonly iccid: string
  readonly joint: number
  readonly parts: number
  readonly part: number
  readonly octets: Buffer
  readonly dataCoding: number
}

/** Texts of which a part is missing and will not come any more: what did come, with a mark for what did not. */
export async function takeIncomplete(pool: Pool, networkId: string, now: Date): Promise<TakenTexts> {
  const { rows } = await pool.query<Piece>({
    name: 'smpp-incomplete',
    text: `SELECT received_id::text AS id, iccid, joint, parts, part, octets, data_coding AS "dataCoding" FROM smpp_received r
      WHERE network_id = $1 AND octets IS NOT NULL AND at <= $2
        AND NOT EXISTS (
          SELECT FROM smpp_received o WHERE o.network_id = r.network_id AND o.iccid = r.iccid AND o.joint = r.joint
            AND o.parts = r.parts AND o.octets IS NOT NULL AND o.at > $2
        )
      ORDER BY iccid, joint, parts, received_id LIMIT ${MOST_PIECES}`,
    values: [networkId, new Date(now.getTime() - ASSEMBLY_MS)],
  })
  const texts = Map.groupBy(rows, ({ iccid, joint, parts }) => `${iccid} ${joint} ${parts}`)
  return {
    events: [...texts.values()].flatMap((pieces) => incompleteText(pieces) ?? []),
    done: () =>
      forgetOctets(
        pool,
        rows.map(({ id }) => id),
      ),
  }
}

function incompleteText(pieces: readonly Piece[]): WholeText | undefined {
  const [first] = pieces
  if (!first) return undefined
  const byPart = new Map(pieces.map((piece) => [piece.part, piece]))
  const words = Array.from({ length: first.parts }, (_, index) => {
    const piece = byPart.get(index + 1)
    return piece ? decodeText(piece.octets, piece.dataCoding) : GAP
  })
  return {
    id: `mo:${first.id}`,
    iccid: first.iccid,
    to: '',
    text: words.join('').trim(),
    segments: byPart.size,
    isIncomplete: true,
  }
}

/** The text is kept elsewhere; that it came stays known for a while. */
async function forgetOctets(pool: Pool, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await pool.query('UPDATE smpp_received SET octets = NULL WHERE received_id = ANY($1::bigint[])', [ids])
}
