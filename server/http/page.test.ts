import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { loadConfig } from '#server/config.ts'
import { MAIL_STYLE } from '#server/mail/mail-layout.ts'
import { installErrorHandler } from './error-handler.ts'
import { servePage } from './page.ts'

const SCRIPT = "document.documentElement.dataset.theme = 'dark'\n"
const STYLE = ':root{color:#000}'
const BUILT = `<!doctype html><head><meta name="client-key" content="enlace-web" /><script>${SCRIPT}</script>
<style>${STYLE}</style><script type="module" src="/assets/index-1.js"></script></head><body></body>`

const folder = mkdtempSync(join(tmpdir(), 'enlace-page-'))
const apps: FastifyInstance[] = []

beforeAll(() => {
  mkdirSync(join(folder, 'assets'))
  writeFileSync(join(folder, 'index.html'), BUILT)
  writeFileSync(join(folder, 'index.html.br'), 'stale')
  writeFileSync(join(folder, 'assets/index-1.js'), 'export {}')
})
afterEach(async () => {
  for (const app of apps.splice(0)) await app.close()
})
afterAll(() => rmSync(folder, { recursive: true }))

async function start(env: Record<string, string> = {}, from = folder): Promise<FastifyInstance> {
  const app = Fastify()
  installErrorHandler(app)
  await servePage(app, loadConfig(env), from)
  apps.push(app)
  return app
}

const policyOf = async (env: Record<string, string> = {}): Promise<Record<string, string[]>> => {
  const { headers } = await (await start(env)).inject('/')
  const directives = String(headers['content-security-policy']).split('; ')
  return Object.fromEntries(directives.map((text) => text.split(' ')).map(([name = '', ...sources]) => [name, sources]))
}

const hash = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

test('every path that is no call and no file is the page', async () => {
  const app = await start()
  for (const url of ['/', '/sims', '/sims/89560300041827741933?tab=device', '/index.html']) {
    const { statusCode, headers, body } = await app.inject(url)
    expect([statusCode, headers['content-type'], body], url).toEqual([200, 'text/html; charset=utf-8', BUILT])
  }
  for (const url of ['/api/nothing', '/assets/gone-2.js']) expect((await app.inject(url)).statusCode, url).toBe(404)
  expect((await app.inject({ method: 'POST', url: '/sims' })).statusCode).toBe(404)
})

test('files with a hash in their name are kept, the document is asked for each time', async () => {
  const app = await start()
  expect((await app.inject('/assets/index-1.js')).headers['cache-control']).toBe('public, max-age=31536000, immutable')
  const first = await app.inject('/')
  expect(first.headers['cache-control']).toBe('no-cache')
  const again = await app.inject({ url: '/sims', headers: { 'if-none-match': String(first.headers.etag) } })
  expect([again.statusCode, again.body]).toEqual([304, ''])
})

test('the document comes compressed as the browser takes it', async () => {
  const app = await start({ WEB_API_KEY: 'another-key' })
  const inEncoding = (encoding: string) => app.inject({ url: '/', headers: { 'accept-encoding': encoding } })
  const plain = (await inEncoding('')).body
  const brotli = await inEncoding('gzip, deflate, br')
  expect(brotli.headers['content-encoding']).toBe('br')
  expect(brotliDecompressSync(brotli.rawPayload).toString()).toBe(plain)
  const gzip = await inEncoding('gzip, br;q=0')
  expect(gzip.headers['content-encoding']).toBe('gzip')
  expect(gunzipSync(gzip.rawPayload).toString()).toBe(plain)
  expect(brotli.headers.etag).not.toBe(gzip.headers.etag)
})

test('the server writes its own client key into the page [S7.02]', async () => {
  const app = await start({ WEB_API_KEY: 'a"<&>key' })
  expect((await app.inject('/')).body).toContain('<meta name="client-key" content="a&quot;&lt;&amp;&gt;key" />')
})

test('a build without a place for the key is refused at start', async () => {
  const other = mkdtempSync(join(tmpdir(), 'enlace-page-'))
  writeFileSync(join(other, 'index.html'), '<!doctype html>')
  await expect(start({}, other)).rejects.toThrow('client-key')
  rmSync(other, { recursive: true })
})

test('without a build only the API is served', async () => {
  const app = await start({}, join(folder, 'nowhere'))
  expect((await app.inject('/')).statusCode).toBe(404)
})

test('the policy lets run what is ours and the very text that stands in the page, nothing else', async () => {
  const policy = await policyOf()
  expect(policy['default-src']).toEqual(["'none'"])
  expect(policy['script-src']).toEqual(["'self'", hash(SCRIPT)])
  expect(policy['style-src']).toEqual(["'self'", hash(STYLE), hash(MAIL_STYLE)])
  expect(policy['connect-src']).toEqual(["'self'"])
  expect(policy['frame-src']).toEqual(['blob:'])
  expect(policy['base-uri']).toEqual(["'none'"])
  expect(policy['frame-ancestors']).toEqual(["'none'"])
  expect(Object.values(policy).flat().join(' ')).not.toMatch(/unsafe|\*|https?:/)
})

test.each([
  ['https://tiles.example/{z}/{x}/{y}.png', 'https://tiles.example'],
  ['https://{s}.tiles.example:8443/{z}/{x}/{y}{r}.png#© Tiles', 'https://*.tiles.example:8443'],
])('tiles of %s are allowed from %s', async (address, source) => {
  const policy = await policyOf({ MAP_TILES_URL: address })
  expect(policy['img-src']).toContain(source)
  expect(policy['connect-src']).toEqual(["'self'", source])
  expect(policy['script-src']).not.toContain(source)
})

test('tiles of our own need no leave', async () => {
  expect((await policyOf({ MAP_TILES_URL: '/tiles/{z}/{x}/{y}.png' }))['connect-src']).toEqual(["'self'"])
})

test('a support chat may run its script, show its frame and keep its line open', async () => {
  const policy = await policyOf({ SUPPORT_CHAT_URL: 'https://chat.example/load.js?site=7' })
  expect(policy['script-src']).toContain('https://chat.example')
  expect(policy['frame-src']).toEqual(['blob:', 'https://chat.example'])
  expect(policy['connect-src']).toEqual(["'self'", 'https://chat.example', 'wss://chat.example'])
})
