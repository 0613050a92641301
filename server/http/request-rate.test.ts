import { afterAll, expect, test } from 'vitest'
import { getAddress, getClientConfig, getSession, logIn } from '#contract/identity/identity.calls.ts'
import { PASSWORD } from '#test/fleet.ts'
import { API_KEY, startBeside, startPortal } from '#test/portal.ts'

const portal = await startPortal({ env: { PERSON_REQUESTS_PER_MINUTE: '5' } })
portal.clock.now = new Date('2026-05-04T10:00:20Z')
afterAll(() => portal.close())

test('a user who exceeds the rate is refused in every session, and no other user is', async () => {
  const ana = () => portal.request(getAddress, 'ana')
  const first = await Promise.all([ana(), ana(), ana(), ana(), ana()])
  expect(first.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200, 200])
  const beyond = await ana()
  expect([beyond.statusCode, beyond.json()]).toMatchObject([
    429,
    { code: 'too_many_requests', error: 'Demasiadas peticiones en un minuto. Vuelva a intentarlo en 40 s' },
  ])
  expect(beyond.headers).toMatchObject({
    'retry-after': '40',
    'ratelimit-policy': '"person";q=5;w=60',
    ratelimit: '"person";r=0;t=40',
  })
  const [cookie] = (await portal.request(logIn, undefined, { body: { email: 'ana@andes.test', password: PASSWORD } })).cookies
  const elsewhere = { headers: { cookie: `${cookie?.name}=${cookie?.value}`, 'accept-language': 'en' } }
  expect((await portal.request(getSession, undefined, {}, elsewhere)).json().error).toBe(
    'Too many requests in a minute. Try again in 40 s',
  )
  // public calls are not counted, and other users are not affected
  expect((await portal.request(getClientConfig, 'ana')).statusCode).toBe(200)
  expect((await portal.request(getAddress, 'luis')).headers).not.toHaveProperty('ratelimit')
  portal.clock.now = new Date('2026-05-04T10:01:00Z')
  expect((await ana()).statusCode).toBe(200)
})

test('two processes let a person through as often as one', async () => {
  portal.clock.now = new Date('2026-05-04T10:05:00Z')
  const second = await startBeside(portal)
  const [cookie] = (await portal.request(logIn, undefined, { body: { email: 'ana@andes.test', password: PASSWORD } })).cookies
  const headers = { ...API_KEY, cookie: `${cookie?.name}=${cookie?.value}` }
  const ask = (app: typeof second) => app.inject({ url: `/api${getSession.path}`, headers })
  const answers = await Promise.all(Array.from({ length: 12 }, (_, n) => ask(n % 2 === 0 ? portal.app : second)))
  expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(5)
  expect(answers.filter(({ statusCode }) => statusCode === 429)).toHaveLength(7)
  await second.close()
})
