import { afterAll, beforeAll, expect, test } from 'vitest'
import { getChargeFacets } from '#contract/charges/charges.calls.ts'
import { COMPANIES, type FleetUser } from '#test/fleet.ts'
import { type Portal, startPortal } from '#test/portal.ts'
import { writeDocument } from '#test/write-document.ts'

let portal: Portal
const SEPTEMBER = ['2026-09-01', '2026-10-01'] as const
const OCTOBER = ['2026-10-01', '2026-11-01'] as const

beforeAll(async () => {
  portal = await startPortal({ now: new Date('2026-11-21T15:00:00Z') })
  const { db } = portal
  await db.updateTable('companies').set({ currency: 'ARS' }).where('company_id', '=', COMPANIES.pacifico).execute()
  const write = (companyId: number, cycle: typeof OCTOBER | typeof SEPTEMBER, currency: string, unit_minor: number) =>
    writeDocument(db, {
      ...{ companyId, cycle, currency, isOpen: currency === 'PEN' },
      lines: [{ iccid: '8956', kind: 'price', plan_code: 'IOT250', quantity: 1, unit_minor }],
    })
  await write(COMPANIES.andes, OCTOBER, 'CLP', 71_340)
  await write(COMPANIES.pacifico, SEPTEMBER, 'USD', 123)
  await write(COMPANIES.pacifico, OCTOBER, 'USD', 123)
  // by far the most minor units, and less money than the pesos of Chile
  await write(COMPANIES.pacifico, OCTOBER, 'ARS', 2_006_994)
  await write(COMPANIES.pacifico, OCTOBER, 'PEN', 875_784)
})
afterAll(() => portal.close())

const currenciesOf = async (person: FleetUser) => {
  const { debts } = await portal.data(getChargeFacets, person, { query: {} })
  return debts.map(({ currency }) => currency)
}

test('debts begin with the currency of the reader’s company, then that of the most invoices, whatever their amounts', async () => {
  expect(await currenciesOf('admin')).toEqual(['CLP', 'USD', 'ARS', 'PEN'])
  expect(await currenciesOf('flota')).toEqual(['ARS', 'USD', 'PEN'])
})
