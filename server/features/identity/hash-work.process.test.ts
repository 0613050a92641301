import { verify } from '@node-rs/argon2'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { logIn } from '#contract/identity/identity.calls.ts'
import { type Portal, startPortal } from '#test/portal.ts'

vi.mock('@node-rs/argon2', async (original) => {
  const real = await original<typeof import('@node-rs/argon2')>()
  return { ...real, verify: vi.fn(real.verify) }
})
const hashChecks = vi.mocked(verify)

let portal: Portal
beforeAll(async () => {
  portal = await startPortal()
})
afterAll(() => portal.close())

const signIn = (email: string, password: string, remoteAddress: string) =>
  portal.request(logIn, undefined, { body: { email, password } }, { remoteAddress })

test('an unknown e-mail costs the same work as a wrong password: one check of a hash and the same statements', async () => {
  await signIn('ana@andes.test', 'Wrong2026', '198.51.100.1')
  const work = async (email: string) => {
    const began = hashChecks.mock.calls.length
    const query = vi.spyOn(portal.services.pool, 'connect')
    await signIn(email, 'Wrong2026', `198.51.100.${email.length}`)
    const connections = query.mock.calls.length
    query.mockRestore()
    const checks = hashChecks.mock.calls.slice(began)
    return { connections, checks: checks.map(([stored]) => String(stored).split('$').slice(0, 4).join('$')) }
  }
  const [known, unknown] = [await work('luis@andes.test'), await work('nobody-here@andes.test')]
  expect(unknown).toEqual(known)
  expect(known.checks).toEqual(['$argon2id$v=19$m=19456,t=2,p=1'])
})
