import { afterAll, describe, expect, test } from 'vitest'
import { deleteGroup, listGroups, moveSimToGroup } from '#contract/groups/groups.calls.ts'
import { getSim } from '#contract/sims/sims.calls.ts'
import { deleteTag, listTags, tagSim } from '#contract/tags/tags.calls.ts'
import { groupKey } from '#domain/groups.ts'
import { tagKey } from '#domain/tags.ts'
import { miscountedTags } from '#server/records/tag-counts.ts'
import { COMPANIES } from './fleet.ts'
import { withHolder } from './holder.ts'
import { startPortal } from './portal.ts'

/** What two do at once with tags and groups ends as if one had come after the other. */

const { andes } = COMPANIES
const portal = await startPortal()
afterAll(() => portal.close())

const { pool } = portal.services
const [icc = ''] = portal.fleet.sims.filter((sim) => sim.companyId === andes).map(({ iccid }) => iccid)

const put = (add: string[], remove: string[] = []) => portal.request(tagSim, 'ana', { params: { icc }, body: { add, remove } })
const move = (group: string) => portal.request(moveSimToGroup, 'ana', { params: { icc }, body: { group } })
const ofSim = () => portal.data(getSim, 'ana', { params: { icc } })
const tagIdOf = async (name: string) => (await portal.data(listTags, 'ana')).find((tag) => tag.name === name)?.tagId ?? 0
const groupIdOf = async (path: string) =>
  (await portal.data(listGroups, 'ana')).find((group) => group.path === path)?.groupId ?? 0

/** The statements of a transaction that takes a tag off the SIM, or it out of a group: all but the last, then the last. */
const takeOff = (tagId: number) => ({
  first: [
    ['SELECT FROM sims WHERE company_id = $1 AND iccid = $2 FOR NO KEY UPDATE', [andes, icc]],
    ['DELETE FROM sim_tags WHERE company_id = $1 AND iccid = $2 AND tag_id = $3', [andes, icc, tagId]],
  ] as const,
  last: ['UPDATE tags SET sims = sims - 1 WHERE company_id = $1 AND tag_id = $2', [andes, tagId]] as const,
})

describe.each([
  {
    what: 'tag',
    give: () => put(['obra']),
    idOf: () => tagIdOf('obra'),
    key: tagKey('obra'),
    remove: (tagId: number) => portal.request(deleteTag, 'ana', { params: { tagId } }),
    shown: async () => (await ofSim()).tags,
    given: ['obra'],
  },
  {
    what: 'group',
    give: () => move('obra'),
    idOf: () => groupIdOf('obra'),
    key: groupKey('obra'),
    remove: (groupId: number) => portal.request(deleteGroup, 'ana', { params: { groupId } }),
    shown: async () => (await ofSim()).group,
    given: 'obra',
  },
])('a $what', ({ give, idOf, key, remove, shown, given }) => {
  test('is deleted while a SIM loses it', async () => {
    await give()
    const tagId = await idOf()
    const { first, last } = takeOff(tagId)
    const removed = await withHolder(pool, async (holder) => {
      for (const [text, values] of first) await holder.query(text, values)
      const removing = remove(tagId)
      await holder.untilWaitedFor()
      await holder.query(...last)
      await holder.commit()
      return removing
    })
    expect(removed.statusCode).toBe(200)
    expect(await idOf()).toBe(0)
    expect(await miscountedTags(portal.db)).toEqual([])
  })

  test('that is deleted while a SIM gets it is made again', async () => {
    await give()
    await portal.db
      .deleteFrom('sim_tags')
      .where('tag_id', '=', await idOf())
      .execute()
    const answer = await withHolder(pool, async (holder) => {
      await holder.query('DELETE FROM tags WHERE company_id = $1 AND key = $2', [andes, key])
      const giving = give()
      await holder.untilWaitedFor()
      await holder.commit()
      return giving
    })
    expect(answer.statusCode).toBe(200)
    expect(await shown()).toEqual(given)
    expect(await miscountedTags(portal.db)).toEqual([])
  })
})
