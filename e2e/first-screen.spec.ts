import { expect, type Page } from '@playwright/test'
import { ANA, logInAs } from './support/people.ts'
import { test } from './support/test.ts'

/** Bytes as sent, compressed with Brotli: more is felt on a slow phone. */
const MAX_SCRIPT_BYTES = 170_000
/** With the parts that load when the page is idle: the chat, what the bell counts. */
const MAX_IDLE_SCRIPT_BYTES = 180_000

/** Marks the moment of the first heading: the chat and others load later, when the page is idle, and a slow test sees them, too. */
function markFirstHeading(): void {
  const observer = new MutationObserver(() => {
    if (!document.querySelector('h1')) return
    observer.disconnect()
    performance.mark('first heading')
  })
  observer.observe(document, { childList: true, subtree: true })
}

/** All scripts so far, or those before the first heading. */
async function scriptBytes(page: Page, until: 'first heading' | 'now'): Promise<number> {
  const scripts = await page.evaluate((mark) => {
    const end = mark === 'now' ? performance.now() : (performance.getEntriesByName(mark)[0]?.startTime ?? Number.NaN)
    const files = performance.getEntriesByType('resource').filter(({ startTime }) => startTime <= end)
    return [...new Set(files.map(({ name }) => name).filter((url) => new URL(url).pathname.endsWith('.js')))]
  }, until)
  const sizes = scripts.map(async (url) => {
    const { headers } = await fetchCompressed(url)
    expect(headers.get('content-encoding'), url).toBe('br')
    return Number(headers.get('content-length'))
  })
  return (await Promise.all(sizes)).reduce((sum, bytes) => sum + bytes, 0)
}

const fetchCompressed = (url: string): Promise<Response> => fetch(url, { method: 'HEAD', headers: { 'accept-encoding': 'br' } })

for (const [screen, path] of [
  ['login page', '/login'],
  ['dashboard', '/'],
] as const) {
  test(`the ${screen} needs at most 170 kB of scripts`, async ({ page }) => {
    if (path === '/') await logInAs(page, ANA)
    await page.addInitScript(markFirstHeading)
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    const bytes = await scriptBytes(page, 'first heading')
    expect(bytes).toBeGreaterThan(100_000)
    expect(bytes).toBeLessThanOrEqual(MAX_SCRIPT_BYTES)
  })
}

test('a dashboard that is left alone loads little more once it is idle', async ({ page }) => {
  await logInAs(page, ANA)
  await page.goto('/')
  await expect(page.getByRole('button', { name: 'Soporte' })).toBeVisible()
  // what comes when the page is idle has begun, and is there
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(() => setTimeout(resolve, 1000))))
  expect(await scriptBytes(page, 'now')).toBeLessThanOrEqual(MAX_IDLE_SCRIPT_BYTES)
})
