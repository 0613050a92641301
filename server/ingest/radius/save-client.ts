import { sql } from 'kysely'
import type { Database, DatabaseTransaction } from '#server/db/database.ts'
import type { SecretBox } from '#server/secrets/secret-box.ts'
import { secretSealContext } from './clients.ts'

export interface ClientDraft {
  readonly name: string
  /** an address or a range, as '10.20.0.0/24' */
  readonly addresses: string
  readonly secret: string
  readonly interimSeconds?: number
  readonly disconnectPort?: number | null
}

/** The range of an address with a prefix length; an address alone is a range of one. */
const rangeOf = (addresses: string) => sql<string>`network(${addresses}::inet)`

/** Adds a client; its secret is sealed for its id. */
export async function addClient(trx: DatabaseTransaction, secrets: SecretBox, draft: ClientDraft, now: Date): Promise<number> {
  const { name, interimSeconds, disconnectPort = null } = draft
  const { client_id } = await trx
    .insertInto('radius_clients')
    .values({
      name,
      addresses: rangeOf(draft.addresses),
      secret: '',
      ...(interimSeconds !== undefined && { interim_seconds: interimSeconds }),
      disconnect_port: disconnectPort,
      updated_at: now,
    })
    .returning('client_id')
    .executeTakeFirstOrThrow()
  await storeSecret(trx, secrets, client_id, draft.secret)
  return client_id
}

function storeSecret(trx: DatabaseTransaction, secrets: SecretBox, clientId: number, secret: string) {
  return trx
    .updateTable('radius_clients')
    .set({ secret: secrets.seal(secret, secretSealContext(clientId)) })
    .where('client_id', '=', clientId)
    .execute()
}

/** Changes a client; without a secret the stored one stays. @returns false for an unknown client */
export async function changeClient(
  trx: DatabaseTransaction,
  secrets: SecretBox,
  change: Required<Omit<ClientDraft, 'secret'>> & { readonly clientId: number; readonly secret?: string | undefined },
  now: Date,
): Promise<boolean> {
  const { clientId, name, addresses, interimSeconds, disconnectPort, secret } = change
  const { numUpdatedRows } = await trx
    .updateTable('radius_clients')
    .set({
      name,
      addresses: rangeOf(addresses),
      interim_seconds: interimSeconds,
      disconnect_port: disconnectPort,
      updated_at: now,
    })
    .where('client_id', '=', clientId)
    .executeTakeFirst()
  if (secret !== undefined) await storeSecret(trx, secrets, clientId, secret)
  return numUpdatedRows > 0n
}

/** The demo's gateways run on this machine, with a public secret. */
const DEMO = { name: 'Demo', addresses: '127.0.0.1/32', secret: 'enlace-demo' } as const

/** Adds a client for the demo's networks, unless one with their address exists. */
export async function ensureDemoClient(db: Database, secrets: SecretBox, now: Date): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const known = await trx
      .selectFrom('radius_clients')
      .select('client_id')
      .where('addresses', '=', DEMO.addresses)
      .executeTakeFirst()
    if (!known) await addClient(trx, secrets, DEMO, now)
  })
}
