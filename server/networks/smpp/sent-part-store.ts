import type { Pool } from 'pg'
import { type Batcher, createBatcher } from '../batcher.ts'
import type { Receipt } from './receipt.ts'
import { userReferenceOf } from './short-message.ts'

/** A part of a message that a centre accepted. */
export interface SentPart {
  readonly iccid: string
  /** the portal's id of the message */
  readonly reference: string
  readonly part: number
  readonly parts: number
  readonly userReference: number
  /** the centre's id of the part */
  readonly smscId: string
}

/** A receipt with the SIM of its sender; undefined for an unknown sender. */
export interface SimReceipt {
  readonly receipt: Receipt
  readonly iccid: string | undefined
}

/** The state of a message by all its parts. */
export interface MessageState {
  readonly iccid: string
  readonly reference: string
  readonly parts: number
  readonly state: Receipt['state'] | 'sent'
  readonly cause: Receipt['cause']
}

/** The sent parts of a network's messages: matches receipts with parts, and keeps the state of messages in parts. */
export interface SentPartStore {
  /** once it resolves, receipts are matched with the part also after a crash */
  readonly storeSent: (part: SentPart) => Promise<void>
  /** Stores receipts. @returns the new states of their messages; a receipt without a matching part is left out */
  readonly applyReceipts: (receipts: readonly SimReceipt[]) => Promise<MessageState[]>
  readonly close: () => Promise<void>
}

/** A part that a receipt may belong to. */
interface Candidate extends Omit<SentPart, 'smscId'> {
  readonly smscId: string | null
  readonly isOpen: boolean
}

export function createSentPartStore(pool: Pool, networkId: string): SentPartStore {
  const sent: Batcher<SentPart, undefined> = createBatcher({
    keyOf: ({ iccid, reference, part }) => `${iccid} ${reference} ${part}`,
    work: (parts) => writeSent(pool, networkId, parts),
    maxSize: 250,
    concurrency: 2,
    lingerMs: 2,
  })
  return {
    storeSent: async (part) => {
      await sent.add(part)
    },
    applyReceipts: async (receipts) => {
      const candidates = groupCandidates(await readCandidates(pool, networkId, receipts))
      const matches = receipts.flatMap((received) => {
        const part = findPart(candidates, received)
        return part ? [{ part, receipt: received.receipt }] : []
      })
      if (matches.length === 0) return []
      await writeStates(pool, networkId, matches)
      const parts = matches.map(({ part }) => part)
      return readMessageStates(pool, networkId, parts)
    },
    close: sent.close,
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
 * Stored parts, and the parts of the portal's messages: the process that sent a part may have died before it was stored.
 * A receipt may come days after its message (TS 23.040 section 9.2.3.12: 63 weeks at most; here a message lives a day).
 */
async function readCandidates(pool: Pool, networkId: string, receipts: readonly SimReceipt[]): Promise<Candidate[]> {
  const iccids = [...new Set(receipts.flatMap(({ iccid }) => iccid ?? []))]
  // some centres give every message the same id, so the id is used only without a reference
  const withoutReference = receipts.filter(({ receipt, iccid }) => receipt.userReference === undefined || iccid === undefined)
  const ids = [...new Set(withoutReference.map(({ receipt }) => receipt.smscId).filter((id) => id !== ''))]
  const { rows: stored } = await pool.query<Candidate>({
    name: 'smpp-candidates',
    text: `SELECT iccid, reference, part, parts, user_reference AS "userReference", smsc_id AS "smscId",
        state IN ('sent', 'buffered') AS "isOpen"
      FROM smpp_parts WHERE network_id = $1 AND (iccid = ANY($2::text[]) OR smsc_id = ANY($3::text[]))
      ORDER BY updated_at, part LIMIT 20000`,
    values: [networkId, iccids, ids],
  })
  const { rows: messages } = await pool.query<{ iccid: string; reference: string; segments: number }>({
    name: 'smpp-messages',
    text: `SELECT iccid, reference, segments FROM sms_messages
      WHERE iccid = ANY($1::text[]) AND direction = 'out' AND state IN ('queued', 'sent', 'buffered', 'unknown')
        AND at > now() - interval '8 days' ORDER BY message_id`,
    values: [iccids],
  })
  const storedKeys = new Set(stored.map(({ iccid, reference, part }) => `${iccid} ${reference} ${part}`))
  const notStored = messages.flatMap(({ iccid, reference, segments: parts }) =>
    Array.from({ length: parts }, (_, index): Candidate => {
      const part = index + 1
      return { iccid, reference, part, parts, userReference: userReferenceOf(reference, part), smscId: null, isOpen: true }
    }).filter(({ part }) => !storedKeys.has(`${iccid} ${reference} ${part}`)),
  )
  return [...stored, ...notStored]
}

interface Candidates {
  readonly byDevice: ReadonlyMap<string, readonly Candidate[]>
  readonly byId: ReadonlyMap<string | null, readonly Candidate[]>
}

const groupCandidates = (parts: readonly Candidate[]): Candidates => ({
  byDevice: Map.groupBy(parts, ({ iccid }) => iccid),
  byId: Map.groupBy(parts, ({ smscId }) => smscId),
})

/**
 * The part of a receipt: of the SIM's parts those with the receipt's reference (all of it, or the eight bits that some centres keep),
 * of several the one with the centre's id, else the oldest open one. Without a reference, the part with the centre's id.
 */
function findPart({ byDevice, byId }: Candidates, { receipt, iccid }: SimReceipt): Candidate | undefined {
  const { userReference, smscId } = receipt
  const ofDevice = byDevice.get(iccid ?? '') ?? []
  const byReference = (mask: number): Candidate[] =>
    ofDevice.filter((part) => userReference !== undefined && (part.userReference & mask) === userReference)
  const exact = byReference(0xffff)
  const referenced = exact.length > 0 ? exact : byReference(0xff)
  const isSame = (part: Candidate): boolean => smscId !== '' && part.smscId === smscId
  if (referenced.length > 0) {
    return (
      referenced.find((part) => part.isOpen && isSame(part)) ??
      referenced.find(isSame) ??
      referenced.find((part) => part.isOpen) ??
      referenced[0]
    )
  }
  const withId = (smscId === '' ? undefined : byId.get(smscId)) ?? []
  const own = withId.some((part) => part.iccid === iccid) ? withId.filter((part) => part.iccid === iccid) : withId
  const open = own.filter((part) => part.isOpen)
  if (open.length > 1) return undefined
  return open[0] ?? (own.length === 1 ? own[0] : undefined)
}

interface ReceiptMatch {
  readonly part: Candidate
  readonly receipt: Receipt
}

/** A final state stays. One statement, so that of two processes the one that reads last sees both changes. */
async function writeStates(pool: Pool, networkId: string, matches: readonly ReceiptMatch[]): Promise<void> {
  const rank = { buffered: 0, delivered: 1, failed: 1 } as const
  const byPart = new Map<string, ReceiptMatch>()
  for (const match of matches.toSorted((a, b) => rank[a.receipt.state] - rank[b.receipt.state])) {
    byPart.set(`${match.part.iccid} ${match.part.reference} ${match.part.part}`, match)
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

/** A message is delivered when all its parts are, and failed when one of them is. */
async function readMessageStates(pool: Pool, networkId: string, parts: readonly Candidate[]): Promise<MessageState[]> {
  const names = new Map(parts.map(({ iccid, reference }) => [`${iccid} ${reference}`, { iccid, reference }]))
  const { rows } = await pool.query<MessageState>({
    name: 'smpp-message-states',
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
