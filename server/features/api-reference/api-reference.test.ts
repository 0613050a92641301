import { Validator } from '@seriousme/openapi-schema-validator'
import { afterAll, expect, test } from 'vitest'
import { createApiKey } from '#contract/api-keys/api-keys.calls.ts'
import { CONTRACT } from '#contract/contract.ts'
import type { OpenApi, Operation } from '#contract/openapi/openapi.ts'
import { PERMITS } from '#domain/permits.ts'
import { startPortal } from '#test/portal.ts'
import { runCurl } from '#test/run-curl.ts'
import { GUIDE } from './guide.ts'

const portal = await startPortal()
const document: OpenApi = (await portal.app.inject('/api/openapi.json')).json()
const { key } = await portal.data(createApiKey, 'ana', {
  body: { name: 'Ejemplos', permits: [...PERMITS], canHibernate: true },
})
const variables = {
  ENLACE_URL: await portal.app.listen({ host: '127.0.0.1', port: 0 }),
  ENLACE_KEY: key,
  ICC: portal.fleet.sims.find((sim) => sim.companyId === 3 && sim.status === 2)?.iccid ?? '',
}
afterAll(() => portal.close())

const operations = (): Operation[] =>
  Object.values(document.paths).flatMap((item) => Object.values(item).filter((one) => one !== undefined))

test('the document is OpenAPI 3.1 and has every call of the contract, each by a name of its own', async () => {
  const verdict = await new Validator().validate(document as unknown as Record<string, unknown>)
  expect(verdict.errors).toBeUndefined()
  expect(verdict.valid).toBe(true)
  const names = operations().map(({ operationId }) => operationId)
  expect(new Set(names).size).toBe(CONTRACT.length)
  expect(names).not.toContain('')
  const ours = operations().filter((operation) => operation['x-ours'])
  expect(ours).toHaveLength(CONTRACT.filter((call) => !call.inSpec).length)
})

test('a list is documented in both of its forms, and a call with its access', () => {
  const list = document.paths['/alarm/alarms']?.get
  expect(
    Object.keys(list?.responses[200] && 'content' in list.responses[200] ? (list.responses[200].content ?? {}) : {}),
  ).toEqual(['text/tab-separated-values', 'application/json'])
  expect([list?.security[0], list?.['x-access']]).toEqual([{ companyKey: [] }, 'alarmas'])
  expect(document.paths['/networks']?.get?.security).toEqual([{ clientKey: [], session: [] }])
})

test.each(GUIDE.flatMap(({ id, curl }) => (curl ? [[id, curl] as const] : [])))(
  'the example of the guide about %s works as it stands there',
  async (_, curl) => {
    const answer = await runCurl(curl, variables)
    expect([answer.status, await answer.text().then((text) => text.length > 0)]).toEqual([200, true])
  },
)

test('the example of every call that a program can make is understood, whatever it then finds', async () => {
  const all = operations().flatMap((operation) => operation['x-codeSamples']?.map(({ source }) => source) ?? [])
  expect(all.length).toBeGreaterThan(CONTRACT.length * 0.8)
  const examples = all.filter((source) => source.includes('$ENLACE_KEY'))
  expect(examples.length).toBeGreaterThan(CONTRACT.length * 0.4)
  const answers = await Promise.all(
    examples.map(async (source) => {
      const answer = await runCurl(source, variables)
      return { source, status: answer.status, body: (await answer.text()).slice(0, 300) }
    }),
  )
  expect(answers.filter(({ status }) => ![200, 404, 409].includes(status))).toEqual([])
})

test('the page to read has every call, in both languages, and lets no script in but its own', async () => {
  for (const language of ['es', 'en'] as const) {
    const page = await portal.app.inject({ url: '/api/docs', headers: { 'accept-language': language } })
    expect(page.headers['content-security-policy']).toContain("default-src 'none'; script-src 'self'")
    expect(page.body.includes(`<html lang="${language}"`)).toBe(true)
    expect(/<script(?! src="\/api\/docs\/)|<[a-z]+[^>]* (style|on[a-z]+)=/.test(page.body)).toBe(false)
    expect(operations().filter(({ operationId }) => !page.body.includes(`id="${operationId}"`))).toEqual([])
  }
  const again = await portal.app.inject({ url: '/api/docs', headers: { 'accept-encoding': 'gzip' } })
  const { etag } = again.headers
  const known = await portal.app.inject({
    url: '/api/docs',
    headers: { 'if-none-match': String(etag), 'accept-encoding': 'gzip' },
  })
  expect([again.headers['content-encoding'], known.statusCode]).toEqual(['gzip', 304])
})
