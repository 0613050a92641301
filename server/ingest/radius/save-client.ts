import type { Database, DatabaseTransaction } from '../../db/database.ts'
import type { SecretBox } from '../../secrets/secret-box.ts'
import { secretPlace } from './clients.ts'

export interface ClientDraft {
  readonly name: string
  /** an address or a range, as '10.20.0.0/24' */
  readonly addresses: string
  readonly secret: string
}

/** Adds a client; its secret is sealed for the number that it gets. */
export async function addClient(trx: DatabaseTransaction, secrets: SecretBox, draft: ClientDraft, now: Date): Promise<number> {
  const { client_id } = await trx
    .insertInto('radius_clients')
    .values({ name: draft.name, addresses: draft.addresses, secret: '', updated_at: now })
    .returning('client_id')
    .executeTakeFirstOrThrow()
  const secret = secrets.seal(draft.secret, secretPlace(client_id))
  await trx.updateTable('radius_clients').set({ secret }).where('client_id', '=', client_id).execute()
  return client_id
}

/** The demo's gateways are on this machine, and their secret is no secret. */
const DEMO = { name: 'Demo', addresses: '127.0.0.1/32', secret: 'enlace-demo' } as const

/** Lets the demo's networks send accounting messages, unless somebody may already from there. */
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
