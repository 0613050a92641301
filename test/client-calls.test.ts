import { afterAll, expect, test } from 'vitest'
import { createApiKey } from '#contract/api-keys/api-keys.calls.ts'
import { type Call, isForPeople } from '#contract/call.ts'
import { CALL_NAMES, CONTRACT } from '#contract/contract.ts'
import { ERROR_STATUS } from '#contract/envelope.ts'
import { exampleOf } from '#contract/openapi/openapi-examples.ts'
import { PERMITS } from '#domain/permits.ts'
import { CALLS } from '../client/calls.generated.ts'
import { createClient, EnlaceError } from '../client/client.ts'
import { startPortal } from './portal.ts'

const portal = await startPortal()
const { key } = await portal.data(createApiKey, 'ana', {
  body: { name: 'Program', permits: [...PERMITS], canHibernate: true },
})
const baseUrl = await portal.app.listen({ host: '127.0.0.1', port: 0 })
afterAll(() => portal.close())

const idOf = ({ method, path }: { method: string; path: string }): string => `${method} ${path}`
const methods = Object.entries(CALLS).flatMap(([group, calls]) =>
  Object.entries(calls).map(([name, call]) => ({ group, name, call })),
)

test('each call that a key may make is one method of the client, and no other is', () => {
  const ofKeys = CONTRACT.filter((call) => call.access !== 'admin' && (call.access === 'public' || !isForPeople(call)))
  expect(methods.map(({ call }) => idOf(call)).toSorted()).toEqual(ofKeys.map(idOf).toSorted())
})

/** What a method is called with, as a program would. */
function argumentsOf(call: Call): unknown[] | undefined {
  const example = exampleOf(call)
  if (!example) return undefined
  const input = { ...example.query, ...(example.body as object), ...(call.upload && { type: 'text/csv', file: 'icc\n1\n' }) }
  return [...Object.values(example.params ?? {}), ...(call.query || call.body || call.upload ? [input] : [])]
}

type Answer = Promise<unknown> & AsyncIterable<unknown> & { stream?: ReadableStream }
const client = createClient({ baseUrl, key, language: 'en', retries: 0 }) as unknown as Record<
  string,
  Record<string, (...given: unknown[]) => Answer>
>

/** The whole answer, whatever its kind. */
async function readAnswer(answer: Answer): Promise<void> {
  if (Symbol.asyncIterator in answer) for await (const _ of answer);
  else await ((await answer) as { stream?: ReadableStream } | null)?.stream?.cancel()
}

test('each of them is sent as the portal understands it, whatever it then finds', async () => {
  const byId = new Map(CONTRACT.map((call) => [idOf(call), call]))
  const misunderstood: string[] = []
  let made = 0
  for (const { group, name, call } of methods) {
    const given = argumentsOf(byId.get(idOf(call)) as Call)
    if (!given) continue
    made++
    try {
      await readAnswer(client[group]?.[name]?.(...given) as Answer)
    } catch (error) {
      if (!(error instanceof EnlaceError)) throw error
      expect(Object.keys(ERROR_STATUS)).toContain(error.code)
      if (error.status !== 404 && error.status !== 409) misunderstood.push(`${group}.${name}: ${error.message}`)
    }
  }
  // what logs people in takes no key
  const ofPeople = /^(session\.(logIn|logInWithCode|\w*Enrolment|\w*Password\w*)|deviceLogins\.\w+): /
  expect(misunderstood.filter((sentence) => !ofPeople.test(sentence))).toEqual([])
  expect(made).toBeGreaterThan(CALL_NAMES.size * 0.5)
})

test('a part of the address that is missing makes no other call', () => {
  expect(() => client.sims?.get?.('')).toThrow('GET /sim/{icc} needs icc')
  expect(() => client.sims?.hibernate?.()).toThrow(TypeError)
})
