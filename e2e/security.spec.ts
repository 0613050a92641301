import { expect } from '@playwright/test'
import { getSession } from '#contract/identity/identity.calls.ts'
import { ANA, logInAs } from './support/people.ts'
import { OFFENDS, test } from './support/test.ts'

test.describe('the content security policy', () => {
  test('blocks injected scripts and styles', { annotation: OFFENDS }, async ({ page }) => {
    await page.goto('/login')
    const violations = await page.evaluate(async () => {
      const events: string[] = []
      document.addEventListener('securitypolicyviolation', (event) => events.push(event.effectiveDirective))
      const script = document.createElement('script')
      script.textContent = 'document.documentElement.dataset.broken = "yes"'
      const style = document.createElement('style')
      style.textContent = 'body { display: none }'
      const injected = document.createElement('script')
      injected.src = 'https://elsewhere.test/x.js'
      document.head.append(script, style, injected)
      await fetch('https://elsewhere.test/').catch(() => null)
      await new Promise((resolve) => setTimeout(resolve))
      return events
    })
    expect(violations.sort()).toEqual(['connect-src', 'script-src-elem', 'script-src-elem', 'style-src-elem'])
    await expect(page.locator('html')).not.toHaveAttribute('data-broken')
    await expect(page.getByRole('button', { name: 'Entrar' })).toBeVisible()
  })

  test('blocks framing by other pages', async ({ page, baseURL }) => {
    const response = await page.request.get(baseURL ?? '/')
    expect(response.headers()['content-security-policy']).toContain("frame-ancestors 'none'")
  })
})

test('every call has the client key that the server wrote into the page, the early ones too [S7.02]', async ({ page }) => {
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
  const response = page.waitForResponse(`**/api${getSession.path}`)
  await page.goto('/')
  expect((await response).ok()).toBe(false)
  await expect(page).toHaveURL('/login')
  expect(keys.length).toBeGreaterThan(1)
  expect(new Set(keys)).toEqual(new Set(['another-key']))
})
