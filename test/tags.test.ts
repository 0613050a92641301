import fc from 'fast-check'
import pino from 'pino'
import { afterAll, expect, test, vi } from 'vitest'
import { assignSims, massTag, uploadOperationFile } from '#contract/operations/mass-actions.calls.ts'
import { getOperation, listOperationItems } from '#contract/operations/operations.calls.ts'
import { getSimHistory } from '#contract/sims/sim-history.calls.ts'
import { getSim, getSimFacets, listSims, SIM_SORTS, type SimFilter } from '#contract/sims/sims.calls.ts'
import { deleteTag, editTag, listTags, tagSim } from '#contract/tags/tags.calls.ts'
import { SILENCE_FILTERS } from '#domain/silence.ts'
import { COMPANY_TAGS_MAX, SIM_TAGS_MAX, tagKey } from '#domain/tags.ts'
import { startOperationsWorker } from '#server/features/operations/operations-worker.ts'
import { auditRows } from '#test/audit-rows.ts'
import { COMPANIES, type FleetUser } from '#test/fleet.ts'
import { startPortal } from '#test/portal.ts'
import { readPages, readRows } from '#test/read-list.ts'
import { setLastSeen } from '#test/set-last-seen.ts'

const { andes, andesNorte, pacifico } = COMPANIES
const portal = await startPortal()
const endWork = await startOperationsWorker(portal.services, pino({ level: 'silent' }))
afterAll(async () => {
  await endWork()
  await portal.close()
})

const simsOf = (companyId: number) => portal.fleet.sims.filter((sim) => sim.companyId === companyId).map(({ iccid }) => iccid)
const [first = '', second = '', third = ''] = simsOf(andes)
const put = (icc: string, add: string[], remove: string[] = [], who: FleetUser = 'ana') =>
  portal.request(tagSim, who, { params: { icc }, body: { add, remove } })
const tagsOf = async (icc: string, who: FleetUser = 'ana') => (await portal.data(getSim, who, { params: { icc } })).tags
const tagNamed = async (name: string, companyId = andes) => {
  const tag = (await portal.data(listTags, 'admin')).find((one) => one.name === name && one.companyId === companyId)
  if (!tag) throw new Error(`no tag ${name}`)
  return tag
}
const listed = async (filter: SimFilter, who: FleetUser = 'ana') =>
  (await readRows(portal, listSims, who, { body: { filter, limit: 1000 } })).map(({ icc }) => icc)
const run = async (body: object, who: FleetUser = 'ana') => {
  const { operationId } = await portal.data(massTag, who, { body })
  return finished(operationId, who)
}
const finished = async (operationId: number, who: FleetUser = 'ana') => {
  await vi.waitFor(
    async () => expect((await portal.data(getOperation, who, { params: { operationId } })).state).toBe('finished'),
    { timeout: 20_000 },
  )
  return operationId
}

test('tags are put on a SIM and taken off it; timeline and audit say which', async () => {
  const answer = (await put(first, ['Obra norte', 'garantía', 'obra NORTE'])).json()
  expect(answer.data).toEqual({ tags: ['garantía', 'Obra norte'], added: ['Obra norte', 'garantía'], removed: [] })
  expect((await put(first, ['garantía'])).json().data).toMatchObject({ added: [], removed: [] })
  expect((await put(first, ['prestada'], ['OBRA norte', 'nunca'])).json().data).toEqual({
    tags: ['garantía', 'prestada'],
    added: ['prestada'],
    removed: ['Obra norte'],
  })
  expect(await tagsOf(first)).toEqual(['garantía', 'prestada'])
  const events = await portal.data(getSimHistory, 'ana', { params: { icc: first } })
  expect(events.filter(({ kind }) => kind === 'tags_changed').map(({ detail }) => detail)).toEqual([
    { added: ['prestada'], removed: ['Obra norte'] },
    { added: ['Obra norte', 'garantía'], removed: [] },
  ])
  expect((await auditRows(portal, 'sim.tagged')).map(({ after }) => after)).toEqual([
    { added: ['Obra norte', 'garantía'] },
    { added: ['prestada'], removed: ['Obra norte'] },
  ])
  expect(await tagNamed('garantía')).toMatchObject({ companyId: andes, sims: 1 })
  // each of the first seven has a colour of its own
  const colours = await Promise.all(['garantía', 'Obra norte', 'prestada'].map(async (name) => (await tagNamed(name)).colour))
  expect(new Set(colours).size).toBe(3)
})

test.each(['', 'a,b', 'x'.repeat(41)])('the name %j is refused at its field', async (name) => {
  const response = await put(second, [name])
  expect(response.statusCode).toBe(400)
  expect(Object.keys(response.json().fields)).toEqual(['add.0'])
  expect(await tagsOf(second)).toEqual([])
})

test('a SIM has fifty tags at most, in whatever order they come and go', async () => {
  const names = (from: number, to: number) => Array.from({ length: to - from }, (_, n) => `t${from + n}`)
  expect((await put(second, names(0, 50))).statusCode).toBe(200)
  const over = await put(second, ['t50'])
  expect(over.statusCode).toBe(400)
  expect(over.json().fields.add).toBe(`La SIM tendría más de ${SIM_TAGS_MAX} tags`)
  expect((await put(second, ['t50', 't51', 't52'], ['t3', 't17', 't40'])).statusCode).toBe(200)
  expect(await tagsOf(second)).toHaveLength(SIM_TAGS_MAX)
  const operationId = await run({ icc: [second, third], add: ['t99'] })
  const items = await readRows(portal, listOperationItems, 'ana', { params: { operationId } })
  expect(items.map(({ icc, state, code }) => [icc, state, code])).toEqual([
    [second, 'failed', 'too_many_tags'],
    [third, 'succeeded', ''],
  ])
  await put(second, [], await tagsOf(second))
  await put(third, [], ['t99'])
})

test('a company has so many tags at most, whatever a file names', async () => {
  const before = (await portal.data(listTags, 'flota')).length
  const [icc = ''] = simsOf(pacifico)
  for (let from = before; from < COMPANY_TAGS_MAX; from += 50) {
    const add = Array.from({ length: Math.min(50, COMPANY_TAGS_MAX - from) }, (_, n) => `n${from + n}`)
    expect((await put(icc, add, [], 'flota')).statusCode).toBe(200)
    await put(icc, [], add, 'flota')
  }
  expect((await put(icc, ['n7'], [], 'flota')).statusCode).toBe(200)
  const over = await put(icc, ['otro'], [], 'flota')
  expect(over.json().fields.add).toBe(`La empresa tendría más de ${COMPANY_TAGS_MAX} tags`)
})

test('many SIMs are tagged by an operation, and by a column of a file', async () => {
  const sims = simsOf(andes).slice(10, 20)
  const operationId = await run({ icc: sims, add: ['reparto'], reason: 'Nueva ruta' })
  expect(await listed({ tags: ['REPARTO'] })).toEqual([...sims].sort())
  const [event] = await portal.data(getSimHistory, 'ana', { params: { icc: sims[0] ?? '' } })
  expect(event).toMatchObject({
    kind: 'tags_changed',
    detail: { operationId, reason: 'Nueva ruta', added: ['reparto'], removed: [] },
  })
  const csv = `ICC;Tags\n${sims[0]};turno noche; \n${sims[1]};"turno noche, taller"\n`
  const upload = await portal.request(uploadOperationFile, 'ana', { query: { fileName: 'tags.csv' }, body: csv })
  const { fileId, columns } = upload.json().data
  expect(columns.map((one: { field: string | null }) => one.field).slice(0, 2)).toEqual(['icc', 'tags'])
  await run({ fileId, remove: ['reparto'] })
  expect(await tagsOf(sims[0] ?? '')).toEqual(['turno noche'])
  expect(await tagsOf(sims[1] ?? '')).toEqual(['taller', 'turno noche'])
  expect(await listed({ tags: ['reparto'] })).toEqual(sims.slice(2).sort())
  const none = await portal.request(massTag, 'ana', { body: { icc: sims } })
  expect(none.json().fields).toEqual({ add: 'Escriba al menos un tag' })
})

test('a tag is renamed and recoloured on all its SIMs; a name that is taken is refused', async () => {
  await put(first, ['vieja', 'ajena'])
  const { tagId, colour } = await tagNamed('vieja')
  const edit = (name: string, who: FleetUser = 'ana') =>
    portal.request(editTag, who, { params: { tagId }, body: { name, colour: 'red' } })
  expect((await edit('Nueva')).json().data).toMatchObject({ name: 'Nueva', colour: 'red', sims: 1 })
  expect(await tagsOf(first)).toContain('Nueva')
  const taken = await edit('AJENA')
  expect(taken.json().fields).toEqual({ name: 'Ya hay un tag con ese nombre' })
  expect((await edit('Suya', 'flota')).statusCode).toBe(404)
  expect((await auditRows(portal, 'tag.edited')).map(({ before, after }) => [before, after])).toEqual([
    [
      { name: 'vieja', colour },
      { name: 'Nueva', colour: 'red' },
    ],
  ])
})

test('a deleted tag is on no SIM any more', async () => {
  await put(first, ['pasajera'])
  await put(second, ['pasajera'])
  const { tagId } = await tagNamed('pasajera')
  expect((await portal.request(deleteTag, 'flota', { params: { tagId } })).statusCode).toBe(404)
  expect((await portal.request(deleteTag, 'ana', { params: { tagId } })).statusCode).toBe(200)
  expect(await tagsOf(first)).not.toContain('pasajera')
  expect(await listed({ tags: ['pasajera'] })).toEqual([])
  expect((await portal.request(deleteTag, 'ana', { params: { tagId } })).statusCode).toBe(404)
})

test('tags stay with the company that a SIM leaves', async () => {
  const [icc = ''] = simsOf(andes).slice(30)
  await put(icc, ['se queda'])
  await finished((await portal.data(assignSims, 'ana', { body: { icc: [icc], companyId: andesNorte } })).operationId)
  expect(await tagsOf(icc, 'sub')).toEqual([])
  expect(await tagNamed('se queda')).toMatchObject({ companyId: andes, sims: 0 })
})

test('a reader of several companies filters all their SIMs by one name, and each company has its own tag', async () => {
  const [own = ''] = simsOf(andes).slice(40)
  const [below = ''] = simsOf(andesNorte)
  await put(own, ['frontera'])
  await put(below, ['Frontera'], [], 'sub')
  expect(await listed({ tags: ['frontera'] })).toEqual([own, below].sort())
  expect(await listed({ tags: ['frontera'] }, 'sub')).toEqual([below])
  expect((await portal.data(listTags, 'sub')).map(({ companyId }) => companyId)).toEqual([andesNorte])
  const facets = await portal.data(getSimFacets, 'ana', { body: { tags: true } })
  expect(facets.tags.find(({ id }) => tagKey(String(id)) === 'frontera')?.count).toBe(2)
})

test('lists, orders, pages and counts by tags are those of a naive model', async () => {
  await setLastSeen(portal.db, portal.fleet.sims, portal.clock.now)
  const names = ['m1', 'm2', 'm3', 'm4']
  const model = new Map<string, Set<string>>()
  const fleet = portal.fleet.sims.filter(({ companyId }) => companyId === andes || companyId === andesNorte)
  const there = new Set(await listed({}))
  const sims = fleet.filter(({ iccid }) => there.has(iccid))
  const some = fc.subarray(
    sims.map(({ iccid }) => iccid),
    { minLength: 1 },
  )
  const change = fc.record({ sims: some, add: fc.subarray(names), remove: fc.subarray(names) })
  const question = fc.record({
    tags: fc.subarray(names, { minLength: 1 }),
    administrativeStatusIds: fc.constantFrom<number[]>([], [2], [2, 11], [3]),
    gprsStatuses: fc.constantFrom<number[]>([], [1]),
  })
  const asked = fc.record({ filter: question, sort: fc.constantFrom(undefined, ...SIM_SORTS), descending: fc.boolean() })
  await fc.assert(
    fc.asyncProperty(change, asked, async (made, { filter, sort, descending }) => {
      if (made.add.length + made.remove.length > 0) await run({ icc: made.sims, add: made.add, remove: made.remove })
      for (const icc of made.sims) {
        const had = model.get(icc) ?? new Set()
        for (const name of made.remove) had.delete(name)
        for (const name of made.add) had.add(name)
        model.set(icc, had)
      }
      const { administrativeStatusIds, gprsStatuses } = filter
      const expected = sims.filter(
        ({ iccid, status, gprs }) =>
          filter.tags.some((name) => model.get(iccid)?.has(name)) &&
          (administrativeStatusIds.length === 0 || administrativeStatusIds.includes(status)) &&
          (gprsStatuses.length === 0 || gprsStatuses.includes(gprs)),
      )
      const wholeOrder = await readRows(portal, listSims, 'ana', { body: { sort, descending, limit: 1000 } })
      const ordered = wholeOrder.map(({ icc }) => icc).filter((icc) => expected.some(({ iccid }) => iccid === icc))
      const paged = await readPages(portal, listSims, 'ana', { filter, sort, descending, limit: 7 })
      expect(paged.map(({ icc }) => icc)).toEqual(ordered)
      const { total, tags, planUse, silentFor } = await portal.data(getSimFacets, 'ana', { body: { filter, tags: true } })
      expect(total).toBe(expected.length)
      expect(planUse[0]?.count ?? 0).toBe((await listed({ ...filter, planUse: 'over100' })).length)
      for (const silence of SILENCE_FILTERS) {
        const silent = await listed({ ...filter, silentFor: silence })
        expect(silentFor.find(({ id }) => id === silence)?.count ?? 0).toBe(silent.length)
      }
      const others = sims.filter(
        ({ status, gprs }) =>
          (administrativeStatusIds.length === 0 || administrativeStatusIds.includes(status)) &&
          (gprsStatuses.length === 0 || gprsStatuses.includes(gprs)),
      )
      for (const name of names) {
        const count = others.filter(({ iccid }) => model.get(iccid)?.has(name)).length
        expect(tags.find(({ id }) => id === name)?.count ?? 0).toBe(count)
      }
    }),
    { numRuns: 25 },
  )
})
