import { expect, type Locator, type Page } from '@playwright/test'
import { getSim } from '#contract/sims/sims.calls.ts'
import { expectAccessibleInBothThemes } from './support/accessibility.ts'
import { ANA, logInAs } from './support/people.ts'
import { test } from './support/test.ts'

const card = (page: Page): Locator => page.getByRole('tooltip')
const names = (page: Page): Locator => page.getByRole('table').locator('a[href^="/sims/8"]')

const CODE = /\/sim-hover-card-[^/]*\.js$/

async function openNotices(page: Page): Promise<void> {
  await logInAs(page, ANA)
  await page.goto('/alarm-notified')
  await expect(names(page).first()).toBeVisible()
}

/** The cards' code loads with the first movement of the mouse. */
async function useMouse(page: Page): Promise<void> {
  const code = page.waitForResponse(CODE)
  await page.mouse.move(5, 5)
  await code
}

test('a card at the name of a SIM says what it is; the pointer may go to it, and Escape closes it', async ({ page }) => {
  await openNotices(page)
  await useMouse(page)
  const name = names(page).first()
  await name.hover()
  for (const text of ['Empresa', 'Plan', 'Última señal'])
    await expect(card(page).getByText(text, { exact: true })).toBeVisible()
  await expect(name).toHaveAttribute('aria-describedby', (await card(page).getAttribute('id')) ?? '')
  await expect(card(page).getByText(/ de .*%$/)).toBeVisible()
  await expectAccessibleInBothThemes(page)
  await name.hover()
  await card(page).hover()
  // longer than the time in which it would close
  await page.waitForTimeout(400)
  await expect(card(page)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(card(page)).toHaveCount(0)
  await names(page).nth(1).hover()
  await expect(card(page)).toBeVisible()
  await page.getByRole('heading', { level: 1 }).hover()
  await expect(card(page)).toHaveCount(0)
})

test('the focus of the keyboard opens it, and one call answers for a name that is visited again', async ({ page }) => {
  const asked: string[] = []
  await page.route(`**/api${getSim.path.replace('{icc}', '8*')}`, (route) => {
    asked.push(route.request().url())
    return route.fallback()
  })
  await openNotices(page)
  await useMouse(page)
  await names(page).first().focus()
  // only the keyboard's focus is visible
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Tab')
  await expect(names(page).first()).toBeFocused()
  await expect(card(page).getByText('Plan', { exact: true })).toBeVisible()
  // a card that is left before its answer comes asks again
  await expect(card(page)).toContainText(/\d+\sMB/)
  const before = asked.length
  await page.keyboard.press('Shift+Tab')
  await expect(card(page)).toHaveCount(0)
  await page.keyboard.press('Tab')
  await expect(card(page)).toContainText(/\d+\sMB/)
  expect(asked).toHaveLength(before)
})

test('a name that has the focus before the code of the cards is there gets its card', async ({ page }) => {
  await logInAs(page, ANA)
  const { promise: mayLoad, resolve: load } = Promise.withResolvers<void>()
  await page.route(CODE, async (route) => {
    await mayLoad
    await route.fallback()
  })
  await page.goto('/alarm-notified')
  await names(page).first().focus()
  const asked = page.waitForRequest(CODE)
  await page.keyboard.press('Shift+Tab')
  await asked
  await page.keyboard.press('Tab')
  load()
  await expect(card(page)).toBeVisible()
})

test.describe('by touch', () => {
  test.use({ hasTouch: true })

  test('a name only leads to its SIM, and the code of the cards is not loaded', async ({ page }) => {
    const loaded: string[] = []
    page.on('request', (request) => loaded.push(request.url()))
    await openNotices(page)
    await names(page).first().tap()
    await expect(page).toHaveURL(/\/sims\/8\d+/)
    await expect(card(page)).toHaveCount(0)
    expect(loaded.filter((url) => CODE.test(url))).toEqual([])
  })
})
