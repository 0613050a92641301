import { pino } from 'pino'
import { createDatabase, type Database } from '#server/db/database.ts'
import { openRadiusClients, type RadiusClients } from '#server/ingest/radius/clients.ts'
import { type Listener, listenForAccounting } from '#server/ingest/radius/listener.ts'
import { createRefusals, type Refusals } from '#server/ingest/radius/refusals.ts'
import { addClient } from '#server/ingest/radius/save-client.ts'
import { createSecretBox, type SecretBox } from '#server/secrets/secret-box.ts'
import { createTestDatabase, type TestDatabase } from './database.ts'
import { createFleet, type TestSim } from './fleet.ts'

/** An accounting listener with a database of its own, which accepts every client on this machine. */
export interface AccountingStand {
  readonly database: TestDatabase
  readonly db: Database
  readonly secrets: SecretBox
  readonly clients: RadiusClients
  readonly refusals: Refusals
  readonly listener: Listener
  /** an active SIM of the fleet by its place */
  readonly simNumber: (n: number) => TestSim
  readonly close: () => Promise<void>
}

interface Options {
  /** when the fleet is made */
  readonly now: Date
  /** what time it is when packets arrive; without it `now` */
  readonly arrival?: Date
  readonly secret: string
}

export async function openAccountingStand({ now, arrival = now, secret }: Options): Promise<AccountingStand> {
  const database = await createTestDatabase()
  const db = createDatabase(database.pool)
  const log = pino({ level: 'silent' })
  const secrets = createSecretBox(Buffer.alloc(32, 1))
  const sims = (await createFleet(db, now)).sims.filter(({ status }) => status === 2)
  const lab = { name: 'Lab', addresses: '127.0.0.1/32', secret }
  await db.transaction().execute((trx) => addClient(trx, secrets, lab, now))
  const clients = await openRadiusClients({ db, secrets, log })
  const refusals = createRefusals(db, log, () => now)
  const place = { host: '127.0.0.1', port: 0 }
  const listener = await listenForAccounting({
    db,
    clients,
    refusals,
    log,
    clock: () => arrival,
    place,
    onKept: () => undefined,
  })
  return {
    ...{ database, db, secrets, clients, refusals, listener },
    simNumber: (n) => {
      const sim = sims[n]
      if (!sim) throw new Error(`no SIM ${n}`)
      return sim
    },
    close: async () => {
      await listener.end()
      await refusals.end()
      await clients.end()
      await database.drop()
    },
  }
}
