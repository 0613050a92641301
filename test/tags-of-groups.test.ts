import { sql } from 'kysely'
import pino from 'pino'
import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import { createGroup, deleteGroup, editGroup, listGroups, moveSimToGroup } from '#contract/groups/groups.calls.ts'
import { massGroup } from '#contract/operations/mass-actions.calls.ts'
import { getOperation } from '#contract/operations/operations.calls.ts'
import { getSimHistory } from '#contract/sims/sim-history.calls.ts'
import { getSim, listSims } from '#contract/sims/sims.calls.ts'
import { deleteTag, listTags, tagSim } from '#contract/tags/tags.calls.ts'
import { SIM_TAGS_MAX } from '#domain/tags.ts'
import { startOperationsWorker } from '#server/features/operations/operations-worker.ts'
import { auditRows } from '#test/audit-rows.ts'
import { COMPANIES } from '#test/fleet.ts'
import { startPortal } from '#test/portal.ts'
import { readRows } from '#test/read-list.ts'

const { andes } = COMPANIES
const portal = await startPortal()
const endWork = await startOperationsWorker(portal.services, pino({ level: 'silent' }))
afterAll(async () => {
  await endWork()
  await portal.close()
})

const sims = portal.fleet.sims.filter(({ companyId }) => companyId === andes).map(({ iccid }) => iccid)
const takeSim = (): string => {
  const icc = sims.pop()
  if (icc === undefined) throw new Error('no SIM is left')
  return icc
}
const move = (icc: string, group: string | null) => portal.data(moveSimToGroup, 'ana', { params: { icc }, body: { group } })
const tag = (icc: string, body: { add?: string[]; remove?: string[] }) =>
  portal.data(tagSim, 'ana', { params: { icc }, body: { add: [], remove: [], ...body } })
const groupAt = async (path: string) => {
  const group = (await portal.data(listGroups, 'ana')).find((one) => one.path === path && one.companyId === andes)
  if (!group) throw new Error(`no group ${path}`)
  return group
}
const save = async (path: string, body: { path?: string; tags?: string[] }) =>
  portal.request(editGroup, 'ana', { params: { groupId: (await groupAt(path)).groupId }, body: { path, ...body } })
/** All tags of a SIM, those of its group in capitals. */
const tagsOf = async (icc: string): Promise<string[]> => {
  const { tags, groupTags } = await portal.data(getSim, 'ana', { params: { icc } })
  return tags.map((name) => (groupTags.includes(name) ? name.toUpperCase() : name))
}

await portal.data(createGroup, 'ana', { body: { company: andes, path: 'Norte/Obra', tags: ['obra'] } })
await portal.data(createGroup, 'ana', { body: { company: andes, path: 'Sur' } })
beforeEach(async () => {
  await save('Norte', { tags: ['frío', 'norte'] })
  await save('Norte/Obra', { tags: ['obra'] })
})

test('a SIM has the tags of its group and of those around it, as long as it is there', async () => {
  const icc = takeSim()
  await tag(icc, { add: ['propio', 'frío'] })
  await move(icc, 'Norte/Obra')
  expect(await tagsOf(icc)).toEqual(['frío', 'NORTE', 'OBRA', 'propio'])
  const [moved] = await portal.data(getSimHistory, 'ana', { params: { icc } })
  expect(moved).toMatchObject({ kind: 'group_changed', detail: { to: 'Norte/Obra', added: ['norte', 'obra'] } })
  await move(icc, 'Norte')
  expect(await tagsOf(icc)).toEqual(['frío', 'NORTE', 'propio'])
  await move(icc, null)
  expect(await tagsOf(icc)).toEqual(['frío', 'propio'])
})

test('a tag of the group is not taken off its SIMs; put on a SIM, it is its own', async () => {
  const icc = takeSim()
  await move(icc, 'Norte')
  expect((await tag(icc, { remove: ['norte'] })).removed).toEqual([])
  expect(await tagsOf(icc)).toEqual(['FRÍO', 'NORTE'])
  await tag(icc, { add: ['Norte'] })
  expect(await tagsOf(icc)).toEqual(['FRÍO', 'norte'])
  await move(icc, 'Sur')
  expect(await tagsOf(icc)).toEqual(['norte'])
})

test('SIMs have what their group gives as soon as it is saved: the list finds them, and a group that moves in the tree changes its own', async () => {
  const [one, two] = [takeSim(), takeSim()]
  await move(one, 'Norte')
  await move(two, 'Norte/Obra')
  expect((await save('Norte', { tags: ['calor'] })).statusCode).toBe(200)
  expect([await tagsOf(one), await tagsOf(two)]).toEqual([['CALOR'], ['CALOR', 'OBRA']])
  const found = await readRows(portal, listSims, 'ana', { body: { filter: { tags: ['calor'] }, limit: 1000 } })
  expect(found.map(({ icc }) => icc)).toEqual(expect.arrayContaining([one, two]))
  await save('Norte/Obra', { path: 'Sur/Obra' })
  expect(await tagsOf(two)).toEqual(['OBRA'])
  await save('Sur/Obra', { path: 'Norte/Obra' })
  expect(await tagsOf(two)).toEqual(['CALOR', 'OBRA'])
  expect((await auditRows(portal, 'group.edited')).at(-3)).toMatchObject({
    before: { path: 'Norte', tags: ['frío', 'norte'] },
    after: { path: 'Norte', tags: ['calor'] },
  })
})

test('interrupted, it goes on when the group is saved the next time', async () => {
  const icc = takeSim()
  await move(icc, 'Norte')
  const { groupId } = await groupAt('Norte')
  await sql`DELETE FROM group_tags WHERE group_id = ${groupId}`.execute(portal.db)
  await portal.db.updateTable('tags').set({ is_spreading: true }).where('tag_id', '=', groupId).execute()
  expect(await tagsOf(icc)).toEqual(['FRÍO', 'NORTE'])
  await save('Norte', { tags: [] })
  expect(await tagsOf(icc)).toEqual([])
})

test('a group that is deleted takes its tags off, a tag that is deleted leaves its groups, and many move at once', async () => {
  const icc = takeSim()
  await portal.data(createGroup, 'ana', { body: { company: andes, path: 'Norte/Breve', tags: ['breve', 'fugaz'] } })
  const { operationId } = await portal.data(massGroup, 'ana', { body: { icc: [icc, takeSim()], group: 'Norte/Breve' } })
  await vi.waitFor(
    async () => expect((await portal.data(getOperation, 'ana', { params: { operationId } })).state).toBe('finished'),
    { timeout: 20_000 },
  )
  expect(await tagsOf(icc)).toEqual(['BREVE', 'FRÍO', 'FUGAZ', 'NORTE'])
  const fleeting = (await portal.data(listTags, 'ana')).find(({ name }) => name === 'fugaz')
  await portal.data(deleteTag, 'ana', { params: { tagId: fleeting?.tagId ?? 0 } })
  expect([await tagsOf(icc), (await groupAt('Norte/Breve')).tags]).toEqual([['BREVE', 'FRÍO', 'NORTE'], ['breve']])
  await portal.data(deleteGroup, 'ana', { params: { groupId: (await groupAt('Norte/Breve')).groupId } })
  expect(await tagsOf(icc)).toEqual([])
})

test('a SIM has fifty tags at most: its own stay, and of the group’s as many as have a place', async () => {
  const icc = takeSim()
  const own = Array.from({ length: SIM_TAGS_MAX - 1 }, (_, n) => `t${String(n).padStart(2, '0')}`)
  await tag(icc, { add: own })
  await move(icc, 'Norte')
  expect((await tagsOf(icc)).length).toBe(SIM_TAGS_MAX)
  const refused = await portal.request(tagSim, 'ana', { params: { icc }, body: { add: ['uno'], remove: ['frío', 'norte'] } })
  expect(refused.json().fields).toHaveProperty('add')
})
