import { AsyncLocalStorage } from 'node:async_hooks'
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

/** The connections that a function takes from the pool, whatever else takes some meanwhile. */
async function countConnections(run: () => Promise<unknown>): Promise<number> {
  const own = new AsyncLocalStorage<true>()
  const { pool } = portal.services
  const connect = pool.connect.bind(pool)
  let count = 0
  const spy = vi.spyOn(pool, 'connect').mockImplementation(((...args: Parameters<typeof connect>) => {
    if (own.getStore()) count += 1
    return connect(...args)
  }) as typeof pool.connect)
  await own.run(true, run)
  spy.mockRestore()
  return count
}

test('an unknown e-mail costs the same work as a wrong password: one check of a hash and the same statements', async () => {
  await signIn('ana@andes.test', 'Wrong2026', '198.51.100.1')
  const work = async (email: string) => {
    const began = hashChecks.mock.calls.length
    // connections of this log-in alone: background work takes some of the same pool at any time
    const connections = await countConnections(() => signIn(email, 'Wrong2026', `198.51.100.${email.length}`))
    const checks = hashChecks.mock.calls.slice(began)
    return { connections, checks: checks.map(([stored]) => String(stored).split('$').slice(0, 4).join('$')) }
  }
  const [known, unknown] = [await work('luis@andes.test'), await work('nobody-here@andes.test')]
  expect(known.connections).toBeGreaterThan(2)
  expect(unknown).toEqual(known)
  expect(known.checks).toEqual(['$argon2id$v=19$m=19456,t=2,p=1'])
})
