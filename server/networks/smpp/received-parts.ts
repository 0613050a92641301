import type { Pool } from 'pg'
import { HOUR_MS, MINUTE_MS } from '#domain/time.ts'
import { type Concatenation, decodeText } from './short-message.ts'

/** A message of a device, or a part of one. */
export interface IncomingPart {
  readonly iccid: string
  /** the number or name that it was sent to */
  readonly to: string
  readonly octets: Buffer
  readonly dataCoding: number
  readonly concatenation: Concatenation | undefined
  /** equal when the same message is delivered again */
  readonly fingerprint: string
  /** the fingerprint includes the device's own message number, so it is unique per message */
  readonly isNumbered: boolean
  /** the bind that it arrived on */
  readonly bindId: string
}

/** A text, assembled from its parts. */
interface AssembledText {
  /** equal when the same text is delivered again */
  readonly id: string
  readonly iccid: string
  readonly to: string
  readonly text: string
  readonly segments: number
  readonly isIncomplete?: boolean
}

export interface AssembledTexts {
  readonly events: readonly AssembledText[]
  /** to be called once the texts are stored */
  readonly markDelivered: () => Promise<void>
}

/**
 * SMPP has no id for a device's message, so a message that is delivered again because its response was lost looks like a device that
 * sends the same text twice. A centre delivers again on another connection, and soon.
 */
const REDELIVERY_MS = 5 * MINUTE_MS

/**
 * Stores parts and assembles texts.
 * @returns the texts that are complete now; one that was delivered again is returned again, under its first id
 */
export async function storeParts(
  pool: Pool,
  networkId: string,
  incoming: readonly IncomingPart[],
  now: Date,
): Promise<AssembledTexts> {
  const events: AssembledText[] = []
  const finished: string[] = []
  for (const part of incoming) {
    const id = await storePart(pool, networkId, part, now)
    if (!part.concatenation) {
      events.push(textOf(id, part, [part]))
      continue
    }
    const stored = await readStoredParts(pool, networkId, part, now)
    if (stored.length < part.concatenation.parts) continue
    events.push(textOf(stored[0]?.id ?? id, part, stored))
    finished.push(...stored.map(({ id }) => id))
  }
  return { events, markDelivered: () => deleteOctets(pool, finished) }
}

const textOf = (
  id: string,
  { iccid, to }: IncomingPart,
  parts: readonly { readonly octets: Buffer; readonly dataCoding: number }[],
): AssembledText => {
  const coding = parts[0]?.dataCoding ?? 0
  // joined before decoding: a character may be split between two parts
  return {
    id: `mo:${id}`,
    iccid,
    to,
    text: decodeText(Buffer.concat(parts.map(({ octets }) => octets)), coding),
    segments: parts.length,
  }
}

/** @returns the part's id: the first one, when it was delivered before */
async function storePart(pool: Pool, networkId: string, part: IncomingPart, now: Date): Promise<string> {
  const { iccid, octets, dataCoding, concatenation, fingerprint, isNumbered, bindId } = part
  const { rows } = await pool.query<{ id: string }>({
    name: 'smpp-store-part',
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
      new Date(now.getTime() - REDELIVERY_MS),
      isNumbered || concatenation !== undefined,
      bindId,
      iccid,
      now,
      concatenation ? octets : null,
      dataCoding,
      concatenation?.reference ?? null,
      concatenation?.parts ?? null,
      concatenation?.part ?? null,
    ],
  })
  return rows[0]?.id ?? ''
}

/** After this, a text with a missing part stays incomplete: its reference is reused. */
const ASSEMBLY_TIMEOUT_MS = HOUR_MS

async function readStoredParts(pool: Pool, networkId: string, { iccid, concatenation }: IncomingPart, now: Date) {
  const { rows } = await pool.query<{ id: string; octets: Buffer; dataCoding: number }>({
    name: 'smpp-stored-parts',
    text: `SELECT DISTINCT ON (part) received_id::text AS id, octets, data_coding AS "dataCoding" FROM smpp_received
      WHERE network_id = $1 AND iccid = $2 AND joint = $3 AND parts = $4 AND at > $5 AND octets IS NOT NULL
      ORDER BY part, received_id DESC`,
    values: [networkId, iccid, concatenation?.reference, concatenation?.parts, new Date(now.getTime() - ASSEMBLY_TIMEOUT_MS)],
  })
  return rows
}

/** The placeholder for a missing part. */
const MISSING_PART = ' […] '
/** Rows of one read. */
const MAX_PARTS = 1_000

interface StoredPart {
  readonly id: string
  readonly iccid: string
  readonly joint: number
  readonly parts: number
  readonly part: number
  readonly octets: Buffer
  readonly dataCoding: number
}

/** Texts whose missing parts are overdue, with a placeholder for each missing part. */
export async function readIncomplete(pool: Pool, networkId: string, now: Date): Promise<AssembledTexts> {
  const { rows } = await pool.query<StoredPart>({
    name: 'smpp-incomplete',
    text: `SELECT received_id::text AS id, iccid, joint, parts, part, octets, data_coding AS "dataCoding" FROM smpp_received r
      WHERE network_id = $1 AND octets IS NOT NULL AND at <= $2
        AND NOT EXISTS (
          SELECT FROM smpp_received o WHERE o.network_id = r.network_id AND o.iccid = r.iccid AND o.joint = r.joint
            AND o.parts = r.parts AND o.octets IS NOT NULL AND o.at > $2
        )
      ORDER BY iccid, joint, parts, received_id LIMIT ${MAX_PARTS}`,
    values: [networkId, new Date(now.getTime() - ASSEMBLY_TIMEOUT_MS)],
  })
  const texts = Map.groupBy(rows, ({ iccid, joint, parts }) => `${iccid} ${joint} ${parts}`)
  const ids = rows.map(({ id }) => id)
  return {
    events: [...texts.values()].flatMap((parts) => incompleteText(parts) ?? []),
    markDelivered: () => deleteOctets(pool, ids),
  }
}

function incompleteText(parts: readonly StoredPart[]): AssembledText | undefined {
  const [first] = parts
  if (!first) return undefined
  const byPart = new Map(parts.map((part) => [part.part, part]))
  const texts = Array.from({ length: first.parts }, (_, index) => {
    const part = byPart.get(index + 1)
    return part ? decodeText(part.octets, part.dataCoding) : MISSING_PART
  })
  return {
    id: `mo:${first.id}`,
    iccid: first.iccid,
    to: '',
    text: texts.join('').trim(),
    segments: byPart.size,
    isIncomplete: true,
  }
}

/** The text is stored elsewhere; the row stays, to recognise a redelivery. */
async function deleteOctets(pool: Pool, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await pool.query('UPDATE smpp_received SET octets = NULL WHERE received_id = ANY($1::bigint[])', [ids])
}
