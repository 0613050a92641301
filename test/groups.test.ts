import fc from 'fast-check'
import { sql } from 'kysely'
import pino from 'pino'
import { afterAll, expect, test, vi } from 'vitest'
import { createGroup, deleteGroup, editGroup, listGroups, moveSimToGroup } from '#contract/groups/groups.calls.ts'
import { assignSims, massGroup, uploadOperationFile } from '#contract/operations/mass-actions.calls.ts'
import { getOperation, listOperationItems } from '#contract/operations/operations.calls.ts'
import { getSimHistory } from '#contract/sims/sim-history.calls.ts'
import { getSim, getSimFacets, listSims, SIM_SORTS, type SimFilter } from '#contract/sims/sims.calls.ts'
import { listTags, tagSim } from '#contract/tags/tags.calls.ts'
import { COMPANY_GROUPS_MAX, isWithin } from '#domain/groups.ts'
import { startOperationsWorker } from '#server/features/operations/operations-worker.ts'
import { auditRows } from '#test/audit-rows.ts'
import { COMPANIES, type FleetUser } from '#test/fleet.ts'
import { startPortal } from '#test/portal.ts'
import { readPages, readRows } from '#test/read-list.ts'

const { andes, andesNorte, pacifico } = COMPANIES
const portal = await startPortal()
const endWork = await startOperationsWorker(portal.services, pino({ level: 'silent' }))
afterAll(async () => {
  await endWork()
  await portal.close()
})

const simsOf = (companyId: number) => portal.fleet.sims.filter((sim) => sim.companyId === companyId).map(({ iccid }) => iccid)
const [first = '', second = '', third = ''] = simsOf(andes)
const move = (icc: string, group: string | null, who: FleetUser = 'ana') =>
  portal.request(moveSimToGroup, who, { params: { icc }, body: { group } })
const create = (path: string, who: FleetUser = 'ana', company: number = andes) =>
  portal.request(createGroup, who, { body: { company, path } })
const groupOf = async (icc: string, who: FleetUser = 'ana') => (await portal.data(getSim, who, { params: { icc } })).group
const groupAt = async (path: string, companyId = andes) => {
  const group = (await portal.data(listGroups, 'admin')).find((one) => one.path === path && one.companyId === companyId)
  if (!group) throw new Error(`no group ${path}`)
  return group
}
const edit = async (path: string, to: string, who: FleetUser = 'ana') =>
  portal.request(editGroup, who, { params: { groupId: (await groupAt(path)).groupId }, body: { path: to } })
const listed = async (filter: SimFilter, who: FleetUser = 'ana') =>
  (await readRows(portal, listSims, who, { body: { filter, limit: 1000 } })).map(({ icc }) => icc)
const finished = async (operationId: number, who: FleetUser = 'ana') => {
  await vi.waitFor(
    async () => expect((await portal.data(getOperation, who, { params: { operationId } })).state).toBe('finished'),
    { timeout: 20_000 },
  )
  return operationId
}
const run = async (body: object) => finished((await portal.data(massGroup, 'ana', { body })).operationId)

test('a SIM moves to a group, to another and out of it; timeline and audit say from where and to where', async () => {
  expect((await move(first, ' Norte / Camiones ')).json().data).toEqual({ group: 'Norte/Camiones', previous: '' })
  expect((await move(first, 'norte/CAMIONES')).json().data).toEqual({ group: 'Norte/Camiones', previous: 'Norte/Camiones' })
  expect((await move(first, 'norte/Buses')).json().data).toEqual({ group: 'Norte/Buses', previous: 'Norte/Camiones' })
  expect(await groupOf(first)).toBe('Norte/Buses')
  expect((await move(first, null)).json().data).toEqual({ group: '', previous: 'Norte/Buses' })
  expect(await groupOf(first)).toBe('')
  const events = await portal.data(getSimHistory, 'ana', { params: { icc: first } })
  expect(events.filter(({ kind }) => kind === 'group_changed').map(({ detail }) => detail)).toEqual([
    { from: 'Norte/Buses' },
    { from: 'Norte/Camiones', to: 'Norte/Buses' },
    { to: 'Norte/Camiones' },
  ])
  expect((await auditRows(portal, 'sim.grouped')).map(({ before, after }) => [before, after])).toEqual([
    [{ group: '' }, { group: 'Norte/Camiones' }],
    [{ group: 'Norte/Camiones' }, { group: 'Norte/Buses' }],
    [{ group: 'Norte/Buses' }, { group: '' }],
  ])
  const paths = (await portal.data(listGroups, 'ana')).map(({ path, sims }) => [path, sims])
  expect(paths).toEqual([
    ['Norte', 0],
    ['Norte/Buses', 0],
    ['Norte/Camiones', 0],
  ])
})

test.each(['', 'a/b/c/d', 'a//b', 'a,b', 'x'.repeat(41)])('the path %j is refused at its field', async (path) => {
  const response = await move(second, path)
  expect(response.statusCode).toBe(400)
  expect(Object.keys(response.json().fields)).toEqual(['group'])
  expect(await groupOf(second)).toBe('')
})

test('a group and a tag of one name do not meet, and a SIM’s tags are without its group', async () => {
  await move(second, 'Taller')
  await portal.request(tagSim, 'ana', { params: { icc: second }, body: { add: ['Taller'], remove: [] } })
  await portal.request(tagSim, 'ana', { params: { icc: third }, body: { add: ['Taller'], remove: [] } })
  expect((await portal.data(getSim, 'ana', { params: { icc: second } })).tags).toEqual(['Taller'])
  expect(await listed({ groups: ['taller'] })).toEqual([second])
  expect(await listed({ tags: ['taller'] })).toEqual([second, third].sort())
  expect(await listed({ tags: ['taller'], groups: ['taller'] })).toEqual([second])
  expect((await portal.data(listTags, 'ana')).map(({ name }) => name)).toEqual(['Taller'])
  const [row] = await readRows(portal, listSims, 'ana', { body: { filter: { icc: second } } })
  expect(row).toMatchObject({ tags: 'Taller', group: 'Taller' })
  await portal.request(tagSim, 'ana', { params: { icc: second }, body: { add: [], remove: ['taller'] } })
  expect(await groupOf(second)).toBe('Taller')
})

test('many SIMs move by an operation, and each to its own group by a column of a file', async () => {
  const sims = simsOf(andes).slice(10, 20)
  const operationId = await run({ icc: sims, group: 'Reparto', reason: 'Nueva ruta' })
  expect(await listed({ groups: ['REPARTO'] })).toEqual([...sims].sort())
  const [event] = await portal.data(getSimHistory, 'ana', { params: { icc: sims[0] ?? '' } })
  expect(event).toMatchObject({ kind: 'group_changed', detail: { operationId, reason: 'Nueva ruta', to: 'Reparto' } })
  const csv = `ICC;Grupo\n${sims[0]};Reparto/Noche\n${sims[1]}; Reparto / día \n${sims[2]};\n${sims[3]};a//b\n`
  const upload = await portal.request(uploadOperationFile, 'ana', { query: { fileName: 'grupos.csv' }, body: csv })
  const { fileId, columns } = upload.json().data
  expect(columns.map((one: { field: string | null }) => one.field).slice(0, 2)).toEqual(['icc', 'group'])
  await run({ fileId })
  expect(await Promise.all(sims.slice(0, 4).map((icc) => groupOf(icc)))).toEqual([
    'Reparto/Noche',
    'Reparto/día',
    'Reparto',
    'Reparto',
  ])
  expect(await listed({ groups: ['reparto'] })).toEqual([...sims].sort())
  expect(await listed({ groups: ['reparto/noche'] })).toEqual([sims[0]])
  await run({ icc: sims.slice(5), group: null })
  expect(await listed({ groups: ['reparto'] })).toEqual(sims.slice(0, 5).sort())
  const none = await portal.request(massGroup, 'ana', { body: { icc: sims } })
  expect(none.json().fields).toEqual({ group: 'Elija un grupo' })
})

test('a group is renamed and moved with all groups inside it', async () => {
  await move(first, 'Sur/Rutas/Larga')
  expect((await edit('Sur', 'Zona sur')).json().data).toMatchObject({ path: 'Zona sur' })
  expect(await groupOf(first)).toBe('Zona sur/Rutas/Larga')
  expect((await edit('Zona sur/Rutas', 'zona SUR/Caminos')).statusCode).toBe(200)
  expect(await groupOf(first)).toBe('Zona sur/Caminos/Larga')
  expect((await edit('Zona sur/Caminos', 'Caminos')).statusCode).toBe(200)
  expect(await groupOf(first)).toBe('Caminos/Larga')
  expect(await listed({ groups: ['zona sur'] })).toEqual([])
  expect(await listed({ groups: ['caminos'] })).toEqual([first])
  const field = async (path: string, to: string) => (await edit(path, to)).json().fields?.path
  expect(await field('Caminos', 'Caminos/Otros')).toBe('Un grupo no puede estar dentro de sí mismo')
  expect(await field('Caminos', 'Norte/Más/Caminos')).toBe('Los grupos tienen hasta 3 niveles')
  expect(await field('Caminos', 'zona sur')).toBe('Ya hay un grupo con ese nombre ahí')
  expect((await edit('Caminos', 'Suyos', 'flota')).statusCode).toBe(404)
  expect(await groupOf(first)).toBe('Caminos/Larga')
  expect((await auditRows(portal, 'group.edited')).map(({ before, after }) => [before, after])).toEqual([
    [{ path: 'Sur' }, { path: 'Zona sur' }],
    [{ path: 'Zona sur/Rutas' }, { path: 'Zona sur/Caminos' }],
    [{ path: 'Zona sur/Caminos' }, { path: 'Caminos' }],
  ])
})

test('a rename of a group, and its move in the tree, write no SIM and change the order of the list', async () => {
  const sims = simsOf(andes).slice(20, 24)
  await run({ icc: sims, group: 'Puertos/Grúas' })
  await move(second, 'Peajes')
  const versions = async () =>
    (
      await sql`SELECT s.iccid, s.xmin::text, l.xmin::text AS live, g.place, g.xmin::text AS placed FROM sims s
      JOIN sim_live l USING (company_id, iccid) JOIN sim_tags g USING (company_id, iccid) ORDER BY 1, 4`.execute(portal.db)
    ).rows
  const grouped = { filter: { groups: ['Puertos', 'Peajes', 'Aduana'] }, sort: 'group', limit: 3 }
  const inOrder = async () => (await readPages(portal, listSims, 'ana', grouped)).map(({ icc }) => icc)
  const before = await versions()
  expect(await inOrder()).toEqual([second, ...sims.toSorted()])
  expect((await edit('Puertos', 'Aduana')).statusCode).toBe(200)
  expect(await inOrder()).toEqual([...sims.toSorted(), second])
  expect(await versions()).toEqual(before)
  await move(second, null)
  await run({ icc: sims, group: null })
})

test('a group is created in a company that one sees, and deleted once it has no groups inside', async () => {
  expect((await create('Bodega/Fría')).json().data).toMatchObject({ companyId: andes, path: 'Bodega/Fría', sims: 0 })
  expect((await create('bodega/FRÍA')).json().fields).toEqual({ path: 'Ya hay un grupo con ese nombre ahí' })
  expect((await create('Ajena', 'flota')).statusCode).toBe(404)
  await move(third, 'Bodega/Fría')
  const remove = async (path: string, who: FleetUser = 'ana') =>
    portal.request(deleteGroup, who, { params: { groupId: (await groupAt(path)).groupId } })
  expect((await remove('Bodega')).statusCode).toBe(409)
  expect((await remove('Bodega/Fría', 'flota')).statusCode).toBe(404)
  expect((await remove('Bodega/Fría')).statusCode).toBe(200)
  expect(await groupOf(third)).toBe('')
  expect((await remove('Bodega')).statusCode).toBe(200)
  expect((await auditRows(portal, 'group.deleted')).map(({ before }) => before)).toEqual([
    { path: 'Bodega/Fría', sims: 1 },
    { path: 'Bodega', sims: 0 },
  ])
})

test('a company has so many groups at most', async () => {
  const [icc = ''] = simsOf(pacifico)
  // each path makes three
  for (let n = 0; n * 3 + 3 <= COMPANY_GROUPS_MAX; n++)
    expect((await create(`g${n}/in/deep`, 'flota', pacifico)).statusCode).toBe(200)
  const sentence = `La empresa tendría más de ${COMPANY_GROUPS_MAX} grupos`
  expect((await create('x/y/z', 'flota', pacifico)).json().fields).toEqual({ path: sentence })
  expect((await move(icc, 'x/y/z', 'flota')).json().fields).toEqual({ group: sentence })
  const { operationId } = await portal.data(massGroup, 'flota', { body: { icc: [icc], group: 'x/y/z' } })
  await finished(operationId, 'flota')
  const items = await readRows(portal, listOperationItems, 'flota', { params: { operationId } })
  expect(items.map(({ state, code }) => [state, code])).toEqual([['failed', 'too_many_groups']])
  expect((await move(icc, 'g0/in/deep', 'flota')).statusCode).toBe(200)
})

test('a SIM that leaves its company leaves its group', async () => {
  const [icc = ''] = simsOf(andes).slice(30)
  await move(icc, 'Se queda')
  await finished((await portal.data(assignSims, 'ana', { body: { icc: [icc], companyId: andesNorte } })).operationId)
  expect(await groupOf(icc, 'sub')).toBe('')
  expect(await groupAt('Se queda')).toMatchObject({ sims: 0 })
})

test('lists, orders, pages and counts by groups are those of a naive model', async () => {
  const paths = ['m1', 'm1/a', 'm1/a/x', 'm1/b', 'm2', 'm2/a', 'm1 b']
  const model = new Map<string, string>()
  const there = new Set(await listed({}))
  const ours = [andes, andesNorte] as number[]
  const sims = portal.fleet.sims.filter(({ companyId, iccid }) => ours.includes(companyId ?? 0) && there.has(iccid))
  const some = fc.subarray(
    sims.map(({ iccid }) => iccid),
    { minLength: 1 },
  )
  // as a tree is read, and those in none last
  const places = ['m1', 'm1/a', 'm1/a/x', 'm1/b', 'm1 b', 'm2', 'm2/a', '']
  const byGroup = (a: { group: string }, b: { group: string }) => places.indexOf(a.group) - places.indexOf(b.group)
  const change = fc.record({ sims: some, group: fc.constantFrom(null, ...paths) })
  const question = fc.record({
    groups: fc.subarray(paths, { minLength: 1 }),
    tags: fc.constantFrom<string[]>([], ['par']),
    administrativeStatusIds: fc.constantFrom<number[]>([], [2], [2, 11], [3]),
    gprsStatuses: fc.constantFrom<number[]>([], [1]),
  })
  const asked = fc.record({ filter: question, sort: fc.constantFrom(undefined, ...SIM_SORTS), descending: fc.boolean() })
  const even = new Set(sims.filter((_, index) => index % 2 === 0).map(({ iccid }) => iccid))
  for (const icc of even) await portal.request(tagSim, 'ana', { params: { icc }, body: { add: ['par'], remove: [] } })
  await run({ icc: sims.map(({ iccid }) => iccid), group: null })
  await fc.assert(
    fc.asyncProperty(change, asked, async (made, { filter, sort, descending }) => {
      await run({ icc: made.sims, group: made.group })
      for (const icc of made.sims) model.set(icc, made.group ?? '')
      const isIn = (iccid: string, path: string) => isWithin(model.get(iccid) ?? '', path)
      const { administrativeStatusIds, gprsStatuses } = filter
      const others = sims.filter(
        ({ iccid, status, gprs }) =>
          (filter.tags.length === 0 || even.has(iccid)) &&
          (administrativeStatusIds.length === 0 || administrativeStatusIds.includes(status)) &&
          (gprsStatuses.length === 0 || gprsStatuses.includes(gprs)),
      )
      const expected = new Set(
        others.filter(({ iccid }) => filter.groups.some((path) => isIn(iccid, path))).map(({ iccid }) => iccid),
      )
      const wholeOrder = await readRows(portal, listSims, 'ana', { body: { sort, descending, limit: 1000 } })
      const inOrder = [...wholeOrder].sort((a, b) => byGroup(a, b) || a.companyId - b.companyId || (a.icc < b.icc ? -1 : 1))
      if (sort === 'group') expect(wholeOrder).toEqual(descending ? inOrder.reverse() : inOrder)
      const ordered = wholeOrder.map(({ icc }) => icc).filter((icc) => expected.has(icc))
      const paged = await readPages(portal, listSims, 'ana', { filter, sort, descending, limit: 7 })
      expect(paged.map(({ icc }) => icc)).toEqual(ordered)
      const facets = await portal.data(getSimFacets, 'ana', { body: { filter, groups: true } })
      expect(facets.total).toBe(expected.size)
      for (const path of paths) {
        const count = others.filter(({ iccid }) => isIn(iccid, path)).length
        expect([path, facets.groups.find(({ id }) => id === path)?.count ?? 0]).toEqual([path, count])
      }
    }),
    { numRuns: 25 },
  )
})
