import { afterAll, expect, test } from 'vitest'
import { listAudit } from '#contract/audit/audit.calls.ts'
import { getSession } from '#contract/identity/identity.calls.ts'
import * as calls from '#contract/popups/popups.calls.ts'
import { popupName } from '#domain/popup-name.ts'
import { auditRows } from '#test/audit-rows.ts'
import { COMPANIES, type FleetUser } from '#test/fleet.ts'
import { startPortal } from '#test/portal.ts'
import { readPage } from '#test/read-list.ts'

const portal = await startPortal()
afterAll(() => portal.close())

const flagged = async (person: FleetUser) => {
  const { popup1, popup2 } = await portal.data(getSession, person)
  return [popup1, popup2]
}
const at = (hours: number) => new Date(portal.clock.now.getTime() + hours * 3_600_000).toISOString()
const bodyOf = (more: Partial<calls.PopupBody> = {}): calls.PopupBody => ({
  slot: 1,
  titleEs: 'Mantención',
  titleEn: 'Maintenance',
  contentEs: 'El **domingo**',
  contentEn: 'On **Sunday**',
  startsAt: at(-1),
  endsAt: at(24),
  everyone: true,
  companies: [],
  ...more,
})
const write = (more: Partial<calls.PopupBody> = {}) => portal.data(calls.createPopup, 'admin', { body: bodyOf(more) })
const end = (name: string) => portal.data(calls.endPopup, 'admin', { params: { name } })

test('a popup is flagged by name until seen, then no more, and its writer sees how many have seen it [S2.39, S3.05, S7.17]', async () => {
  const { name } = await write()
  expect(name).toBe(popupName('Mantención', portal.clock.now.toISOString().slice(0, 10), 0))
  expect(await flagged('ana')).toEqual([name, '0'])
  expect(await portal.data(calls.getPopup, 'ana', { params: { name } })).toEqual({
    popupTitle: 'Mantención',
    popupContent: 'El **domingo**',
  })
  for (let n = 0; n < 2; n++) await portal.data(calls.markPopupSeen, 'ana', { params: { name } })
  expect(await flagged('ana')).toEqual(['0', '0'])
  expect((await flagged('luis'))[0]).toBe(name)
  const [row] = await portal.data(calls.listPopups, 'admin')
  expect(row).toMatchObject({ name, state: 'shown', seen: 1, everyone: true, author: 'admin@enlace.test' })
  expect(row?.audience).toBeGreaterThan(4)
  await end(name)
  expect((await flagged('luis'))[0]).toBe('0')
  const actions = await auditRows(portal, { entity_id: name })
  expect(actions.map(({ action }) => action)).toEqual(['popup.created', 'popup.seen', 'popup.ended'])
  const { rows } = await readPage(portal, listAudit, 'admin', { query: { thing: name } })
  expect(rows.map(({ entityName }) => entityName)).toEqual(['Mantención', 'Mantención', 'Mantención'])
})

test('popups are for the companies that were chosen, with or without those below, between their two moments', async () => {
  const target = (company: number, withBelow: boolean) => ({ everyone: false, companies: [{ company, withBelow }] })
  const tree = await write({ ...target(COMPANIES.andes, true), slot: 2 })
  const alone = await write({ ...target(COMPANIES.andes, false), titleEs: 'Solo Andes' })
  const later = await write({ startsAt: at(2), titleEs: 'Luego' })
  expect(await flagged('ana')).toEqual([alone.name, tree.name])
  expect(await flagged('sub')).toEqual(['0', tree.name])
  expect(await flagged('flota')).toEqual(['0', '0'])
  expect(await portal.envelope(calls.getPopup, 'flota', { params: { name: tree.name } })).toMatchObject({ code: 'not_found' })
  expect(await portal.envelope(calls.getPopup, 'ana', { params: { name: later.name } })).toMatchObject({ code: 'not_found' })
  const changed = await portal.data(calls.changePopup, 'admin', {
    params: { name: tree.name },
    body: bodyOf({ ...target(COMPANIES.pacifico, true), slot: 2 }),
  })
  expect(changed.companies).toMatchObject([{ company: COMPANIES.pacifico, withBelow: true }])
  expect(await flagged('flota')).toEqual(['0', tree.name])
  expect(await flagged('sub')).toEqual(['0', '0'])
  for (const { name } of [tree, alone, later]) await end(name)
  const again = await portal.envelope(calls.endPopup, 'admin', { params: { name: tree.name } })
  expect(again).toMatchObject({ code: 'conflict', error: 'Este aviso ya terminó' })
})

test('what is wrong is said at its field, and a second of the same title has a name of its own', async () => {
  const wrong = async (more: Partial<calls.PopupBody>) =>
    Object.keys((await portal.request(calls.createPopup, 'admin', { body: bodyOf(more) })).json().fields)
  expect(await wrong({ titleEs: ' ' })).toEqual(['titleEs'])
  expect(await wrong({ endsAt: at(-2) })).toEqual(['endsAt'])
  expect(await wrong({ everyone: false })).toEqual(['companies'])
  expect(await wrong({ everyone: false, companies: [{ company: 999_999, withBelow: true }] })).toEqual(['companies'])
  const [first, second] = [await write({ titleEs: '¿Año nuevo?' }), await write({ titleEs: 'Año nuevo', endsAt: null })]
  expect(first.name).toMatch(/^ano-nuevo-\d{8}$/)
  expect(second).toMatchObject({ name: `${first.name}-2`, endsAt: null })
})
