import { afterAll, describe, expect, test } from 'vitest'
import {
  createGroup,
  deleteGroup,
  editGroup,
  listGroups,
  moveSimToGroup,
  type SimGroupRule,
} from '#contract/groups/groups.calls.ts'
import { getSim } from '#contract/sims/sims.calls.ts'
import { deleteTag, editTag, listTags, tagSim } from '#contract/tags/tags.calls.ts'
import { groupKey } from '#domain/groups.ts'
import { SIM_TAGS_MAX, tagKey } from '#domain/tags.ts'
import { lockRules, renameInRules } from '#server/records/group-rules.ts'
import { miscountedTags } from '#server/records/tag-counts.ts'
import { COMPANIES } from './fleet.ts'
import { type Holder, withHolder } from './holder.ts'
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

describe('a rule that another transaction is changing', () => {
  const create = (path: string, rule: SimGroupRule) => portal.data(createGroup, 'ana', { body: { company: andes, path, rule } })
  const ruleOf = async (path: string) => (await portal.data(listGroups, 'ana')).find((group) => group.path === path)?.rule
  const whileRulesChange = <T>(change: (holder: Holder) => Promise<unknown>, ask: () => Promise<T>) =>
    withHolder(pool, async (holder) => {
      await lockRules(holder.trx, andes)
      await change(holder)
      const asked = ask()
      await holder.untilWaitedFor()
      await holder.commit()
      return asked
    })
  const [one, other] = ['frío', 'calor']

  test('follows two tags that are renamed', async () => {
    await put([one, other])
    await create('Los dos', { tags: [one, other] })
    const params = { tagId: await tagIdOf(one) }
    await whileRulesChange(
      ({ trx }) => renameInRules(trx, andes, { kind: 'tags', from: other, to: 'caliente' }),
      () => portal.data(editTag, 'ana', { params, body: { name: 'helado', colour: 'blue' } }),
    )
    expect(await ruleOf('Los dos')).toEqual({ tags: ['helado', 'caliente'] })
  })

  test('keeps a tag from being deleted that it names from now on', async () => {
    await put(['suelta'])
    const { groupId } = await create('Otra', { administrativeStatusIds: [2] })
    const tagId = await tagIdOf('suelta')
    const answer = await whileRulesChange(
      ({ query }) =>
        query(`UPDATE tags SET rule = '{"tags": ["suelta"]}' WHERE company_id = $1 AND tag_id = $2`, [andes, groupId]),
      () => portal.request(deleteTag, 'ana', { params: { tagId } }),
    )
    expect(answer.statusCode).toBe(409)
  })
})

test('a SIM that has room for one more tag gets one of two', async () => {
  const full = Array.from({ length: SIM_TAGS_MAX - 1 }, (_, n) => `n${n}`)
  await put([], (await ofSim()).tags)
  await put(full)
  const answers = await withHolder(pool, async (holder) => {
    await holder.query('SELECT FROM sims WHERE company_id = $1 AND iccid = $2 FOR NO KEY UPDATE', [andes, icc])
    const putting = Promise.all([put(['una']), put(['otra'])])
    await holder.untilWaitedFor(2)
    await holder.commit()
    return putting
  })
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 400])
  await put([], (await ofSim()).tags)
})

describe('the tree of groups', () => {
  const create = (path: string) => portal.request(createGroup, 'ana', { body: { company: andes, path } })
  const rename = async (from: string, path: string) => {
    const groupId = await groupIdOf(from)
    return portal.request(editGroup, 'ana', { params: { groupId }, body: { path } })
  }
  const pathsWith = async (name: string) =>
    (await portal.data(listGroups, 'ana')).map(({ path }) => path).filter((path) => path.includes(name))

  test('has a new group once', async () => {
    const answers = await withHolder(pool, async (holder) => {
      await lockRules(holder.trx, andes)
      const creating = Promise.all([create('Doble'), create('Doble')])
      await holder.untilWaitedFor(2)
      await holder.commit()
      return creating
    })
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 400])
  })

  test.each([
    ['deleted', 'DELETE FROM tags WHERE company_id = $1 AND tag_id = $2'],
    ['renamed', `UPDATE tags SET name = 'Aparte', key = '|aparte' WHERE company_id = $1 AND tag_id = $2`],
  ])('has the group around one into which a SIM moves, which is %s meanwhile', async (_, change) => {
    await create('Marco')
    const tagId = await groupIdOf('Marco')
    await withHolder(pool, async (holder) => {
      await holder.query(change, [andes, tagId])
      const moving = move('Marco/Cuadro')
      await holder.untilWaitedFor()
      await holder.commit()
      expect((await moving).statusCode).toBe(200)
    })
    expect(await pathsWith('Marco')).toEqual(['Marco', 'Marco/Cuadro'])
    expect(
      (await portal.request(deleteGroup, 'ana', { params: { groupId: await groupIdOf('Marco/Cuadro') } })).statusCode,
    ).toBe(200)
    expect((await portal.request(deleteGroup, 'ana', { params: { groupId: await groupIdOf('Marco') } })).statusCode).toBe(200)
  })

  test('has all groups around each when two move into each other', async () => {
    await create('Una')
    await create('Otra más')
    const answers = await withHolder(pool, async (holder) => {
      await lockRules(holder.trx, andes)
      const renaming = Promise.all([rename('Una', 'Otra más/Una'), rename('Otra más', 'Una/Otra más')])
      await holder.untilWaitedFor(2)
      await holder.commit()
      return renaming
    })
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200])
    const paths = (await portal.data(listGroups, 'ana')).map(({ path }) => path)
    expect(paths.filter((path) => path.includes('/') && !paths.includes(path.slice(0, path.lastIndexOf('/'))))).toEqual([])
  })
})
