import { expect, test } from 'vitest'
import { type ChargingRow, readChargingRow } from './charging-row.ts'
import { createServingNetworks, type ServingNetworks } from './serving-networks.ts'
import { readCells } from './sgsn.ts'

/** As osmo-sgsn 1.9.0 shows its cells. */
const SHOWN = `NSEI  1000, BVCI  1000, RA-ID: 901-70-7-1, CID: 4660, STATE: UNBLOCKED
NSEI  1001, BVCI  1001, RA-ID: 208-01-9-1, CID: 1, STATE: UNBLOCKED
NSEI  1002, BVCI  1002, RA-ID: 310-410-9-1, CID: 2, STATE: BLOCKED
NSEI  1003, BVCI  1003, RA-ID: 214-07-7-1, CID: 4660, STATE: UNBLOCKED`

const rowIn = (areaCode: number, cellId: number): ChargingRow => {
  const row = readChargingRow(`20261122115959990,901700000000001,356949001234560,,${cellId},${areaCode},,attach`)
  if (!row) throw new Error('not a row')
  return row
}

function networksOf(shown: () => string) {
  const state = { reads: 0, failures: 0, now: 0 }
  const networks = createServingNetworks({
    readCells: async () => {
      state.reads++
      return readCells(shown())
    },
    home: () => ({ mcc: '901', mnc: '70' }),
    clock: () => new Date(state.now),
    onFailure: () => state.failures++,
  })
  return { networks, state }
}

async function networkIn(networks: ServingNetworks, areaCode: number, cellId: number): Promise<string> {
  const row = rowIn(areaCode, cellId)
  await networks.refreshFor([row])
  const network = networks.of(row)
  return `${network?.mcc}-${network?.mnc}`
}

test('a cell is of the network that the SGSN lists it under; two of the same numbers are of the core’s own', async () => {
  const { networks, state } = networksOf(() => SHOWN)
  expect(await networkIn(networks, 9, 1)).toBe('208-01')
  expect(await networkIn(networks, 9, 2)).toBe('310-410')
  expect(await networkIn(networks, 7, 4660)).toBe('901-70')
  expect(state.reads).toBe(1)
})

test('a cell that is not listed is of the core’s own network, and is asked for again every ten seconds', async () => {
  let shown = ''
  const { networks, state } = networksOf(() => shown)
  for (const now of [0, 9_999]) {
    state.now = now
    expect(await networkIn(networks, 9, 1)).toBe('901-70')
  }
  expect(state.reads).toBe(1)
  shown = SHOWN
  state.now = 10_000
  expect(await networkIn(networks, 9, 1)).toBe('208-01')
  expect(state.reads).toBe(2)
})

test('when the cells cannot be read, those read before stay', async () => {
  let isDown = false
  const { networks, state } = networksOf(() => {
    if (isDown) throw new Error('down')
    return SHOWN
  })
  expect(await networkIn(networks, 9, 1)).toBe('208-01')
  isDown = true
  expect(await networkIn(networks, 5, 5)).toBe('901-70')
  expect(await networkIn(networks, 9, 1)).toBe('208-01')
  expect(state).toMatchObject({ reads: 2, failures: 1 })
})
