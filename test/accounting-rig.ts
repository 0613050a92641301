import { pino } from 'pino'
import { createDatabase, type Database } from '#server/db/database.ts'
import { openRadiusClients, type RadiusClients } from '#server/ingest/radius/clients.ts'
import { type AccountingListener, listenForAccounting } from '#server/ingest/radius/listener.ts'
import { createRefusalCounter, type RefusalCounter } from '#server/ingest/radius/refusals.ts'
import { addClient } from '#server/ingest/radius/save-client.ts'
import { createSecretBox, type SecretBox } from '#server/secrets/secret-box.ts'
import { storeUsageMessages } from '#server/usage/intake.ts'
import { createTestDatabase, type TestDatabase } from './database.ts'
import { createFleet, type TestSim } from './fleet.ts'

/** An accounting listener with its own database and one client, this machine. */
export interface AccountingRig {
  readonly database: TestDatabase
  readonly db: Database
  readonly secrets: SecretBox
  readonly clients: RadiusClients
  readonly refusals: RefusalCounter
  readonly listener: AccountingListener
  /** an active SIM of the fleet by its index */
  readonly simNumber: (n: number) => TestSim
  readonly close: () => Promise<void>
}

interface Options {
  /** the time of the fleet */
  readonly now: Date
  /** the time when packets arrive; `now` by default */
  readonly arrival?: Date
  readonly secret: string
}

export async function openAccountingRig({ now, arrival = now, secret }: Options): Promise<AccountingRig> {
  const database = await createTestDatabase()
  const db = createDatabase(database.pool)
  const log = pino({ level: 'silent' })
  const secrets = createSecretBox(Buffer.alloc(32, 1))
  const sims = (await createFleet(db, now)).sims.filter(({ status }) => status === 2)
  const lab = { name: 'Lab', addresses: '127.0.0.1/32', secret }
  await db.transaction().execute((trx) => addClient(trx, secrets, lab, now))
  const clients = await openRadiusClients({ db, secrets, log })
  const refusals = createRefusalCounter(db, log, () => now)
  const address = { host: '127.0.0.1', port: 0 }
  const listener = await listenForAccounting({
    store: (messages, at) => storeUsageMessages(db, messages, at),
    clients,
    refusals,
    log,
    clock: () => arrival,
    address,
    onStored: () => undefined,
  })
  return {
    ...{ database, db, secrets, clients, refusals, listener },
    simNumber: (n) => {
      const sim = sims[n]
      if (!sim) throw new Error(`no SIM ${n}`)
      return sim
    },
    close: async () => {
      await listener.close()
      await refusals.close()
      await clients.close()
      await database.drop()
    },
  }
}
