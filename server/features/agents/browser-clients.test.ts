import { afterAll, describe, expect, test } from 'vitest'
import { startPortal } from '#test/portal.ts'

const portal = await startPortal()
afterAll(() => portal.close())

/** What pages of other sites may call: each takes a token or a code that the page has itself, or says what anyone may read. */
const OPEN: Readonly<Record<string, string>> = {
  '/mcp': 'GET, POST, DELETE',
  '/oauth/register': 'POST',
  '/oauth/token': 'POST',
  '/oauth/revoke': 'POST',
  '/.well-known/oauth-authorization-server': 'GET',
  '/.well-known/oauth-protected-resource': 'GET',
  '/.well-known/oauth-protected-resource/mcp': 'GET',
  '/.well-known/oauth-protected-resource/camara': 'GET',
}

/** The paths of all routes, from the tree that the framework prints: a line has its parent's path before it. */
function allPaths(): string[] {
  const parents: string[] = []
  const paths = portal.app
    .printRoutes({ commonPrefix: false })
    .split('\n')
    .flatMap((line) => {
      const [, indent = '', path = '', methods] = /^(.*[└├]── )(\S*?)(?: \(([A-Z, ]+)\))?$/.exec(line) ?? []
      if (indent === '') return []
      const depth = indent.length / 4 - 1
      const whole = (depth === 0 ? '' : (parents[depth - 1] ?? '')) + path
      parents[depth] = whole
      return methods === undefined ? [] : [whole]
    })
  return [...new Set(paths)].filter((path) => path.startsWith('/'))
}

const FOREIGN = 'https://client.example'
const shared = (headers: Readonly<Record<string, unknown>>) =>
  Object.keys(headers).filter((name) => name.startsWith('access-control-'))

async function ask(path: string) {
  const url = path.replaceAll(/:\w+/g, '1').replace('*', 'x')
  const preflight = {
    origin: FOREIGN,
    'access-control-request-method': 'POST',
    'access-control-request-headers': 'authorization',
  }
  return {
    options: await portal.app.inject({ method: 'OPTIONS', url, headers: preflight }),
    get: await portal.app.inject({ method: 'GET', url, headers: { origin: FOREIGN } }),
    post: await portal.app.inject({ method: 'POST', url, headers: { origin: FOREIGN } }),
  }
}

test('the routes are found', () => {
  expect(allPaths().length).toBeGreaterThan(250)
  expect(allPaths()).toEqual(
    expect.arrayContaining([
      ...Object.keys(OPEN),
      ...['/api/users/session', '/api/sim/:icc', '/camara/sim-swap/v2/check', '/healthz'],
    ]),
  )
})

describe('a page of another site', () => {
  test.each(Object.entries(OPEN))('may call %s', async (path, methods) => {
    const { options, get, post } = await ask(path)
    expect([options.statusCode, options.body]).toEqual([204, ''])
    expect(options.headers).toMatchObject({
      'access-control-allow-origin': '*',
      'access-control-allow-methods': methods,
      'access-control-allow-headers': expect.stringMatching(/^authorization, .*mcp-protocol-version, mcp-session-id/),
    })
    // an answer that refuses has to be read as well: it says where to get a token
    for (const { headers } of methods.startsWith('GET') ? [get] : [post]) {
      expect(headers['access-control-allow-origin']).toBe('*')
      expect(headers['access-control-expose-headers']).toContain('www-authenticate, mcp-session-id')
      expect(headers).not.toHaveProperty('access-control-allow-credentials')
      expect(headers).not.toHaveProperty('set-cookie')
    }
  })

  test('may call nothing else', async () => {
    const others = [...allPaths(), '/', '/sims', '/authorize', '/oauth/x', '/.well-known/x', '/camara/x', '/api/x', '/mcp/x']
    const answers = new Map<string, string[]>()
    for (const path of others.filter((one) => OPEN[one] === undefined)) {
      const { options, get, post } = await ask(path)
      const found = [...shared(options.headers), ...shared(get.headers), ...shared(post.headers)]
      if (found.length > 0 || options.statusCode < 400) answers.set(path, [String(options.statusCode), ...found])
    }
    expect(Object.fromEntries(answers)).toEqual({})
  })
})

test.each([
  ['text/plain', 'not JSON'],
  ['application/json', '{'],
  ['application/json', JSON.stringify({ big: 'x'.repeat(300_000) })],
])('what the framework refuses is readable, too: %s', async (type, payload) => {
  for (const url of ['/mcp', '/oauth/token', '/oauth/register']) {
    const headers = { origin: FOREIGN, 'content-type': type }
    const answer = await portal.app.inject({ method: 'POST', url, headers, payload })
    expect(answer.statusCode).toBeGreaterThanOrEqual(400)
    expect(answer.headers['access-control-allow-origin'], url).toBe('*')
  }
})
