import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openCells } from '#server/cells/cells.ts'
import { openNetworkRegistry } from '#server/networks/registry.ts'
import { withDisconnect } from '#server/networks/with-disconnect.ts'
import { countAll } from '#server/usage/usage-counter.ts'
import type { UsageRecord } from '#server/usage/usage-record.ts'
import { type AccountingRig, openAccountingRig } from '#test/accounting-rig.ts'
import type { TestSim } from '#test/fleet.ts'
import { type FreeRadius, hasFreeRadius, startFreeRadius } from '#test/free-radius.ts'
import { secretSealContext } from './clients.ts'
import { createDisconnect } from './disconnect.ts'
import { addClient } from './save-client.ts'
import { openSender, sendRecord } from './sender.ts'

const NOW = new Date('2026-11-21T12:00:00Z')
const SECRET = 'enlace-demo'
const KNOWN = '0A0B0C0D00000001'
const log = pino({ level: 'silent' })

describe.skipIf(!hasFreeRadius)('with FreeRADIUS, an independent implementation', () => {
  let rig: AccountingRig
  let database: AccountingRig['database']
  let db: AccountingRig['db']
  let clients: AccountingRig['clients']
  let secrets: AccountingRig['secrets']
  let simNumber: AccountingRig['simNumber']
  let freeRadius: FreeRadius
  beforeAll(async () => {
    rig = await openAccountingRig({ now: NOW, secret: SECRET })
    ;({ database, db, clients, secrets, simNumber } = rig)
    freeRadius = await startFreeRadius({ secret: SECRET, sessionKey: KNOWN, accountingPort: rig.listener.port })
    const gateway = { name: 'Gateway', addresses: `${freeRadius.host}/32`, secret: SECRET }
    const clientId = await db.transaction().execute((trx) => addClient(trx, secrets, gateway, NOW))
    await db
      .updateTable('radius_clients')
      .set({ disconnect_port: freeRadius.disconnectPort })
      .where('client_id', '=', clientId)
      .execute()
    await clients.reload()
  })
  afterAll(async () => {
    await freeRadius.close()
    await rig.close()
  })

  const record = (sim: TestSim, sessionKey: string): UsageRecord => ({
    kind: 'updated',
    clientId: 0,
    nas: 'ggsn0',
    imsi: sim.imsi,
    sessionKey,
    atMs: NOW.getTime(),
    hasSourceClock: true,
    seconds: 60,
    inputBytes: 100,
    outputBytes: 200,
    facts: { apn: 'iot.test' },
    fingerprint: '',
  })
  /** A SIM with an open session at the gateway, as its accounting has reported. */
  async function connect(sim: TestSim, sessionKey: string): Promise<TestSim> {
    const { client_id } = await db
      .selectFrom('radius_clients')
      .select('client_id')
      .where('name', '=', 'Gateway')
      .executeTakeFirstOrThrow()
    const { companyId: company_id, iccid } = sim
    const session = { company_id, iccid, session_key: sessionKey, started_at: NOW, client_id, nas: freeRadius.host }
    await db.insertInto('data_sessions').values(session).execute()
    return sim
  }

  test('accounting that it forwards is answered through it, with its Proxy-State', async () => {
    const sender = await openSender({ host: freeRadius.host, port: freeRadius.proxyPort, secret: Buffer.from(SECRET) })
    await sendRecord(sender, record(simNumber(0), 'P-1'))
    await sender.close()
    await countAll({ db, log })
    const rows = await db.selectFrom('usage_records').select(['session_key', 'used_bytes']).execute()
    expect(rows).toEqual([{ session_key: 'P-1', used_bytes: 300 }])
  })

  test('a gateway ends its own session, rejects an unknown one, and gets no request without a session', async () => {
    const disconnect = createDisconnect(await openCells(database.pool, () => database.pool), clients)
    const of = ({ iccid }: TestSim) => disconnect({ iccid, imsi: '', msisdn: '' }, {})
    expect(await of(await connect(simNumber(1), KNOWN))).toBe('ended')
    expect(await of(await connect(simNumber(2), 'another'))).toBe('gone')
    expect(await of(simNumber(3))).toBeUndefined()
    const rows = await db.selectFrom('radius_clients').select(['client_id', 'secret']).where('name', '=', 'Gateway').execute()
    const [gateway] = rows
    if (!gateway) throw new Error('no gateway')
    const wrong = secrets.seal('another secret', secretSealContext(gateway.client_id))
    const use = (secret: string) => db.updateTable('radius_clients').set({ secret }).where('name', '=', 'Gateway').execute()
    await use(wrong)
    await clients.reload()
    expect(await of(simNumber(1))).toBe('silent')
    await use(gateway.secret)
    await clients.reload()
  })

  test('a restart goes to the gateway that has the session, else to the network; cutting data ends the session', async () => {
    await db.insertInto('networks').values({ network_id: 'net', name: 'Net', kind: 'simulated', updated_at: NOW }).execute()
    await db.insertInto('network_routes').values({ network_id: 'net', origin_id: 1, sim_type_id: 2 }).execute()
    const asked: (string | undefined)[] = []
    const real = createDisconnect(await openCells(database.pool, () => database.pool), clients)
    const networks = await openNetworkRegistry({
      db,
      pool: database.pool,
      log,
      clock: () => NOW,
      disconnect: async (sim, options) => {
        const became = await real(sim, options)
        asked.push(became)
        return became
      },
    })
    const network = networks.find('net')
    if (!network) throw new Error('no network')
    const named = ({ iccid, imsi, msisdn }: TestSim) => ({ iccid, imsi, msisdn })
    const effects = async ({ iccid }: TestSim): Promise<string[]> => {
      const { rows } = await database.pool.query<{ kind: string }>(
        'SELECT kind FROM simulated_network.effects WHERE iccid = $1',
        [iccid],
      )
      return rows.map(({ kind }) => kind)
    }
    expect(await network.resetConnection(named(simNumber(1)), { requestId: 'r1' })).toEqual({ kind: 'done' })
    expect(await effects(simNumber(1))).toEqual([])
    await network.resetConnection(named(simNumber(2)), { requestId: 'r2' })
    expect(asked).toEqual(['ended', 'gone'])
    expect(await network.cutData(named(simNumber(1)), { requestId: 'r3' })).toEqual({ kind: 'done' })
    expect(await effects(simNumber(1))).toEqual(['data_cut'])
    expect(asked).toEqual(['ended', 'gone', 'ended'])
    await networks.close()
  })

  test('a gateway that refuses or does not answer does not count as done', async () => {
    const plain = { capabilities: {}, resetConnection: async () => ({ kind: 'done' }) } as never
    const restart = (became: 'refused' | 'silent') =>
      withDisconnect(plain, async () => became).resetConnection({ iccid: '1', imsi: '', msisdn: '' }, { requestId: 'r' })
    expect(await restart('refused')).toMatchObject({ kind: 'rejected', retryable: true })
    expect(await restart('silent')).toEqual({ kind: 'unknown', why: 'timeout' })
  })
})
