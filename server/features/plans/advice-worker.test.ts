import pino from 'pino'
import { afterAll, expect, test } from 'vitest'
import { askPlanAdvice, getPlanAdvice } from '#contract/plans/plan-advice.calls.ts'
import { COMPANIES } from '#test/fleet.ts'
import { startPortal } from '#test/portal.ts'
import { startAdviceWorker } from './advice-worker.ts'

const { andes, andesNorte } = COMPANIES
const portal = await startPortal()
afterAll(() => portal.close())

const start = () => startAdviceWorker(portal.services, pino({ level: 'silent' }))
const ask = (company: number) => portal.data(askPlanAdvice, 'ana', { body: { company, cycles: 1 } })
const read = (company: number) => portal.data(getPlanAdvice, 'ana', { query: { company } })
const change = (company: number, values: { attempts?: number; due_at?: Date; options?: string }) =>
  portal.db.updateTable('plan_advices').set(values).where('company_id', '=', company).where('state', '=', 'running').execute()

test('a thread computes what companies ask for, also what a dead process left', async () => {
  const { running } = await ask(andes)
  await change(andes, { attempts: 1, due_at: new Date(portal.clock.now.getTime() + 5_000) })
  await ask(andesNorte)
  const end = await start()
  await expect.poll(async () => (await read(andesNorte)).last?.result.sims).toBeGreaterThan(0)
  expect((await read(andes)).running).toMatchObject({ adviceId: running?.adviceId })
  portal.clock.now = new Date(portal.clock.now.getTime() + 5_000)
  await expect.poll(async () => (await read(andes)).last?.adviceId).toBe(running?.adviceId)
  await end()
})

test('what cannot be computed has failed, as what ended three processes', async () => {
  await ask(andes)
  await change(andes, { options: '{}' })
  await ask(andesNorte)
  await change(andesNorte, { attempts: 3 })
  const end = await start()
  const askedAt = portal.clock.now.toISOString()
  await expect.poll(async () => (await read(andes)).failedAt).toBe(askedAt)
  await expect.poll(async () => (await read(andesNorte)).failedAt).toBe(askedAt)
  await end()
})

test('a process that ends leaves what it computes to the next one, which begins at once', async () => {
  await ask(andes)
  const end = await start()
  const begun = () =>
    portal.db.selectFrom('plan_advices').select('attempts').where('company_id', '=', andes).where('attempts', '=', 1).execute()
  await expect.poll(async () => (await begun()).length).toBe(1)
  await end()
  const endNext = await start()
  await expect.poll(async () => (await read(andes)).running).toBeNull()
  await endNext()
})
