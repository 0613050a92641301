import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import { build } from 'vite'
import { ANA, logInAs } from './support/people.ts'
import { test } from './support/test.ts'

/** The page's code with the protocol's own client in it. */
async function pageCode(): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'error',
    build: {
      write: false,
      minify: false,
      lib: { entry: join(import.meta.dirname, 'browser-client/page.ts'), formats: ['es'], fileName: 'page' },
    },
  })
  const [
    {
      output: [chunk],
    } = { output: [] },
  ] = [built].flat() as { output: { code: string }[] }[]
  return chunk?.code ?? ''
}

/** A site of its own: another port is another origin. */
async function openSite() {
  const code = await pageCode()
  const site = createServer((request, response) => {
    const isCode = request.url === '/page.js'
    response.setHeader('content-type', isCode ? 'text/javascript' : 'text/html')
    response.end(isCode ? code : '<!doctype html><title>Inspector</title><body><script type="module" src="/page.js"></script>')
  })
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve))
  return { origin: `http://127.0.0.1:${(site.address() as AddressInfo).port}`, close: () => site.close() }
}

test('a page of another site is a client: it registers, a person consents, it uses tools, and nothing else of the portal', async ({
  page,
  baseURL,
}) => {
  const portal = new URL(baseURL ?? '').origin
  const site = await openSite()
  await logInAs(page, ANA)
  await page.goto(`${site.origin}/?portal=${encodeURIComponent(portal)}`)
  await expect(page.getByRole('heading', { name: '¿Permitir que Inspector actúe por usted?' })).toBeVisible()
  await page.getByRole('button', { name: 'Permitir' }).click()
  await expect(page.getByText(/^\d+ tools, 2 SIMs$/)).toBeVisible()
  expect(new URL(page.url()).origin).toBe(site.origin)

  const answers = await page.evaluate(async (origin) => {
    const status = (path: string, init: RequestInit) =>
      fetch(origin + path, init).then(
        (response) => response.status,
        (error: Error) => error.name,
      )
    const json = { 'content-type': 'application/json' }
    return {
      withCookie: await status('/mcp', { method: 'POST', credentials: 'include', headers: json, body: '{}' }),
      session: await status('/api/users/session/', { credentials: 'include', headers: { 'x-api-key': 'enlace-web' } }),
      health: await status('/healthz', {}),
      camara: await status('/camara/sim-swap/v2/check', { method: 'POST', headers: json, body: '{}' }),
      withoutToken: await status('/mcp', { method: 'POST', headers: json, body: '{}' }),
      discovery: await status('/.well-known/oauth-authorization-server', {}),
    }
  }, portal)
  expect(answers).toEqual({
    ...{ withCookie: 'TypeError', session: 'TypeError', health: 'TypeError', camara: 'TypeError' },
    ...{ withoutToken: 401, discovery: 200 },
  })
  site.close()
})
