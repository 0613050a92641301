import { pino } from 'pino'
import { openRadiusClients } from '#server/ingest/radius/clients.ts'
import { listenForAccounting } from '#server/ingest/radius/listener.ts'
import { createRefusalCounter } from '#server/ingest/radius/refusals.ts'
import { addClient } from '#server/ingest/radius/save-client.ts'
import { openSender, type RadiusSender } from '#server/ingest/radius/sender.ts'
import { storeInCells } from '#server/usage/intake.ts'
import type { Portal } from './portal.ts'

const SECRET = 'enlace-demo'

/** A gateway that sends accounting packets to a portal, which stores them; `onStored` is called after each batch. */
export async function openGateway(
  { services: { db, cells, secrets, clock } }: Portal,
  onStored: () => void = () => undefined,
): Promise<{ sender: RadiusSender; close: () => Promise<void> }> {
  const log = pino({ level: 'silent' })
  const lab = { name: 'Lab', addresses: '127.0.0.1/32', secret: SECRET }
  await db.transaction().execute((trx) => addClient(trx, secrets, lab, clock()))
  const clients = await openRadiusClients({ db, secrets, log })
  const refusals = createRefusalCounter(db, log, clock)
  const address = { host: '127.0.0.1', port: 0 }
  const listener = await listenForAccounting({ store: storeInCells(cells), clients, refusals, log, clock, address, onStored })
  const sender = await openSender({ host: address.host, port: listener.port, secret: Buffer.from(SECRET), timeoutMs: 5_000 })
  return {
    sender,
    close: async () => {
      await sender.close()
      for (const end of [listener.close, refusals.close, clients.close]) await end()
    },
  }
}
