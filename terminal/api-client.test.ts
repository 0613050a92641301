import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ApiClient } from './api-client.ts'
import { callNamed } from './commands.ts'
import { EXIT } from './failure.ts'
import { openRows } from './list-pages.ts'

type Answer = (request: IncomingMessage, response: ServerResponse) => void
const answers: Answer[] = []
const seen: IncomingMessage[] = []
const server = createServer((request, response) => {
  seen.push(request)
  answers.shift()?.(request, response)
})
let client: ApiClient
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  client = new ApiClient({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, key: 'enl_test' })
})
afterAll(() => server.close())

const json = (status: number, body: object, headers: Record<string, string> = {}): Answer => {
  return (_, response) =>
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))
}
const failureOf = async (name: string): Promise<unknown> => client.data(callNamed(name), {}).catch((error) => error)

async function linesIn(batches: AsyncGenerator<string[]>): Promise<string[]> {
  const lines: string[] = []
  for await (const batch of batches) lines.push(...batch)
  return lines
}

test('a change that is asked to wait is repeated as the same request', async () => {
  seen.length = 0
  const cut: Answer = (request) => request.socket.destroy()
  answers.push(
    json(429, {}, { 'retry-after': '0' }),
    cut,
    json(503, {}, { 'retry-after': '0' }),
    json(200, { data: 7, message: '' }),
  )
  expect(await client.data(callNamed('massHibernation'), { body: { icc: ['1'] } })).toEqual({ data: 7, message: '' })
  const keys = seen.map(({ headers }) => headers['idempotency-key'])
  expect([keys.length, new Set(keys).size, keys[0]]).toEqual([4, 1, expect.stringMatching(/^[\da-f-]{35}$/)])
})

test('what may not be repeated is not, and nothing waits for an hour', async () => {
  answers.push((request) => request.socket.destroy())
  expect(await failureOf('logIn')).toMatchObject({ code: EXIT.unreachable })
  answers.push(json(429, { error: 'Too many requests.' }, { 'retry-after': '3600' }))
  expect(await failureOf('getSession')).toMatchObject({ code: EXIT.tooMany, message: 'Too many requests.' })
})

test('a key follows no redirect, and the page of a proxy is no answer', async () => {
  answers.push((_, response) => response.writeHead(302, { location: 'https://other.example/' }).end())
  expect(await failureOf('getSession')).toMatchObject({ message: expect.stringContaining('is at https://other.example/') })
  answers.push((_, response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<p>'))
  expect(await failureOf('getSession')).toMatchObject({ code: EXIT.unreachable })
})

test('a refusal is one sentence with its fields, an error of the portal has the number to quote', async () => {
  answers.push(
    json(400, {
      error: 'Check the fields.',
      fields: { limit: 'At most 1000.', icc: 'Not \u001b[31mdigits' },
      code: 'invalid_request',
    }),
  )
  expect(await failureOf('getSession')).toMatchObject({
    code: EXIT.usage,
    message: 'Check the fields (limit: At most 1000; icc: Not  [31mdigits).',
  })
  answers.push(json(500, { error: 'It failed.', requestId: 'abc' }))
  expect(await failureOf('getSession')).toMatchObject({ code: EXIT.unreachable, message: 'It failed. Request abc.' })
})

test('pages are read by their cursors, and a list that is cut off says so', async () => {
  const page = (text: string, headers: Record<string, string> = {}): Answer => {
    return (_, response) => response.writeHead(200, { 'content-type': 'text/tab-separated-values', ...headers }).end(text)
  }
  seen.length = 0
  answers.push(page('operationId\tkind\n3\tsms\n2\tsms\n', { 'x-next-cursor': 'c' }), page('operationId\tkind\n1\tsms\n'))
  const { names, rows } = await openRows(client, callNamed('listOperations'), {})
  expect([names, await linesIn(rows)]).toEqual([
    ['operationId', 'kind'],
    ['3\tsms', '2\tsms', '1\tsms'],
  ])
  expect(seen.map(({ url }) => url)).toEqual(['/api/operations?limit=1000', '/api/operations?limit=1000&cursor=c'])
  answers.push((_, response) => {
    response.writeHead(200, { 'content-type': 'text/tab-separated-values', 'content-length': '1000' })
    response.write('icc\n1\n', () => response.destroy())
  })
  const cut = await openRows(client, callNamed('listSims'), {})
  await expect(linesIn(cut.rows)).rejects.toMatchObject({ code: EXIT.unreachable })
})
