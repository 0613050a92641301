import { expect, type Page } from '@playwright/test'
import { ANA, logInAs } from './support/people.ts'
import { test } from './support/test.ts'

/** Bytes as sent, compressed with Brotli: more is felt on a slow phone. */
const MAX_SCRIPT_BYTES = 170_000

/** Marks the moment of the first heading: the chat and others load later, when the page is idle, and a slow test sees them, too. */
function markFirstHeading(): void {
  const observer = new MutationObserver(() => {
    if (!document.querySelector('h1')) return
    observer.disconnect()
    performance.mark('first heading')
  })
  observer.observe(document, { childList: true, subtree: true })
}

async function scriptBytes(page: Page, path: string): Promise<number> {
  await page.addInitScript(markFirstHeading)
  await page.goto(path)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  const scripts = await page.evaluate(() => {
    const shownAt = performance.getEntriesByName('first heading')[0]?.startTime ?? Number.NaN
    const files = performance.getEntriesByType('resource').filter(({ startTime }) => startTime <= shownAt)
    return [...new Set(files.map(({ name }) => name).filter((url) => new URL(url).pathname.endsWith('.js')))]
  })
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
    const bytes = await scriptBytes(page, path)
    expect(bytes).toBeGreaterThan(100_000)
    expect(bytes).toBeLessThanOrEqual(MAX_SCRIPT_BYTES)
  })
}
