import type { FastifyInstance } from 'fastify'
import { afterAll, expect, test } from 'vitest'
import { getSession, logIn } from '#contract/identity/identity.calls.ts'
import { buildApp } from '#server/app.ts'
import { PASSWORD } from '#test/fleet.ts'
import { API_KEY, startPortal } from '#test/portal.ts'

const portal = await startPortal()
const plain = portal.app
const { services } = portal
const config = { ...services.config, PUBLIC_URL: 'https://portal.example' }
const secure = await buildApp({ ...services, log: portal.app.log, config })
afterAll(async () => {
  await secure.close()
  await portal.close()
})

const enter = async (app: FastifyInstance, email: string) => {
  const payload = { email, password: PASSWORD }
  const [cookie] = (await app.inject({ method: 'POST', url: `/api${logIn.path}`, headers: API_KEY, payload })).cookies
  if (!cookie) throw new Error(`${email} got no cookie`)
  return cookie
}
const whoIs = async (app: FastifyInstance, cookie: string) => {
  const answer = await app.inject({ url: `/api${getSession.path}`, headers: { ...API_KEY, cookie } })
  return answer.json().data?.userEmail ?? answer.json().code
}

test('behind TLS the session cookie is bound to the host, and only such a one counts', async () => {
  const bound = await enter(secure, 'ana@andes.test')
  expect(bound).toMatchObject({ name: '__Host-enlace_session', secure: true, path: '/', httpOnly: true, sameSite: 'Lax' })
  expect(bound).not.toHaveProperty('domain')
  // as a sibling host, or an attacker on the way, could have set it
  const planted = await enter(plain, 'luis@andes.test')
  expect([planted.name, planted.secure]).toEqual(['enlace_session', undefined])
  const own = `__Host-enlace_session=${bound.value}`
  const foreign = `enlace_session=${planted.value}`
  expect(await whoIs(secure, `${foreign}; ${own}`)).toBe('ana@andes.test')
  expect(await whoIs(secure, foreign)).toBe('not_logged_in')
  expect(await whoIs(secure, `enlace_session=${bound.value}`)).toBe('not_logged_in')
  expect(await whoIs(plain, foreign)).toBe('luis@andes.test')
  expect(await whoIs(plain, own)).toBe('not_logged_in')
})

test('logging out takes both names away, and ends only the session that counted', async () => {
  const bound = await enter(secure, 'ana@andes.test')
  const left = await enter(plain, 'luis@andes.test')
  const cookie = `enlace_session=${left.value}; __Host-enlace_session=${bound.value}`
  const out = await secure.inject({ url: '/logout', headers: { cookie } })
  const gone = out.cookies.map(({ name, value, secure: isSecure, path }) => [name, value, isSecure, path])
  expect(gone).toEqual([
    ['__Host-enlace_session', '', true, '/'],
    ['enlace_session', '', true, '/'],
  ])
  expect(await whoIs(secure, `__Host-enlace_session=${bound.value}`)).toBe('session_expired')
  expect(await whoIs(plain, `enlace_session=${left.value}`)).toBe('luis@andes.test')
})
