import { setTimeout as pause } from 'node:timers/promises'
import { connect } from './database.ts'

/** The portal reads its networks anew every five seconds. */
const READ_ANEW_MS = 5_500

/** How an embedded network of the demo goes wrong, as its settings say; nothing given: not at all. */
export interface Faults {
  /** from command to answer, least and most */
  readonly latencyMs?: readonly [number, number]
  /** share of changes that are taken on and carried out later */
  readonly accept?: number
  readonly confirmAfterMs?: readonly [number, number]
  /** share of those that are not carried out after all */
  readonly refuseLater?: number
  readonly outages?: readonly object[]
}

/** Lets the network of an origin behave so from now on, and waits until the portal knows. */
export async function setFaults(originId: number, faults: Faults): Promise<void> {
  const client = await connect()
  try {
    await client.query(
      `UPDATE networks SET settings = jsonb_set(settings, '{faults}', $1::jsonb)
       WHERE network_id IN (SELECT network_id FROM network_routes WHERE origin_id = $2)`,
      [JSON.stringify({ latencyMs: [20, 120], ...faults }), originId],
    )
  } finally {
    await client.end()
  }
  await pause(READ_ANEW_MS)
}
