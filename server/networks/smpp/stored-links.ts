import type { Database } from '#server/db/database.ts'
import type { SecretBox } from '#server/secrets/secret-box.ts'
import type { SmppLinkSettings } from './bind.ts'

/** The context that the seal of a message centre's password is bound to. */
export const passwordSealContext = (networkId: string): string => `network:${networkId}:smpp`

export interface StoredLink {
  /** differs after each change */
  readonly version: string
  /** @throws SecretUnreadable */
  readonly settings: () => SmppLinkSettings
}

/** The message centres that administrators configured, by network. */
export async function readLinks(db: Database, secrets: SecretBox): Promise<Map<string, StoredLink>> {
  const rows = await db.selectFrom('smpp_links').selectAll().execute()
  return new Map(
    rows.map((row) => [
      row.network_id,
      {
        version: JSON.stringify(row),
        settings: (): SmppLinkSettings => ({
          host: row.host,
          port: row.port,
          isEncrypted: row.is_encrypted,
          systemId: row.system_id,
          password: secrets.open(row.sealed_password, passwordSealContext(row.network_id)),
          systemType: row.system_type,
          source: row.source,
          addressing: row.addressing === 'iccid' ? 'iccid' : 'msisdn',
          windowSize: row.window_size,
          submitsPerSecond: row.submits_per_second ?? undefined,
          wantsInterim: row.wants_interim,
          // SMPP has no standard field for a request id: a repeated request is a second message
          isIdempotent: false,
        }),
      },
    ]),
  )
}
