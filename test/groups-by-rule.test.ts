import fc from 'fast-check'
import { sql } from 'kysely'
import pino from 'pino'
import { afterAll, expect, test, vi } from 'vitest'
import { createAlarm, getSimAlarms } from '#contract/alarms/alarms.calls.ts'
import {
  createGroup,
  deleteGroup,
  editGroup,
  listGroups,
  moveSimToGroup,
  type SimGroupRule,
} from '#contract/groups/groups.calls.ts'
import { assignSims, massGroup } from '#contract/operations/mass-actions.calls.ts'
import { getOperation, listOperationItems } from '#contract/operations/operations.calls.ts'
import { exportSims, getSim, getSimFacets, listSims, SIM_SORTS, type SimFilter } from '#contract/sims/sims.calls.ts'
import { deleteTag, editTag, listTags, tagSim } from '#contract/tags/tags.calls.ts'
import { COMPANY_RULES_MAX } from '#domain/group-rules.ts'
import { MINUTE_MS } from '#domain/time.ts'
import { refreshDueRule, refreshRule } from '#server/features/groups/refresh-rules.ts'
import { startOperationsWorker } from '#server/features/operations/operations-worker.ts'
import { auditRows } from '#test/audit-rows.ts'
import { COMPANIES, type FleetUser, hasUsedPlan } from '#test/fleet.ts'
import { startPortal } from '#test/portal.ts'
import { readPages, readRows } from '#test/read-list.ts'

const { andes, andesNorte, pacifico } = COMPANIES
const portal = await startPortal()
const endWork = await startOperationsWorker(portal.services, pino({ level: 'silent' }))
afterAll(async () => {
  await endWork()
  await portal.close()
})

const own = portal.fleet.sims.filter(({ companyId }) => companyId === andes)
const [first = '', second = '', third = '', fourth = ''] = own.map(({ iccid }) => iccid)
const create = (
  path: string,
  rule: SimGroupRule,
  more: { tags?: string[]; company?: number; activationPlans?: string[] } = {},
  who: FleetUser = 'ana',
) => portal.request(createGroup, who, { body: { company: andes, path, rule, ...more } })
const groupAt = async (path: string) => {
  const group = (await portal.data(listGroups, 'admin')).find((one) => one.path === path)
  if (!group) throw new Error(`no group ${path}`)
  return group
}
const edit = async (path: string, body: { path?: string; rule?: SimGroupRule; tags?: string[] }, who: FleetUser = 'ana') =>
  portal.request(editGroup, who, { params: { groupId: (await groupAt(path)).groupId }, body: { path, ...body } })
const remove = async (path: string) =>
  portal.request(deleteGroup, 'ana', { params: { groupId: (await groupAt(path)).groupId } })
const tag = (icc: string, body: { add?: string[]; remove?: string[] }) =>
  portal.data(tagSim, 'ana', { params: { icc }, body: { add: [], remove: [], ...body } })
const move = (icc: string, group: string | null) => portal.request(moveSimToGroup, 'ana', { params: { icc }, body: { group } })
const listed = async (filter: SimFilter, who: FleetUser = 'ana') =>
  (await readRows(portal, listSims, who, { body: { filter, limit: 1000 } })).map(({ icc }) => icc)
const simAt = (icc: string) => portal.data(getSim, 'ana', { params: { icc } })
/** All rules are due again, and followed. */
async function follow(): Promise<void> {
  portal.clock.now = new Date(portal.clock.now.getTime() + MINUTE_MS)
  while (await refreshDueRule(portal.services));
}
const finished = async (operationId: number) => {
  await vi.waitFor(
    async () => expect((await portal.data(getOperation, 'ana', { params: { operationId } })).state).toBe('finished'),
    { timeout: 20_000 },
  )
  return operationId
}

test('a group by rule has the SIMs of its company that match, at once, and follows them', async () => {
  const hibernated = own.filter(({ status }) => status === 11).map(({ iccid }) => iccid)
  const made = (await create('Guardadas', { administrativeStatusIds: [11], tags: [], search: '' })).json().data
  expect(made).toMatchObject({ path: 'Guardadas', rule: { administrativeStatusIds: [11] }, sims: hibernated.length })
  expect(hibernated.length).toBeGreaterThan(1)
  expect(await listed({ groups: ['guardadas'] })).toEqual(hibernated.toSorted())
  expect((await auditRows(portal, 'group.created')).at(-1)?.after).toEqual({
    path: 'Guardadas',
    rule: { administrativeStatusIds: [11] },
  })
  const [changed = ''] = hibernated
  const other = own.find(({ status }) => status === 2)?.iccid ?? ''
  for (const table of ['sims', 'sim_live'] as const) {
    await portal.db.updateTable(table).set({ administrative_status: 2 }).where('iccid', '=', changed).execute()
    await portal.db.updateTable(table).set({ administrative_status: 11 }).where('iccid', '=', other).execute()
  }
  expect(await refreshDueRule(portal.services)).toBe(false)
  await follow()
  expect(await listed({ groups: ['guardadas'] })).toEqual([...hibernated.slice(1), other].toSorted())
  expect((await groupAt('Guardadas')).sims).toBe(hibernated.length)
  // as it was: other tests count on the fleet
  for (const table of ['sims', 'sim_live'] as const) {
    await portal.db.updateTable(table).set({ administrative_status: 11 }).where('iccid', '=', changed).execute()
    await portal.db.updateTable(table).set({ administrative_status: 2 }).where('iccid', '=', other).execute()
  }
  await follow()
  expect(await listed({ groups: ['guardadas'] })).toEqual(hibernated.toSorted())
})

test('SIMs over their plan leave a group when their cycle is over, before their sums are set to zero', async () => {
  const over = own.filter(hasUsedPlan).map(({ iccid }) => iccid)
  const [past = ''] = over
  await create('Excedidas', { planUse: 'over100' })
  expect(await listed({ groups: ['Excedidas'] })).toEqual(over.toSorted())
  const setCycle = (cycle_start: ReturnType<typeof sql<string>>) =>
    portal.db.updateTable('sim_live').set({ cycle_start }).where('iccid', '=', past).execute()
  await setCycle(sql`cycle_start - 31`)
  await follow()
  expect(await listed({ groups: ['Excedidas'] })).toEqual(over.filter((iccid) => iccid !== past).toSorted())
  await setCycle(sql`cycle_start + 31`)
  await remove('Excedidas')
})

test('another rule and another name change the group at once, and it is deleted with its rule', async () => {
  await create('Cambia', { planCodes: ['IOT250'] })
  const after = (await edit('Cambia', { path: 'Cambiado', rule: { planCodes: ['TEL50'] } })).json().data
  const onPlan = own.filter(({ planCode }) => planCode === 'TEL50').map(({ iccid }) => iccid)
  expect(after).toMatchObject({ path: 'Cambiado', sims: onPlan.length })
  expect(await listed({ groups: ['Cambiado'] })).toEqual(onPlan.toSorted())
  expect((await auditRows(portal, 'group.edited')).at(-1)).toMatchObject({
    before: { path: 'Cambia', rule: { planCodes: ['IOT250'] } },
    after: { path: 'Cambiado', rule: { planCodes: ['TEL50'] } },
  })
  const edits = (await auditRows(portal, 'group.edited')).length
  await edit('Cambiado', { rule: { planCodes: ['TEL50'], tags: [] } })
  expect(await auditRows(portal, 'group.edited')).toHaveLength(edits)
  expect((await remove('Cambiado')).statusCode).toBe(200)
  expect(await listed({ groups: ['Cambiado'] })).toEqual([])
  expect((await auditRows(portal, 'group.deleted')).at(-1)?.before).toMatchObject({ rule: { planCodes: ['TEL50'] } })
})

test('a SIM is in several beside its fixed group; its page, a column and a file have their names', async () => {
  await tag(first, { add: ['doble'] })
  await move(first, 'Fijo')
  await create('Uno', { tags: ['doble'] })
  await create('Dos', { tags: ['doble'], groups: ['fijo'] })
  expect(await simAt(first)).toMatchObject({ group: 'Fijo', ruleGroups: ['Dos', 'Uno'] })
  const [row] = await readRows(portal, listSims, 'ana', { body: { filter: { icc: first } } })
  expect(row).toMatchObject({ group: 'Fijo', ruleGroups: 'Dos, Uno', tags: 'doble' })
  const body = { format: 'csv', columns: ['icc', 'ruleGroups'], filter: { groups: ['Uno'] } } as const
  const file = await portal.request(exportSims, 'ana', { body: { ...body, columns: [...body.columns] } })
  expect(file.body).toContain('Grupos por regla')
  expect(file.body).toContain('Dos, Uno')
  const facets = await portal.data(getSimFacets, 'ana', { body: { groups: true, filter: { tags: ['doble'] } } })
  expect(facets.groups.map(({ id, count }) => [id, count])).toEqual([
    ['Dos', 1],
    ['Fijo', 1],
    ['Uno', 1],
  ])
  // a free place for a tag is none of those of rules
  await tag(first, { add: ['tercero'] })
  await move(first, null)
  await follow()
  expect(await simAt(first)).toMatchObject({ group: '', ruleGroups: ['Uno'], tags: ['doble', 'tercero'] })
})

test('what a rule cannot be is refused with a sentence at its field', async () => {
  await create('Regla', { planCodes: ['SMS'] }, { tags: ['dado'] })
  await portal.data(createGroup, 'ana', { body: { company: andes, path: 'Sin regla' } })
  await create('Por doble', { tags: ['doble'] })
  const fields = async (response: ReturnType<typeof create>) => (await response).json().fields
  expect(await fields(create('Vacío', { tags: [], search: '' }))).toEqual({ rule: 'Elija al menos un filtro' })
  expect(await fields(create('Fijo/Adentro', { planCodes: ['SMS'] }))).toEqual({
    path: 'Un grupo por regla está en el primer nivel y no contiene otros',
  })
  expect(await fields(create('De otra', { groups: ['REGLA'] }))).toEqual({
    rule: 'Una regla no puede filtrar por un grupo por regla: use los filtros de ese grupo',
  })
  expect(await fields(create('De sí', { groups: ['de sí'] }))).toEqual({
    rule: 'Una regla no puede filtrar por un grupo por regla: use los filtros de ese grupo',
  })
  expect(await fields(create('Por dado', { tags: ['DADO'] }))).toEqual({
    rule: 'Una regla no puede filtrar por un tag que da un grupo por regla',
  })
  expect(await fields(create('Circular', { tags: ['círculo'] }, { tags: ['círculo'] }))).toEqual({
    rule: 'Una regla no puede filtrar por un tag que da un grupo por regla',
  })
  expect(await fields(edit('Regla', { tags: ['doble'] }))).toEqual({
    tags: 'Un grupo por regla no puede dar un tag por el que filtra una regla',
  })
  expect(await fields(edit('Sin regla', { rule: { planCodes: ['SMS'] } }))).toEqual({
    rule: 'Un grupo fijo no puede tener una regla: cree otro grupo',
  })
  expect(await fields(create('Planes', { planCodes: ['SMS'] }, { activationPlans: ['SMS'] }))).toEqual({
    activationPlans: 'Un grupo por regla no da planes al activar: una SIM puede estar en varios',
  })
  expect(await fields(edit('Regla', { path: 'Fijo/Regla' }))).toEqual({
    path: 'Un grupo por regla está en el primer nivel y no contiene otros',
  })
  expect(await fields(edit('Sin regla', { path: 'Regla/Sin regla' }))).toEqual({
    path: 'Un grupo por regla está en el primer nivel y no contiene otros',
  })
  expect((await create('Ajena', { planCodes: ['SMS'] }, { company: pacifico })).statusCode).toBe(404)
  expect((await edit('Regla', { rule: { planCodes: ['TEL50'] } }, 'flota')).statusCode).toBe(404)
  const unnamed = { body: { company: andes, path: 'Otra', rule: { companyIds: [andes] } as SimGroupRule } }
  expect((await portal.request(createGroup, 'ana', unnamed)).statusCode).toBe(400)
  const paths = (await portal.data(listGroups, 'ana')).map(({ path }) => path)
  for (const path of ['Vacío', 'De otra', 'De sí', 'Por dado', 'Circular', 'Planes']) expect(paths).not.toContain(path)
})

test('no SIM is moved into a group by rule: not one, not many, not to a group inside it', async () => {
  const sentence = 'El grupo es por regla: las SIMs entran y salen solas'
  expect((await move(second, 'regla')).json().fields).toEqual({ group: sentence })
  expect((await move(second, 'Regla/Adentro')).json().fields).toEqual({ group: sentence })
  const { operationId } = await portal.data(massGroup, 'ana', { body: { icc: [second], group: 'Regla' } })
  await finished(operationId)
  const items = await readRows(portal, listOperationItems, 'ana', { params: { operationId } })
  expect(items.map(({ state, code }) => [state, code])).toEqual([['failed', 'group_by_rule']])
  expect((await simAt(second)).group).toBe('')
})

test('a rule follows a tag and a group that are renamed; while it filters by them they are not deleted', async () => {
  await tag(second, { add: ['nevera'] })
  await move(second, 'Cámaras/Frías')
  await create('En frío', { tags: ['NEVERA'], groups: ['cámaras/frías'] })
  const nevera = (await portal.data(listTags, 'ana')).find(({ name }) => name === 'nevera')
  const params = { tagId: nevera?.tagId ?? 0 }
  await portal.data(editTag, 'ana', { params, body: { name: 'Heladera', colour: 'blue' } })
  await edit('Cámaras', { path: 'Salas' })
  expect((await groupAt('En frío')).rule).toEqual({ tags: ['Heladera'], groups: ['Salas/Frías'] })
  await follow()
  expect((await simAt(second)).ruleGroups).toContain('En frío')
  expect((await portal.request(deleteTag, 'ana', { params })).json().error).toBe(
    'La regla de un grupo filtra por él: cámbiela primero',
  )
  expect((await remove('Salas/Frías')).statusCode).toBe(409)
  await remove('En frío')
  expect((await portal.request(deleteTag, 'ana', { params })).statusCode).toBe(200)
  expect((await remove('Salas/Frías')).statusCode).toBe(200)
})

test('its SIMs have its tags as long as they match, and the page says which group gives them', async () => {
  await tag(third, { add: ['obra'] })
  await create('En obra', { tags: ['obra'] }, { tags: ['casco', 'chaleco'] })
  expect(await simAt(third)).toMatchObject({
    tags: ['casco', 'chaleco', 'obra'],
    groupTags: ['casco', 'chaleco'],
    tagGivers: [
      { tag: 'casco', group: 'En obra' },
      { tag: 'chaleco', group: 'En obra' },
    ],
  })
  expect((await tag(third, { remove: ['casco'] })).removed).toEqual([])
  await edit('En obra', { tags: ['casco'] })
  expect((await simAt(third)).tags).toEqual(['casco', 'obra'])
  expect(await listed({ tags: ['casco'] })).toEqual([third])
  await tag(third, { remove: ['obra'] })
  await follow()
  expect(await simAt(third)).toMatchObject({ tags: [], groupTags: [], tagGivers: [], ruleGroups: [] })
  await tag(third, { add: ['obra'] })
  await follow()
  expect((await simAt(third)).tags).toEqual(['casco', 'obra'])
  await remove('En obra')
  expect((await simAt(third)).tags).toEqual(['obra'])
})

test('alarms are for a group by rule, unless SIMs come and go by session or by the cut of the alarm', async () => {
  await tag(fourth, { add: ['vigilada'] })
  await create('Vigiladas', { tags: ['vigilada'] })
  const alarm = (group: string, action: '0' | '1') =>
    portal.request(createAlarm, 'ana', {
      body: { company: andes, plan: '', limit: 100, email: 'ana@andes.test', active: '1', action, group },
    })
  expect((await alarm('Vigiladas', '1')).statusCode).toBe(200)
  expect(await portal.data(getSimAlarms, 'ana', { params: { icc: fourth } })).toMatchObject([
    { group: 'Vigiladas', cuts: true },
  ])
  expect(await portal.data(getSimAlarms, 'ana', { params: { icc: first } })).toEqual([])
  expect((await edit('Vigiladas', { rule: { administrativeStatusIds: [2] } })).json().fields).toEqual({
    rule: expect.stringContaining('Una alarma que corta datos cambiaría quién está en el grupo'),
  })
  expect((await edit('Vigiladas', { rule: { silentFor: '24h' } })).json().fields).toEqual({
    rule: expect.stringContaining('las SIMs entran y salen con cada conexión'),
  })
  expect((await edit('Vigiladas', { rule: { tags: ['vigilada'], administrativeStatusIds: [2, 10] } })).statusCode).toBe(200)
  await create('Activas', { administrativeStatusIds: [2] })
  expect((await alarm('Activas', '1')).json().fields).toEqual({ group: expect.stringContaining('corta datos') })
  expect((await alarm('Activas', '0')).statusCode).toBe(200)
  await create('Conectadas', { gprsStatuses: [1] })
  expect((await alarm('Conectadas', '0')).json().fields).toEqual({ group: expect.stringContaining('sesión') })
  expect((await remove('Vigiladas')).statusCode).toBe(409)
})

test('a SIM that leaves its company leaves its groups by rule, and SIMs of other companies are in none of them', async () => {
  const [icc = ''] = own.slice(30).map(({ iccid }) => iccid)
  await create('Todas las de un plan', { planCodes: ['IOT250', 'TEL50', 'SMS'] })
  const before = await listed({ groups: ['Todas las de un plan'] })
  expect(before).toEqual(own.map(({ iccid }) => iccid).toSorted())
  await finished((await portal.data(assignSims, 'ana', { body: { icc: [icc], companyId: andesNorte } })).operationId)
  expect(await listed({ groups: ['Todas las de un plan'] })).toEqual(before.filter((one) => one !== icc))
  await follow()
  expect(await listed({ groups: ['Todas las de un plan'] })).toEqual(before.filter((one) => one !== icc))
  expect((await portal.data(getSim, 'sub', { params: { icc } })).ruleGroups).toEqual([])
  own.splice(30, 1)
})

test('a comparison that failed is made again as soon as one that did not', async () => {
  await create('Fallida', { administrativeStatusIds: [2], tags: ['fallida'], search: '' })
  await follow()
  await tag(first, { add: ['fallida'] })
  await sql`
    CREATE FUNCTION refuse_groups() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE deadlock_detected; END $$`.execute(
    portal.db,
  )
  await sql`CREATE TRIGGER refuse_groups BEFORE INSERT ON sim_tags FOR EACH ROW EXECUTE FUNCTION refuse_groups()`.execute(
    portal.db,
  )
  await expect(follow()).rejects.toThrow('deadlock_detected')
  await sql`DROP TRIGGER refuse_groups ON sim_tags`.execute(portal.db)
  await sql`DROP FUNCTION refuse_groups`.execute(portal.db)
  expect(await listed({ groups: ['fallida'] })).toEqual([])
  await follow()
  expect(await listed({ groups: ['fallida'] })).toEqual([first])
  await remove('Fallida')
})

test('a comparison that takes too long for an answer goes on in the background', async () => {
  await create('Larga', { tags: ['larga'] })
  const group = await groupAt('Larga')
  await tag(first, { add: ['larga'] })
  await refreshRule(portal.services, group, -1)
  expect(await listed({ groups: ['Larga'] })).toEqual([])
  expect(await refreshDueRule(portal.services)).toBe(true)
  expect(await listed({ groups: ['Larga'] })).toEqual([first])
  expect(await refreshDueRule(portal.services)).toBe(false)
})

test('a company has so many groups by rule at most, each in a place of its own', async () => {
  for (let n = 0; n < COMPANY_RULES_MAX; n++)
    expect((await create(`r${n}`, { planCodes: ['SMS'] }, { company: pacifico }, 'flota')).statusCode).toBe(200)
  const sentence = `La empresa tendría más de ${COMPANY_RULES_MAX} grupos por regla`
  expect((await create('uno más', { planCodes: ['SMS'] }, { company: pacifico }, 'flota')).json().fields).toEqual({
    rule: sentence,
  })
  const { groupId } = await groupAt('r7')
  await portal.data(deleteGroup, 'flota', { params: { groupId } })
  expect((await create('uno más', { planCodes: ['TEL50'] }, { company: pacifico }, 'flota')).statusCode).toBe(200)
})

test('what groups by rule hold, and lists, orders, pages and counts by them, are those of a naive model', async () => {
  const paths = ['p1', 'p2', 'p3']
  for (const path of paths) await create(path, { planCodes: ['SMS'] })
  const ruleOf = new Map<string, SimGroupRule>(paths.map((path) => [path, { planCodes: ['SMS'] }]))
  const tagged = new Set<string>()
  const rule = fc
    .record({
      administrativeStatusIds: fc.constantFrom<number[]>([], [2], [2, 11], [3]),
      gprsStatuses: fc.constantFrom<number[]>([], [], [1]),
      planCodes: fc.constantFrom<string[]>([], ['IOT250'], ['TEL50', 'SMS']),
      planUse: fc.constantFrom('' as const, '' as const, 'over100' as const),
      tags: fc.constantFrom<string[]>([], [], ['m-par'], ['m-par', 'm-none']),
    })
    .filter((one) => Object.values(one).some((values) => values.length > 0))
  const change = fc.record({
    tagged: fc.subarray(own.slice(0, 20), { maxLength: 5 }),
    untagged: fc.subarray(own.slice(0, 20), { maxLength: 5 }),
    path: fc.constantFrom(...paths),
    rule,
  })
  const asked = fc.record({
    groups: fc.subarray(paths, { minLength: 1 }),
    sort: fc.constantFrom(undefined, ...SIM_SORTS),
    descending: fc.boolean(),
    statuses: fc.constantFrom<number[]>([], [2]),
  })
  const holds = (of: readonly unknown[] | undefined, value: unknown) => !of?.length || of.includes(value)
  const matches = (
    sim: (typeof own)[number],
    { administrativeStatusIds, gprsStatuses, planCodes, planUse, tags }: SimGroupRule,
  ) =>
    holds(administrativeStatusIds, sim.status) &&
    holds(gprsStatuses, sim.gprs) &&
    holds(planCodes, sim.planCode) &&
    (!planUse || hasUsedPlan(sim)) &&
    (!tags?.length || tagged.has(sim.iccid))
  await fc.assert(
    fc.asyncProperty(change, asked, async (made, { groups, sort, descending, statuses }) => {
      for (const { iccid } of made.tagged) await tag(iccid, { add: ['m-par'] })
      for (const { iccid } of made.tagged) tagged.add(iccid)
      for (const { iccid } of made.untagged) await tag(iccid, { remove: ['m-par'] })
      for (const { iccid } of made.untagged) tagged.delete(iccid)
      expect((await edit(made.path, { rule: made.rule })).statusCode).toBe(200)
      ruleOf.set(made.path, made.rule)
      await follow()
      const inGroup = (sim: (typeof own)[number], path: string) => matches(sim, ruleOf.get(path) ?? {})
      const others = own.filter(({ status }) => holds(statuses, status))
      const expected = new Set(others.filter((sim) => groups.some((path) => inGroup(sim, path))).map(({ iccid }) => iccid))
      const wholeOrder = await readRows(portal, listSims, 'ana', { body: { sort, descending, limit: 1000 } })
      const ordered = wholeOrder.map(({ icc }) => icc).filter((icc) => expected.has(icc))
      const filter = { groups, administrativeStatusIds: statuses }
      const paged = await readPages(portal, listSims, 'ana', { filter, sort, descending, limit: 7 })
      expect(paged.map(({ icc }) => icc)).toEqual(ordered)
      const facets = await portal.data(getSimFacets, 'ana', { body: { filter, groups: true } })
      expect(facets.total).toBe(expected.size)
      for (const path of paths) {
        const count = others.filter((sim) => inGroup(sim, path)).length
        expect([path, facets.groups.find(({ id }) => id === path)?.count ?? 0]).toEqual([path, count])
        expect((await groupAt(path)).sims).toBe(own.filter((sim) => inGroup(sim, path)).length)
      }
    }),
    { numRuns: 20 },
  )
})
