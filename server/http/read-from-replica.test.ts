import type { FastifyInstance } from 'fastify'
import pino from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildApp } from '#server/app.ts'
import type { Cell, Cells } from '#server/cells/cells.ts'
import { currentMark, type ReadReplica } from '#server/cells/read-replica.ts'
import { createDatabase } from '#server/db/database.ts'
import { createPool } from '#server/db/pool.ts'
import { PASSWORD } from '#test/fleet.ts'
import { API_KEY, type Portal, startPortal } from '#test/portal.ts'

let portal: Portal
let app: FastifyInstance
let gone: Cells
/** what the server asked of the replica */
const asked: (string | undefined)[] = []
let answer: () => Cells | undefined = () => undefined

beforeAll(async () => {
  portal = await startPortal()
  const { services } = portal
  const replica: ReadReplica = {
    cellsAfter: async (mark) => {
      asked.push(mark)
      return answer()
    },
    untilReplayed: async () => undefined,
    close: async () => undefined,
  }
  app = await buildApp({ ...services, checkAnswers: false, replica, log: pino({ level: 'silent' }) })
  const pool = createPool({ connectionString: 'postgres://enlace@127.0.0.1:1/enlace', max: 1 })
  const away = (cell: Cell): Cell => ({ ...cell, pool, db: createDatabase(pool) })
  gone = { ...services.cells, home: away(services.cells.home), of: async (id) => away(await services.cells.of(id)) }
})
afterAll(async () => {
  await app.close()
  await portal.close()
})

async function logIn(): Promise<Record<string, string>> {
  const payload = { email: portal.fleet.people.ana.email, password: PASSWORD }
  const { cookies } = await app.inject({ method: 'POST', url: '/api/users/session/', headers: API_KEY, payload })
  return { [cookies[0]?.name ?? '']: cookies[0]?.value ?? '' }
}

test('a replica is read from up to where it has replayed', async () => {
  const { replica, pool } = portal.services
  if (!replica) throw new Error('the portal has no replica')
  expect(await replica.cellsAfter(undefined)).toBeDefined()
  expect(await replica.cellsAfter(await currentMark(pool))).toBeDefined()
  expect(await replica.cellsAfter('FFFFFFF0/0')).toBeUndefined()
  // what a client made up is no mark
  expect(await replica.cellsAfter("0/0' OR 1=1")).toBeDefined()
  await replica.untilReplayed()
})

test('after a change its author reads what has it, and everything else is read where the replica is', async () => {
  const cookies = await logIn()
  const [sim] = portal.fleet.sims.filter(({ companyId }) => companyId === portal.fleet.people.ana.companyId)
  const url = `/api/sim/${sim?.iccid}`
  asked.length = 0
  await app.inject({ url, headers: API_KEY, cookies })
  expect(asked).toEqual([''])
  const payload = { icc: sim?.iccid, customField1: 'seen at once' }
  const changed = await app.inject({ method: 'POST', url: '/api/sim/editCustom', headers: API_KEY, cookies, payload })
  const cookie = changed.cookies.find(({ name }) => name === 'enlace_read_after')
  expect(cookie).toMatchObject({ httpOnly: true, maxAge: 60, value: changed.headers['x-read-after'] })
  expect(cookie?.value).toMatch(/^[0-9A-F]+\/[0-9A-F]+$/)
  expect(asked).toHaveLength(1)
  await app.inject({ url, headers: API_KEY, cookies: { ...cookies, enlace_read_after: cookie?.value ?? '' } })
  expect(asked).toEqual(['', cookie?.value])
})

test('a replica that goes away meanwhile costs no request', async () => {
  const cookies = await logIn()
  answer = () => gone
  asked.length = 0
  const read = await app.inject({ url: '/api/dashboard', headers: API_KEY, cookies })
  expect(asked).toEqual([''])
  expect(read.statusCode).toBe(200)
})
