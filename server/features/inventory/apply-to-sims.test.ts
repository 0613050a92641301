import { beforeEach, expect, test } from 'vitest'
import { tagsAndGroupsOfSim } from '#server/records/tag-names.ts'
import { type ImportRig, iccid, openImportRig } from '#test/import-rig.ts'

let rig: ImportRig
beforeEach(async () => {
  rig = await openImportRig()
  return () => rig.close()
})

test('tags are put on new SIMs and on known ones beside those that they have', async () => {
  const content = (tags: string) => `ICC;Empresa;Plan;APN;Tags\n${iccid(1)};Andes Norte;IoT 250 MB;m2m.enlace;${tags}\n`
  expect(await rig.importFile(content('Norte, garantía'))).toMatchObject({ created: 1 })
  expect((await tagsAndGroupsOfSim(rig.services.db, { companyId: 4, iccid: iccid(1) })).tags).toEqual(['garantía', 'Norte'])
  expect(await rig.importFile(content('NORTE'))).toMatchObject({ updated: 0, unchanged: 1 })
  expect(await rig.importFile(content('taller'))).toMatchObject({ updated: 1, unchanged: 0 })
  expect((await tagsAndGroupsOfSim(rig.services.db, { companyId: 4, iccid: iccid(1) })).tags).toEqual([
    'garantía',
    'Norte',
    'taller',
  ])
})

test('lines with more tags than a SIM or a company can have are refused', async () => {
  const names = (from: number, count: number) => Array.from({ length: count }, (_, n) => `t${from + n}`).join(',')
  const line = (n: number, tags: string) => `${iccid(n)};Andes Norte;IoT 250 MB;m2m.enlace;${tags}`
  const lines = [line(1, names(0, 50)), line(2, names(0, 51)), line(3, 'x'.repeat(41)), line(4, names(100, 40))]
  const first = await rig.check(`ICC;Empresa;Plan;APN;Tags\n${lines.join('\n')}\n`)
  expect((await rig.problemsOf(first.importId)).map(([at, field, , reason]) => [at, field, reason])).toEqual([
    [3, 'tags', 'bad_tags'],
    [4, 'tags', 'bad_tags'],
  ])
  await rig.apply(first.importId, 'skipBad')
  const second = await rig.check(`ICC;Tags\n${iccid(1)};otro\n${iccid(4)};t1\n`)
  expect((await rig.problemsOf(second.importId)).map(([at, , , reason]) => [at, reason])).toEqual([[2, 'too_many_tags']])
  const many = Array.from({ length: 10 }, (_, n) => line(10 + n, names(200 + n * 45, 45)))
  const third = await rig.check(`ICC;Empresa;Plan;APN;Tags\n${[...many, line(20, 't7')].join('\n')}\n`)
  expect((await rig.problemsOf(third.importId)).map(([at, , , reason]) => [at, reason])).toEqual(
    many.map((_, n) => [2 + n, 'too_many_company_tags']),
  )
})

test('SIMs move to the groups of their lines, new ones and known ones, and companies have so many groups at most', async () => {
  const content = (group: string) => `ICC;Empresa;Plan;APN;Grupo\n${iccid(1)};Andes Norte;IoT 250 MB;m2m.enlace;${group}\n`
  expect(await rig.importFile(content('Norte / Camiones'))).toMatchObject({ created: 1 })
  expect((await tagsAndGroupsOfSim(rig.services.db, { companyId: 4, iccid: iccid(1) })).group).toBe('Norte/Camiones')
  expect(await rig.importFile(content('NORTE/camiones'))).toMatchObject({ updated: 0, unchanged: 1 })
  expect(await rig.importFile(content('norte'))).toMatchObject({ updated: 1, unchanged: 0 })
  expect((await tagsAndGroupsOfSim(rig.services.db, { companyId: 4, iccid: iccid(1) })).group).toBe('Norte')
  // an empty cell leaves it where it is
  expect(await rig.importFile(content(''))).toMatchObject({ updated: 0, unchanged: 1 })
  const { importId } = await rig.check(content('a/b/c/d'))
  expect((await rig.problemsOf(importId)).map(([, field, , reason]) => [field, reason])).toEqual([['group', 'bad_group']])
  const rule = { planCodes: ['SMS'] }
  const byRule = { company_id: 4, name: 'Sola', key: '|sola', colour: 'grey', is_group: true, rule_place: -1 }
  const due = { created_at: new Date(), rule_due_at: new Date() }
  await rig.services.db
    .insertInto('tags')
    .values({ ...byRule, ...due, rule })
    .execute()
  const ruled = await rig.check(content('sola/adentro'))
  expect((await rig.problemsOf(ruled.importId)).map(([, field, , reason]) => [field, reason])).toEqual([
    ['group', 'group_by_rule'],
  ])
  await rig.services.db.deleteFrom('tags').where('key', '=', '|sola').execute()
  // with two of their own and the two that are there, one more than 500
  const lines = Array.from(
    { length: 499 },
    (_, n) => `${iccid(n + 1)};Andes Norte;IoT 250 MB;m2m.enlace;${n === 0 ? 'Norte/Camiones' : `g${n}`}`,
  )
  const full = await rig.check(
    `ICC;Empresa;Plan;APN;Grupo\n${[...lines, `${iccid(900)};Andes Norte;IoT 250 MB;m2m.enlace;x/y`].join('\n')}\n`,
  )
  expect(full.counts).toMatchObject({ bad: 499, unchanged: 0, updated: 1 })
})

test('SIMs get locks of their own by file, new ones and known ones; an empty cell leaves a part as it is', async () => {
  const content = (devices: string, places: string) =>
    `ICC;Empresa;Plan;APN;Dispositivos permitidos;Lugares permitidos\n${iccid(1)};Andes Norte;IoT 250 MB;m2m.enlace;${devices};${places}\n`
  const lockOf = () =>
    rig.services.db
      .selectFrom('sim_locks')
      .select(['device_mode', 'device_values', 'area_values'])
      .where('iccid', '=', iccid(1))
      .executeTakeFirst()
  expect(await rig.importFile(content('el primero', 'CL, 730-01'))).toMatchObject({ created: 1 })
  expect(await lockOf()).toEqual({ device_mode: 'learn', device_values: [], area_values: ['CL', '730-01'] })
  await rig.services.db
    .updateTable('sim_locks')
    .set({ device_values: ['356949001234564'] })
    .where('iccid', '=', iccid(1))
    .execute()
  // the device that it holds stays
  expect(await rig.importFile(content('first', ''))).toMatchObject({ updated: 0, unchanged: 1 })
  expect(await rig.importFile(content('35694900', ''))).toMatchObject({ updated: 1, unchanged: 0 })
  expect(await lockOf()).toEqual({ device_mode: 'tac', device_values: ['35694900'], area_values: ['CL', '730-01'] })
  expect(await rig.importFile(content('any', 'any'))).toMatchObject({ updated: 1 })
  expect(await lockOf()).toBeUndefined()
  expect(await rig.importFile(content('any', 'any'))).toMatchObject({ updated: 0, unchanged: 1 })
  const { importId } = await rig.check(content('356949001234560', 'Chile'))
  expect((await rig.problemsOf(importId)).map(([, field, , reason]) => [field, reason])).toEqual([
    ['allowedDevices', 'bad_devices'],
    ['allowedPlaces', 'bad_places'],
  ])
})
