import { afterAll, expect, test } from 'vitest'
import { type Call, changesSomething } from '#contract/call.ts'
import { CONTRACT } from '#contract/contract.ts'
import { getSession, logIn } from '#contract/identity/identity.calls.ts'
import { listSims } from '#contract/sims/sims.calls.ts'
import { beginPortalView, endPortalView } from '#contract/users/portal-view.calls.ts'
import { type FleetUser, PASSWORD } from '#test/fleet.ts'
import { startPortal } from '#test/portal.ts'

const portal = await startPortal()
afterAll(() => portal.close())

const idOf = (person: FleetUser): number => portal.fleet.people[person].userId

/** A browser of its own: it keeps the cookie that it was given last. */
function browser() {
  let cookie = ''
  const ask = async (call: Call, args: { params?: object; query?: object; body?: object } = {}) => {
    const response = await portal.request(call, undefined, args, { headers: cookie ? { cookie } : {} })
    const made = response.cookies.find(({ name }) => name === 'enlace_session')
    if (made) cookie = `${made.name}=${made.value}`
    return response
  }
  return { ask, cookieNow: () => cookie }
}

async function admin() {
  const it = browser()
  await it.ask(logIn, { body: { email: 'admin@enlace.test', password: PASSWORD } })
  return it
}
const audited = () =>
  portal.db
    .selectFrom('audit_log')
    .select(['action', 'actor', 'entity_id'])
    .where('action', 'like', 'portal_view%')
    .orderBy('audit_id')
    .execute()

test('an administrator sees what the user sees, changes nothing, and is themselves again; both ends are audited', async () => {
  const { ask, cookieNow } = await admin()
  const before = cookieNow()
  expect((await ask(beginPortalView, { body: { userId: idOf('luis') } })).statusCode).toBe(200)
  expect((await ask(getSession)).json().data).toMatchObject({
    ...{ userEmail: 'luis@andes.test', menu: ['sims'], admin: '0', viewedBy: 'admin', popup1: '0' },
  })
  expect((await ask(listSims, { body: {} })).body.trim().split('\n')).toHaveLength(86)
  // the session that was the administrator's own is no door beside it
  expect((await portal.request(getSession, undefined, {}, { headers: { cookie: before } })).json().code).toBe('session_expired')
  expect((await ask(endPortalView)).statusCode).toBe(200)
  expect((await ask(getSession)).json().data).toMatchObject({ userEmail: 'admin@enlace.test', admin: '1', viewedBy: '' })
  const about = { actor: 'admin@enlace.test', entity_id: String(idOf('luis')) }
  expect(await audited()).toEqual([
    { action: 'portal_view.began', ...about },
    { action: 'portal_view.ended', ...about },
  ])
})

test('every call that changes something is refused with a code of its own, and every other one is not', async () => {
  const { ask } = await admin()
  await ask(beginPortalView, { body: { userId: idOf('ana') } })
  const guarded = CONTRACT.filter(({ access }) => access !== 'public' && access !== 'admin')
  for (const call of guarded.filter((one) => one !== endPortalView && !one.events && !one.file)) {
    const names = [...call.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => [name, '1'] as const)
    const response = await ask(call, { params: Object.fromEntries(names), body: call.body ? {} : undefined } as object)
    const code = response.headers['content-type']?.toString().includes('json') ? response.json().code : undefined
    expect([call.path, code === 'viewing_only']).toEqual([call.path, changesSomething(call)])
  }
})

test('a portal view shows no more than the administrator may see', async () => {
  const { ask } = await admin()
  expect((await ask(beginPortalView, { body: { userId: idOf('admin') } })).json().code).toBe('conflict')
  await portal.db
    .updateTable('users')
    .set({ permits: ['users', 'sims'] })
    .where('user_id', '=', idOf('admin'))
    .execute()
  portal.clock.now = new Date(portal.clock.now.getTime() + 2_001)
  expect((await ask(beginPortalView, { body: { userId: idOf('ana') } })).json().code).toBe('conflict')
  expect((await ask(beginPortalView, { body: { userId: idOf('luis') } })).statusCode).toBe(200)
  // a right that the user is given meanwhile and the administrator does not hold ends the view
  await portal.db
    .updateTable('users')
    .set({ permits: ['sims', 'plans'] })
    .where('user_id', '=', idOf('luis'))
    .execute()
  portal.clock.now = new Date(portal.clock.now.getTime() + 2_001)
  expect((await ask(getSession)).json().code).toBe('session_expired')
})
