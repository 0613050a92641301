import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ReportedState } from '#domain/sim-lifecycle.ts'
import { createTestDatabase, type TestDatabase } from '#test/database.ts'
import { hasDocument, NO_DOCUMENT, type Prism, startPrism } from '#test/soracom/prism.ts'
import { openSoracomRig, type Rig, soracomNamesOf } from '#test/soracom/rig.ts'
import { openStandIn } from '#test/soracom/stand-in.ts'
import { type Network, NetworkFault } from '../network.ts'
import { type ContractRig, testNetworkContract } from '../network-contract.ts'
import { COMMAND_KINDS, type CommandKind, type NetworkInventoryRow, type NetworkSim } from '../network-types.ts'

const STRANGE: NetworkSim = { iccid: '8999000000000000006', imsi: '', msisdn: '' }
const SIM: NetworkSim = { iccid: '8942310000000000012', imsi: '295050000000001', msisdn: '42354000001' }
const WORDS: Readonly<Record<Exclude<ReportedState, 'unrecognised'>, string>> = {
  inactive: 'ready',
  active: 'active',
  data_cut: 'inactive',
  suspended: 'suspended',
  terminated: 'terminated',
}

if (hasDocument) checkAgainstDocument()
else {
  console.error(`\n${NO_DOCUMENT}\n`)
  test.skip(NO_DOCUMENT, () => expect(hasDocument).toBe(true))
}

function checkAgainstDocument(): void {
  // both take seconds to read the document: they do it at the same time
  const mock = startPrism()
  mock.catch(() => undefined)
  testNetworkContract('Soracom, every request and answer held to its document', openChecked)
  describe('examples, errors and extreme values of the document', () => testMock(mock))
}

async function openChecked(): Promise<ContractRig> {
  const [database, standIn] = await Promise.all([createTestDatabase(), openStandIn()])
  const proxy = await startPrism(standIn.url)
  const rig = await openSoracomRig(database, proxy.url)
  return {
    network: rig.network,
    sim: async (state) => soracomNamesOf(standIn.addSim(WORDS[state])),
    unknownSim: STRANGE,
    effects: async ({ iccid }) => standIn.sims.get(iccid)?.effects ?? [],
    close: async () => {
      await rig.close()
      await proxy.close()
      await standIn.close()
      await database.drop()
    },
  }
}

function testMock(starting: Promise<Prism>): void {
  let rig: Rig
  let database: TestDatabase
  let mock: Prism
  /** what the mock answers from now on */
  let prefer = ''
  const plain = globalThis.fetch
  beforeAll(async () => {
    ;[database, mock] = await Promise.all([createTestDatabase(), starting])
    globalThis.fetch = (input, init) => {
      const headers = new Headers(init?.headers)
      if (prefer !== '' && !String(input).endsWith('/auth')) headers.set('prefer', prefer)
      return plain(input, { ...init, headers })
    }
    rig = await openSoracomRig(database, mock.url)
  })
  afterAll(async () => {
    globalThis.fetch = plain
    await rig.close()
    await mock.close()
    await database.drop()
  })

  const ask = (kind: CommandKind) => {
    const command = { requestId: crypto.randomUUID() }
    if (kind !== 'sendSms') return rig.network[kind](SIM, command)
    return rig.network.sendSms(SIM, { text: 'Prueba', reference: '1', validitySeconds: 60 }, command)
  }
  const reads = () => [rig.network.lookup(SIM), rig.network.status(SIM), rig.network.location(SIM), listAll(rig.network)]

  // a SIM without a name of ours, numbers at the end of their range, texts that say nothing
  test.each([
    ['the examples', ''],
    ['extremes', 'dynamic=true'],
    ['that there is no such SIM', 'code=404'],
    ['an error that is not documented', 'code=500'],
  ])('%s are never taken for the state of a SIM, and only the port’s errors are thrown', async (_, answer) => {
    prefer = answer
    const settled = await Promise.allSettled(reads())
    for (const [index, result] of settled.entries()) {
      if (result.status === 'rejected') expect(result.reason).toBeInstanceOf(NetworkFault)
      else expect(index, JSON.stringify(result)).toBe(3)
    }
    for (const kind of COMMAND_KINDS) expect(['rejected', 'unknown']).toContain((await ask(kind)).kind)
    expect((await rig.network.check()).every(({ text }) => text !== '')).toBe(true)
  })

  test('requests are really validated against the document: usage without its period is rejected', async () => {
    const headers = { 'x-soracom-api-key': 'a', 'x-soracom-token': 'b' }
    const answer = await plain(`${mock.url}/stats/air/sims/${SIM.iccid}?from=1&to=2`, { headers })
    expect(answer.status).toBe(422)
    expect(await answer.text()).toContain('period')
  })
}

async function listAll({ listSims }: Network): Promise<NetworkInventoryRow[]> {
  const rows: NetworkInventoryRow[] = []
  for await (const page of listSims?.() ?? []) rows.push(...page)
  return rows
}
