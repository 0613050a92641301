import { expect } from '@playwright/test'
import { openFilter } from './support/list-filters.ts'
import { listRows } from './support/list-rows.ts'
import { ADMIN, logInAs } from './support/people.ts'
import { test } from './support/test.ts'

/** Lists with filters. Those of /sims have a test of their own. */
const SCREENS = [
  '/alarm-notified',
  '/audit',
  '/companies',
  '/hys',
  '/operations',
  '/outbox',
  '/plans',
  '/report-charges',
  '/requests',
  '/sms-report',
  '/users',
] as const

/** Their front chips have feminine values. */
const FEMININE: readonly string[] = ['/companies', '/operations', '/report-charges', '/requests']
/** Those of /alarm-notified are kinds where there are both, else what was done. */
const ALL: Readonly<Record<string, RegExp>> = { '/alarm-notified': /^\s*Tod[oa]s\s*[\d.]*\s*$/ }

for (const path of SCREENS) {
  test(`the value that clears a filter is the first, is Todos, and is empty, ${path} [S9.08]`, async ({ page }) => {
    await logInAs(page, ADMIN)
    await page.goto(path)
    const main = page.getByRole('main')
    const add = main.getByRole('button', { name: 'Filtro', exact: true })
    // a screen whose code is not there yet is not busy
    await expect(main.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(main.locator('[aria-busy="true"]')).toHaveCount(0)
    const all = ALL[path] ?? (FEMININE.includes(path) ? /^\s*Todas\s*[\d.]*\s*$/ : /^\s*Todos\s*[\d.]*\s*$/)
    for (const chips of await main.getByRole('group', { name: 'Filtros' }).getByRole('group').all()) {
      // some chips have counts
      await expect(chips.getByRole('button').first()).toHaveText(all)
      await expect(chips.getByRole('button').first()).toHaveAttribute('value', '')
    }
    // companies are filtered by state alone
    if (path === '/companies') return
    await expect(main.locator('.chip_add').first()).toBeVisible()
    const own = await main.locator('.chip_add').filter({ hasNotText: 'Filtro' }).allTextContents()
    const inMenu: string[] = []
    if ((await add.count()) > 0) {
      await add.click()
      const names = main.getByRole('dialog').getByRole('button')
      await expect(names.first()).toBeVisible()
      inMenu.push(...(await names.allTextContents()))
      await page.keyboard.press('Escape')
    }
    expect([...own, ...inMenu]).not.toEqual([])
    for (const name of [...own, ...inMenu]) {
      await openFilter(page, name)
      // a typed text is cleared by emptying its field
      const first = main.getByRole('dialog').locator('button[value], input[type=search]').first()
      await expect(first).toBeVisible()
      if ((await first.getAttribute('type')) !== 'search') {
        await expect(first).toHaveText('Todos')
        await expect(first).toHaveAttribute('value', '')
      }
      await page.keyboard.press('Escape')
    }
  })
}

test('the only filter of a list, and a pinned one, have a button of their own', async ({ page }) => {
  await logInAs(page, ADMIN)
  const own = page.getByRole('main').locator('.chip_add')
  await page.goto('/plans')
  await expect(own).toHaveText(['Empresa'])
  await own.click()
  await expect(page.getByRole('textbox', { name: 'Buscar en Empresa' })).toBeFocused()
  await page.goto('/report-charges')
  await expect(own).toHaveText(['Cliente', 'Mes de cobro'])
  await page.getByRole('button', { name: 'Mes de cobro', exact: true }).click()
  const month = page.getByRole('group', { name: 'Mes de cobro' }).getByRole('button').nth(2)
  const value = await month.getAttribute('value')
  await month.click()
  await expect(page).toHaveURL(`/report-charges?period=${value}`)
  await expect(own).toHaveText(['Cliente'])
})

test('beside what is said of a list the button that adds a filter is at the right, with the tools', async ({ page }) => {
  await logInAs(page, ADMIN)
  await page.goto('/users/permissions')
  const add = await page.getByRole('main').getByRole('button', { name: 'Empresa', exact: true }).boundingBox()
  const search = await page.getByRole('main').getByRole('searchbox').boundingBox()
  expect((search?.x ?? 0) - ((add?.x ?? 0) + (add?.width ?? 0))).toBeLessThan(60)
})

test('rows of two lines are as high in one list as in another, by the density that is chosen', async ({ page }) => {
  await logInAs(page, ADMIN)
  for (const [path, list] of [
    ['/users', 'Usuarios'],
    ['/plans', 'Planes'],
  ] as const) {
    await page.goto(path)
    const height = async () => (await listRows(page, list).nth(1).boundingBox())?.height
    await expect.poll(height).toBe(48)
    await page.evaluate(() => {
      document.documentElement.dataset.density = 'comfortable'
    })
    await expect.poll(height).toBe(56)
  }
})

test('on a phone the button for more filters is whole beside the button of the view', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 800 })
  await logInAs(page, ADMIN)
  await page.goto('/outbox')
  const main = page.getByRole('main')
  await expect(main.locator('[aria-busy="true"]')).toHaveCount(0)
  const add = await main.getByRole('button', { name: 'Filtro', exact: true }).boundingBox()
  const view = await main.getByRole('button', { name: 'Vista', exact: true }).boundingBox()
  expect((add?.x ?? 0) + (add?.width ?? 0)).toBeLessThanOrEqual(view?.x ?? 0)
  expect(add?.width).toBeGreaterThanOrEqual(24)
})
