import { afterAll, expect, test } from 'vitest'
import { getPermitList, savePermit } from '#contract/users/permits.calls.ts'
import { deactivateUser, deleteUser } from '#contract/users/users.calls.ts'
import { PERMITS, type Permit } from '#domain/permits.ts'
import { auditRows } from '#test/audit-rows.ts'
import { COMPANIES, type FleetUser } from '#test/fleet.ts'
import { startPortal } from '#test/portal.ts'

const portal = await startPortal()
afterAll(() => portal.close())

const idOf = (person: FleetUser): number => portal.fleet.people[person].userId
const NONE = { permits: [] as Permit[], canHibernate: '0', admin: '0' } as const
const save = (person: FleetUser, userId: number, more: object) =>
  portal.envelope(savePermit, person, { body: { ...NONE, permits: [], userId, ...more } })

test('the matrix: a row for each user with the names of their permits, the columns apart [S2.47, S3.29, S7.51]', async () => {
  const { columns, rows, total, nextCursor } = await portal.data(getPermitList, 'ana')
  expect(columns.map(({ permit }) => permit)).toEqual([...PERMITS])
  expect(columns.every(({ grantable, title }) => grantable === '1' && title !== '')).toBe(true)
  expect(rows.map(({ userEmail, permits, canHibernate }) => [userEmail, permits.length, canHibernate])).toEqual([
    ['ana@andes.test', 8, '1'],
    ['luis@andes.test', 1, '0'],
    ['nadie@andes.test', 0, '0'],
    ['nora@norte.test', 8, '0'],
  ])
  expect([total, nextCursor]).toEqual([4, null])
})

test('comes in pages for a thousand users', async () => {
  const many = Array.from({ length: 1000 }, (_, n) => ({ company_id: 3, email: `u${n}@andes.test`, name: `U ${n % 300}` }))
  await portal.db.insertInto('users').values(many).execute()
  const seen = new Set<number>()
  let cursor: string | undefined
  do {
    const page = await portal.data(getPermitList, 'ana', { query: { limit: 200, ...(cursor ? { cursor } : {}) } })
    expect(page.total).toBe(1004)
    for (const { userId } of page.rows) seen.add(userId)
    cursor = page.nextCursor ?? undefined
  } while (cursor)
  expect(seen.size).toBe(1004)
  await portal.db.deleteFrom('users').where('name', 'like', 'U %').execute()
})

test('what a user may do is saved for that user, in the usual order, and stands in the audit [S2.47, S7.51]', async () => {
  const answer = await save('ana', idOf('nadie'), { permits: ['plans', 'sims', 'plans'], canHibernate: '1' })
  expect(answer.data).toMatchObject({ permits: ['sims', 'plans'], canHibernate: '1', admin: '0' })
  const [row] = (await portal.data(getPermitList, 'ana', { query: { search: 'nadie' } })).rows
  expect(row).toEqual(answer.data)
  const [entry] = await auditRows(portal, 'user.permits_changed')
  expect(entry).toMatchObject({ actor: 'ana@andes.test', after: { permits: ['sims', 'plans'], canHibernate: true } })
  // what another one saved meanwhile is not written over
  const late = await save('ana', idOf('nadie'), { permits: ['hys'], updatedAt: '2026-01-01T00:00:00.000000+00:00' })
  expect(late.code).toBe('conflict')
})

test('an actor cannot grant rights they lack, change users elsewhere or with more rights, or change their own', async () => {
  await portal.db.updateTable('users').set({ permits: [], can_hibernate: false }).where('user_id', '=', idOf('nadie')).execute()
  await portal.db
    .updateTable('users')
    .set({ permits: ['users', 'sims'] })
    .where('user_id', '=', idOf('luis'))
    .execute()
  expect((await save('luis', idOf('nadie'), { permits: ['sims'] })).status).toBe(true)
  expect((await save('luis', idOf('nadie'), { permits: ['sims', 'plans'] })).code).toBe('not_allowed')
  expect((await save('luis', idOf('nadie'), { permits: ['sims'], canHibernate: '1' })).code).toBe('not_allowed')
  expect((await save('luis', idOf('ana'), { permits: [] })).code).toBe('not_allowed')
  expect((await save('luis', idOf('luis'), { permits: ['users'] })).code).toBe('not_allowed')
  expect((await save('luis', idOf('flota'), {})).code).toBe('not_found')
  expect((await save('luis', idOf('reseller'), {})).code).toBe('not_found')
  expect((await save('admin', idOf('reseller'), { admin: '1' })).code).toBe('not_allowed')
})

/** A second administrator, logged in by the e-mail of a person whose row they take over. */
async function promote(person: FleetUser): Promise<number> {
  await portal.db
    .updateTable('users')
    .set({ company_id: COMPANIES.operator, is_admin: true, can_hibernate: true, permits: [...PERMITS] })
    .where('user_id', '=', idOf(person))
    .execute()
  return idOf(person)
}

test('of two administrators who demote each other at the same time one is refused, whichever is first', async () => {
  await promote('flota')
  const [admin, other] = [idOf('admin'), idOf('flota')]
  for (let round = 0; round < 5; round++) {
    await portal.db
      .updateTable('users')
      .set({ is_admin: true, permits: [...PERMITS] })
      .where('user_id', 'in', [admin, other])
      .execute()
    portal.clock.now = new Date(portal.clock.now.getTime() + 3_000)
    // both pools of the portal have many connections: each request has its own
    const answers = await Promise.all([save('admin', other, {}), save('flota', admin, {})])
    expect(answers.map(({ status }) => status).sort()).toEqual([false, true])
    const left = await portal.db.selectFrom('users').select('user_id').where('is_admin', '=', true).execute()
    expect(left).toHaveLength(1)
  }
  await promote('admin')
})

test('the last administrator who can log in cannot be removed by any actor', async () => {
  const [admin, second] = [idOf('admin'), await promote('flota')]
  portal.clock.now = new Date(portal.clock.now.getTime() + 3_000)
  const { password_hash } = await portal.db
    .selectFrom('users')
    .select('password_hash')
    .where('user_id', '=', second)
    .executeTakeFirstOrThrow()
  await portal.data(getPermitList, 'flota')
  const setPassword = (hash: string | null) =>
    portal.db.updateTable('users').set({ password_hash: hash }).where('user_id', '=', second).execute()
  // the other one is at work, and has no way to come back
  await setPassword(null)
  const all = { permits: [...PERMITS], canHibernate: '1', admin: '1' }
  const refused = [
    await save('flota', admin, { ...all, admin: '0' }),
    await save('flota', admin, { ...all, permits: PERMITS.filter((permit) => permit !== 'users') }),
    await portal.envelope(deactivateUser, 'flota', { params: { id: admin }, body: {} }),
    await portal.envelope(deleteUser, 'flota', { params: { id: admin } }),
  ]
  expect(refused.map(({ code }) => code)).toEqual(Array(4).fill('last_administrator'))
  await setPassword(password_hash)
  expect((await portal.envelope(deactivateUser, 'flota', { params: { id: admin }, body: {} })).status).toBe(true)
})
