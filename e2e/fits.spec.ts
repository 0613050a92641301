import { expect, type Page } from '@playwright/test'
import { setPreferences } from './support/accessibility.ts'
import { ADMIN, ANA, logInAs } from './support/people.ts'
import { test } from './support/test.ts'

/** Every screen and tab, by who sees the most on it. */
const SCREENS = {
  [ANA]: [
    '/',
    '/sims',
    '/map',
    '/operations',
    '/alarm',
    '/alarm-notified',
    '/anomalies',
    '/rules',
    '/rule-firings',
    '/sms-report',
    '/report-charges',
    '/plans',
    '/plans/optimise',
    '/hys',
  ],
  [ADMIN]: [
    '/',
    '/requests',
    '/requests/1',
    '/requests?tab=store',
    '/plans',
    '/plans?plan=1',
    '/hys',
    '/companies',
    '/companies/2',
    '/users',
    '/users/permissions',
    '/networks',
    '/networks?tab=rules',
    '/networks?tab=differences',
    '/networks?tab=accounting',
    '/integrations',
    '/integrations?tab=webhooks',
    '/outbox',
    '/popups',
    '/audit?access=true',
    '/support',
    '/help',
    '/help/sims',
    '/help/manual',
  ],
} as const
/** One screen that does not fit does not hide the others. */
const softly = expect.configure({ soft: true, timeout: 5_000 })
const WIDTHS = [360, 1280, 1920] as const

/** Texts that a person must read whole: identifiers and amounts that are cut, and whatever stands out of the window. */
function cutTexts(): string[] {
  // an e-mail address may be longer than a phone is wide
  const IDENTIFIER = /^(?!\S+@)(?=.*(\d{4}|\$ ?\d|\d[.,]\d{3}))/
  const found = new Set<string>()
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  const clips = (element: Element) => ['hidden', 'clip'].includes(getComputedStyle(element).overflowX)
  const scrolls = (element: Element) => ['auto', 'scroll'].includes(getComputedStyle(element).overflowX)
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const text = node.textContent?.trim() ?? ''
    const parent = node.parentElement
    if (text === '' || !parent || parent.closest('svg, script, style, [aria-hidden=true], .visually-hidden')) continue
    if (getComputedStyle(parent).visibility === 'hidden') continue
    const range = document.createRange()
    range.selectNodeContents(node)
    const box = range.getBoundingClientRect()
    if (box.width === 0) continue
    let around: Element | null = parent
    while (around && around !== document.body && !scrolls(around) && !clips(around)) around = around.parentElement
    if (around === document.body && box.right > innerWidth + 1) found.add(`outside of the window: ${text.slice(0, 60)}`)
    const isCut = around && clips(around) && box.right > around.getBoundingClientRect().right + 1
    if (isCut && IDENTIFIER.test(text)) found.add(`cut: ${text.slice(0, 60)}`)
  }
  if (document.documentElement.scrollWidth > innerWidth)
    found.add(`the page is ${document.documentElement.scrollWidth} px wide`)
  return [...found]
}

async function expectToFit(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
  await expect(page.getByRole('main').locator('[aria-busy="true"]')).toHaveCount(0)
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 })
    await softly.poll(() => page.evaluate(cutTexts), `${path}, ${width} px`).toEqual([])
  }
}

for (const [person, paths] of Object.entries(SCREENS)) {
  test(`no identifier or amount is cut and nothing stands out of the window: ${person}`, async ({ page }) => {
    test.slow()
    await setPreferences(page, { language: 'es' })
    await logInAs(page, person)
    for (const path of paths) await test.step(path, () => expectToFit(page, path))
  })
}

test('the panel and the page of a SIM fit', async ({ page }) => {
  await logInAs(page, ANA)
  await page.goto('/sims')
  const icc = (await page.locator('[data-icc]').first().innerText()).replaceAll(/\s/g, '')
  await expectToFit(page, `/sims?sim=${icc}`)
  await expectToFit(page, `/sims/${icc}`)
})
