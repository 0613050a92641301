import type { Database } from '../../db/database.ts'
import type { SecretBox } from '../../secrets/secret-box.ts'
import type { SmppSettings } from './bind.ts'

/** Where the password of a network's message centre belongs to, for its seal. */
export const passwordPlace = (networkId: string): string => `network:${networkId}:smpp`

export interface StoredLink {
  /** another one when it was changed */
  readonly stamp: string
  /** @throws SecretUnreadable */
  readonly settings: () => SmppSettings
}

/** How to reach the message centres that administrators set up, by network. */
export async function readLinks(db: Database, secrets: SecretBox): Promise<Map<string, StoredLink>> {
  const rows = await db.selectFrom('smpp_links').selectAll().execute()
  return new Map(
    rows.map((row) => [
      row.network_id,
      {
        stamp: JSON.stringify(row),
        settings: (): SmppSettings => ({
          host: row.host,
          port: row.port,
          isEncrypted: row.is_encrypted,
          systemId: row.system_id,
          password: secrets.open(row.sealed_password, passwordPlace(row.network_id)),
          systemType: row.system_type,
          source: row.source,
          addressing: row.addressing === 'iccid' ? 'iccid' : 'msisdn',
          windowSize: row.window_size,
          submitsPerSecond: row.submits_per_second ?? undefined,
          wantsInterim: row.wants_interim,
          // no standard field says a request's name: a second one is a second message
          remembersRequests: false,
        }),
      },
    ]),
  )
}
