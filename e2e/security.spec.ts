import { expect } from '@playwright/test'
import { getSession } from '#contract/identity/identity.calls.ts'
import { ANA, logInAs } from './support/people.ts'
import { OFFENDS, test } from './support/test.ts'

test.describe('the content security policy', () => {
  test('runs no script and takes no style that was put into the page', { annotation: OFFENDS }, async ({ page }) => {
    await page.goto('/login')
    const offences = await page.evaluate(async () => {
      const seen: string[] = []
      document.addEventListener('securitypolicyviolation', (event) => seen.push(event.effectiveDirective))
      const script = document.createElement('script')
      script.textContent = 'document.documentElement.dataset.broken = "yes"'
      const style = document.createElement('style')
      style.textContent = 'body { display: none }'
      const foreign = document.createElement('script')
      foreign.src = 'https://elsewhere.test/x.js'
      document.head.append(script, style, foreign)
      await fetch('https://elsewhere.test/').catch(() => null)
      await new Promise((resolve) => setTimeout(resolve))
      return seen
    })
    expect(offences.sort()).toEqual(['connect-src', 'script-src-elem', 'script-src-elem', 'style-src-elem'])
    await expect(page.locator('html')).not.toHaveAttribute('data-broken')
    await expect(page.getByRole('button', { name: 'Entrar' })).toBeVisible()
  })

  test('does not let another page show this one in a frame', async ({ page, baseURL }) => {
    const response = await page.request.get(baseURL ?? '/')
    expect(response.headers()['content-security-policy']).toContain("frame-ancestors 'none'")
  })
})

test('every call carries the client key that the server wrote into the page, the early ones too [S7.02]', async ({ page }) => {
  await logInAs(page, ANA)
  await page.route('/', async (route) => {
    const response = await route.fetch()
    const html = await response.text()
    await route.fulfill({ response, body: html.replace('content="enlace-web"', 'content="another-key"') })
  })
  const keys: (string | undefined)[] = []
  page.on('request', (request) => {
    if (request.url().includes('/api/')) keys.push(request.headers()['x-api-key'])
  })
  const refused = page.waitForResponse(`**/api${getSession.path}`)
  await page.goto('/')
  expect((await refused).ok()).toBe(false)
  await expect(page).toHaveURL('/login')
  expect(keys.length).toBeGreaterThan(1)
  expect(new Set(keys)).toEqual(new Set(['another-key']))
})
