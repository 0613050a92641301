import { afterAll, expect, test } from 'vitest'
import { editFields } from '#contract/sims/sim-tools.calls.ts'
import { createDatabase } from '#server/db/database.ts'
import { differingCopies } from '#server/records/sim-copies.ts'
import { createTestDatabase } from '#test/database.ts'
import { COMPANIES, createFleet } from '#test/fleet.ts'
import { moveToFirstCell } from '#test/move-to-first-cell.ts'
import { startPortal } from '#test/portal.ts'

const NOW = new Date('2026-11-21T12:42:00Z')

/** Pacífico has a cell of its own. */
const database = await createTestDatabase()
const fleet = await createFleet(createDatabase(database.pool), NOW)
await moveToFirstCell(database.pool, COMPANIES.pacifico)
const portal = await startPortal({ prepared: { database, fleet, now: NOW } })
afterAll(() => portal.close())

const iccOf = (companyId: number): string => fleet.sims.find((sim) => sim.companyId === companyId)?.iccid ?? ''
const [ours, theirs] = [iccOf(COMPANIES.andes), iccOf(COMPANIES.pacifico)]
const labels = async (): Promise<string[]> => {
  const [first, second] = portal.services.cells.all
  const read = async (cell: typeof first) =>
    (await cell?.db.selectFrom('sims').select('custom_field_2 as text').where('iccid', 'in', [ours, theirs]).execute()) ?? []
  return [...(await read(first)), ...(await read(second))].map(({ text }) => text)
}
const edit = (edits: { icc: string; customField2: string; expected?: { customField2: string } }[], person: 'admin' | 'ana') =>
  portal.envelope(editFields, person, { body: { edits } })

test('SIMs of two cells are edited by one call, all or none', async () => {
  const values = (text: string) => [ours, theirs].map((icc) => ({ icc, customField2: text }))
  expect((await edit(values('Ambas'), 'admin')).data?.changed).toHaveLength(2)
  expect(await labels()).toEqual(['Ambas', 'Ambas'])
  const [first, second] = values('Ninguna')
  const late = await edit([first, { ...second, expected: { customField2: 'Otra' } }] as Parameters<typeof edit>[0], 'admin')
  expect([late.code, Object.keys(late.fields ?? {})]).toEqual(['conflict', ['edits.1']])
  expect((await edit(values('Robo'), 'ana')).code).toBe('not_found')
  expect(await labels()).toEqual(['Ambas', 'Ambas'])
  for (const { db } of portal.services.cells.all) expect(await differingCopies(db)).toEqual([])
})
