import type { Pool } from 'pg'
import { type Batcher, createBatcher } from '../batcher.ts'
import type { Receipt } from './receipt.ts'
import { userReferenceOf } from './short-message.ts'

/** A part of a message that a centre took. */
export interface SentPart {
  readonly iccid: string
  /** the portal's name of the whole message */
  readonly reference: string
  readonly part: number
  readonly parts: number
  readonly userReference: number
  /** the centre's name of it */
  readonly smscId: string
}

/** A receipt, and which SIM its sender's address means; undefined when none. */
export interface PlacedReceipt {
  readonly receipt: Receipt
  readonly iccid: string | undefined
}

/** What is known of a whole message now. */
export interface MessageFate {
  readonly iccid: string
  readonly reference: string
  readonly parts: number
  readonly state: Receipt['state'] | 'sent'
  readonly cause: Receipt['cause']
}

/** What of a link's messages is at the centre: which receipt belongs to which, and what of a message in parts is still open. */
export interface PartBook {
  /** when it resolves, a receipt finds the part also after a crash */
  readonly noteSent: (part: SentPart) => Promise<void>
  /** Notes receipts. @returns the messages that they tell of, as they are now; a receipt that belongs to none is left out */
  readonly take: (receipts: readonly PlacedReceipt[]) => Promise<MessageFate[]>
  readonly end: () => Promise<void>
}

/** A part that a receipt may be about. */
interface Candidate extends Omit<SentPart, 'smscId'> {
  readonly smscId: string | null
  readonly isOpen: boolean
}

export function createPartBook(pool: Pool, networkId: string): PartBook {
  const sent: Batcher<SentPart, undefined> = createBatcher({
    keyOf: ({ iccid, reference, part }) => `${iccid} ${reference} ${part}`,
    work: (parts) => writeSent(pool, networkId, parts),
    maxSize: 250,
    concurrency: 2,
    lingerMs: 2,
  })
  return {
    noteSent: async (part) => {
      await sent.add(part)
    },
    take: async (receipts) => {
      const candidates = group(await readCandidates(pool, networkId, receipts))
      const found = receipts.flatMap((placed) => {
        const part = choose(candidates, placed)
        return part ? [{ part, receipt: placed.receipt }] : []
      })
      if (found.length === 0) return []
      await writeStates(pool, networkId, found)
      return readFates(
        pool,
        networkId,
        found.map(({ part }) => part),
      )
    },
    end: sent.close,
  }
}

async function writeSent(pool: Pool, networkId: string, parts: readonly SentPart[]): Promise<undefined[]> {
  await pool.query({
    name: 'smpp-sent',
    text: `INSERT INTO smpp_parts AS p (network_id, iccid, reference, part, parts, user_reference, smsc_id, state, updated_at)
      SELECT $1, iccid, reference, part, parts, "userReference", "smscId", 'sent', now()
      FROM json_to_recordset($2::json)
        AS n(iccid text, reference text, part smallint, parts smallint, "userReference" int, "smscId" text)
      ORDER BY iccid, reference, part
      ON CONFLICT (network_id, iccid, reference, part) DO UPDATE SET smsc_id = excluded.smsc_id`,
    values: [networkId, JSON.stringify(parts)],
  })
  return parts.map(() => undefined)
}

/**
 * Parts noted here, and those that the portal's messages make: the process that sent one may have died before it noted so.
 * A receipt may come days after its message (TS 23.040 section 9.2.3.12: 63 weeks at most; here a message lives a day).
 */
async function readCandidates(pool: Pool, networkId: string, placed: readonly PlacedReceipt[]): Promise<Candidate[]> {
  const iccids = [...new Set(placed.flatMap(({ iccid }) => iccid ?? []))]
  // some centres give every message the same id: it is asked for only where there is nothing better
  const poor = placed.filter(({ receipt, iccid }) => receipt.userReference === undefined || iccid === undefined)
  const ids = [...new Set(poor.map(({ receipt }) => receipt.smscId).filter((id) => id !== ''))]
  const { rows: noted } = await pool.query<Candidate>({
    name: 'smpp-candidates',
    text: `SELECT iccid, reference, part, parts, user_reference AS "userReference", smsc_id AS "smscId",
        state IN ('sent', 'buffered') AS "isOpen"
      FROM smpp_parts WHERE network_id = $1 AND (iccid = ANY($2::text[]) OR smsc_id = ANY($3::text[]))
      ORDER BY updated_at, part LIMIT 20000`,
    values: [networkId, iccids, ids],
  })
  const { rows: kept } = await pool.query<{ iccid: string; reference: string; segments: number }>({
    name: 'smpp-kept',
    text: `SELECT iccid, reference, segments FROM sms_messages
      WHERE iccid = ANY($1::text[]) AND direction = 'out' AND state IN ('queued', 'sent', 'buffered', 'unknown')
        AND at > now() - interval '8 days' ORDER BY message_id`,
    values: [iccids],
  })
  const known = new Set(noted.map(({ iccid, reference, part }) => `${iccid} ${reference} ${part}`))
  const others = kept.flatMap(({ iccid, reference, segments: parts }) =>
    Array.from({ length: parts }, (_, index): Candidate => {
      const part = index + 1
      return { iccid, reference, part, parts, userReference: userReferenceOf(reference, part), smscId: null, isOpen: true }
    }).filter(({ part }) => !known.has(`${iccid} ${reference} ${part}`)),
  )
  return [...noted, ...others]
}

interface Candidates {
  readonly byDevice: ReadonlyMap<string, readonly Candidate[]>
  readonly byId: ReadonlyMap<string | null, readonly Candidate[]>
}

const group = (parts: readonly Candidate[]): Candidates => ({
  byDevice: Map.groupBy(parts, ({ iccid }) => iccid),
  byId: Map.groupBy(parts, ({ smscId }) => smscId),
})

/**
 * The part that a receipt is about: of the device's parts those with our reference (all of it, or the eight bits that some centres
 * keep), of several the one with the centre's id, else the one that waits longest. Without a reference the id alone must tell.
 */
function choose({ byDevice, byId }: Candidates, { receipt, iccid }: PlacedReceipt): Candidate | undefined {
  const { userReference, smscId } = receipt
  const ofDevice = byDevice.get(iccid ?? '') ?? []
  const byReference = (mask: number): Candidate[] =>
    ofDevice.filter((part) => userReference !== undefined && (part.userReference & mask) === userReference)
  const exact = byReference(0xffff)
  const short = exact.length > 0 ? exact : byReference(0xff)
  const isSame = (part: Candidate): boolean => smscId !== '' && part.smscId === smscId
  if (short.length > 0) {
    return (
      short.find((part) => part.isOpen && isSame(part)) ?? short.find(isSame) ?? short.find((part) => part.isOpen) ?? short[0]
    )
  }
  const named = (smscId === '' ? undefined : byId.get(smscId)) ?? []
  const mine = named.some((part) => part.iccid === iccid) ? named.filter((part) => part.iccid === iccid) : named
  const open = mine.filter((part) => part.isOpen)
  if (open.length > 1) return undefined
  return open[0] ?? (mine.length === 1 ? mine[0] : undefined)
}

interface Found {
  readonly part: Candidate
  readonly receipt: Receipt
}

/** What is final stays. In one statement, so that of two processes whoever reads last sees both. */
async function writeStates(pool: Pool, networkId: string, found: readonly Found[]): Promise<void> {
  const rank = { buffered: 0, delivered: 1, failed: 1 } as const
  const byPart = new Map<string, Found>()
  for (const one of found.toSorted((a, b) => rank[a.receipt.state] - rank[b.receipt.state])) {
    byPart.set(`${one.part.iccid} ${one.part.reference} ${one.part.part}`, one)
  }
  const rows = [...byPart.values()].map(({ part, receipt: { state, cause } }) => ({ ...part, state, cause }))
  await pool.query({
    name: 'smpp-states',
    text: `INSERT INTO smpp_parts AS p (network_id, iccid, reference, part, parts, user_reference, smsc_id, state, cause, updated_at)
      SELECT $1, iccid, reference, part, parts, "userReference", "smscId", state, cause, now()
      FROM json_to_recordset($2::json)
        AS n(iccid text, reference text, part smallint, parts smallint, "userReference" int, "smscId" text, state text, cause text)
      ORDER BY iccid, reference, part
      ON CONFLICT (network_id, iccid, reference, part) DO UPDATE
        SET state = excluded.state, cause = excluded.cause, updated_at = excluded.updated_at
        WHERE p.state IN ('sent', 'buffered')`,
    values: [networkId, JSON.stringify(rows)],
  })
}

/** A message is delivered when all its parts are, and has failed when one has. */
async function readFates(pool: Pool, networkId: string, parts: readonly Candidate[]): Promise<MessageFate[]> {
  const names = new Map(parts.map(({ iccid, reference }) => [`${iccid} ${reference}`, { iccid, reference }]))
  const { rows } = await pool.query<MessageFate>({
    name: 'smpp-fates',
    text: `SELECT p.iccid, p.reference, max(p.parts)::int AS parts,
        CASE WHEN bool_or(p.state = 'failed') THEN 'failed'
          WHEN count(*) FILTER (WHERE p.state = 'delivered') = max(p.parts) THEN 'delivered'
          WHEN bool_or(p.state = 'buffered') THEN 'buffered' ELSE 'sent' END AS state,
        coalesce(min(p.cause) FILTER (WHERE p.state = 'failed'), '') AS cause
      FROM unnest($2::text[], $3::text[]) AS n(iccid, reference)
      JOIN smpp_parts p ON p.network_id = $1 AND p.iccid = n.iccid COLLATE "C" AND p.reference = n.reference COLLATE "C"
      GROUP BY p.iccid, p.reference`,
    values: [networkId, [...names.values()].map(({ iccid }) => iccid), [...names.values()].map(({ reference }) => reference)],
  })
  return rows
}
