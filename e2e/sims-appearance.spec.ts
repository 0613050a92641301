import { expect } from '@playwright/test'
import { listSims } from '#contract/sims/sims.calls.ts'
import { expectAccessible, expectAccessibleInBothThemes, SIZES, setPreferences } from './support/accessibility.ts'
import { ANA, logInAs } from './support/people.ts'
import { facets, filters, grid, header, openList, popup, row } from './support/sims-page.ts'
import { test } from './support/test.ts'

test.describe('appearance', () => {
  for (const size of SIZES) {
    test(`axe finds nothing in the list at ${size.width} px`, async ({ page }) => {
      await page.setViewportSize(size)
      await logInAs(page, ANA)
      await openList(page, '?origin=1&search=8956')
      await row(page, 2).getByRole('checkbox').click()
      await expectAccessibleInBothThemes(page)
    })
  }

  for (const name of ['Columnas', 'Exportar', /^Vista:/, /^Más/, 'Filtro']) {
    test(`the open menu ${name} is accessible`, async ({ page }) => {
      await logInAs(page, ANA)
      await openList(page, '?status=2')
      await page.getByRole('button', { name }).first().click()
      await expect(page.getByRole('dialog')).toBeVisible()
      await expectAccessible(page)
      await page.keyboard.press('Escape')
      await expect(page.getByRole('button', { name }).first()).toBeFocused()
    })
  }

  test('on a phone a menu sorts', async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 })
    await logInAs(page, ANA)
    await openList(page)
    await page.getByRole('button', { name: 'Más acciones de la lista' }).click()
    await page.getByRole('button', { name: /^Ordenar/ }).click()
    await page.getByRole('group', { name: 'Orden' }).getByRole('button', { name: '% del plan' }).click()
    await expect(page).toHaveURL(/sort=-percent/)
  })

  test('on a phone the same menu shows the columns, the focus follows, and axe finds nothing', async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 })
    await logInAs(page, ANA)
    await openList(page)
    await page.getByRole('button', { name: 'Más acciones de la lista' }).click()
    const menu = popup(page, 'Más acciones de la lista')
    await expect(menu.getByRole('button', { name: /Importar/ })).toHaveCount(0)
    await expectAccessible(page)
    await menu.getByRole('button', { name: /^Columnas 13 de 28/ }).click()
    await expect(menu.getByRole('button', { name: 'Columnas', exact: true })).toBeFocused()
    await menu.getByRole('checkbox', { name: 'Sesión' }).uncheck()
    await menu.getByText('Plan', { exact: true }).hover()
    await menu.getByRole('button', { name: 'Subir Plan' }).click()
    await expectAccessible(page)
    await menu.getByRole('button', { name: 'Columnas', exact: true }).click()
    await expect(menu.getByRole('button', { name: /^Columnas 12 de 28/ })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('button', { name: 'Más acciones de la lista' })).toBeFocused()
    await page.setViewportSize({ width: 1280, height: 800 })
    await expect(header(page, 'Plan')).toBeVisible()
    await expect(header(page, 'Sesión')).toHaveCount(0)
  })

  test('on a phone all matching SIMs can be selected', async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 })
    await logInAs(page, ANA)
    await openList(page)
    const total = (await facets(page)).total.toLocaleString('de-DE')
    await row(page, 2).getByRole('checkbox').click()
    await page.getByRole('button', { name: `Seleccionar las ${total}` }).click()
    const bar = page.getByRole('toolbar').filter({ hasText: `${total} SIMs` })
    await expect(bar.getByRole('button', { name: 'Acciones' })).toBeInViewport({ ratio: 1 })
  })

  test('a long label ends in an ellipsis and leaves its status and session readable', async ({ page }) => {
    await logInAs(page, ANA)
    await page.route(`**/api${listSims.path}`, async (route) => {
      const response = await route.fetch()
      const [head = '', ...rows] = (await response.text()).split('\n')
      const place = head.split('\t').indexOf('customField1')
      const longer = rows.map((line) =>
        line === '' ? line : line.split('\t').with(place, 'Departamento de Telemetría '.repeat(4)).join('\t'),
      )
      await route.fulfill({ response, body: [head, ...longer].join('\n') })
    })
    // the card of a SIM without a session says when it was last seen in its place
    await openList(page, '?status=2&session=1')
    const label = row(page, 1).getByText(/^Departamento/)
    await expect(label).toHaveCSS('text-overflow', 'ellipsis')
    expect(await label.evaluate((element) => element.scrollWidth > element.clientWidth)).toBe(true)
    await page.setViewportSize({ width: 390, height: 844 })
    for (const word of ['Activa', 'Conectada']) {
      const cut = await row(page, 1)
        .getByText(word, { exact: true })
        .evaluate((element) => element.scrollWidth - element.clientWidth)
      expect(cut).toBe(0)
    }
  })

  test('a status that has changed is marked for a moment, and not when the list scrolls or the system asks for less motion', async ({
    page,
  }) => {
    let status = '2'
    await page.emulateMedia({ reducedMotion: 'no-preference' })
    await logInAs(page, ANA)
    await page.clock.install()
    await page.route(`**/api${listSims.path}`, async (route) => {
      const response = await route.fetch()
      const [head = '', ...rows] = (await response.text()).split('\n')
      const place = head.split('\t').indexOf('simAdministrativeStatusId')
      const changed = rows.map((line) => (line === '' ? line : line.split('\t').with(place, status).join('\t')))
      await route.fulfill({ response, body: [head, ...changed].join('\n') })
    })
    await openList(page)
    const marks = () => grid(page).evaluate((one) => one.getAnimations({ subtree: true }).length)
    const refresh = async (next: string, word: string) => {
      status = next
      await page.clock.fastForward(31_000)
      await expect(row(page, 1)).toContainText(word)
    }
    await expect(row(page, 1)).toContainText('Activa')
    await grid(page).press('PageDown')
    expect(await marks()).toBe(0)
    await refresh('11', 'Hibernada')
    expect(await marks()).toBeGreaterThan(0)
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await expect.poll(marks).toBe(0)
    await refresh('2', 'Activa')
    expect(await marks()).toBe(0)
  })

  test('on a phone the rows are cards with the label, the whole ICC and the company of another, and nothing scrolls horizontally from 360 px on', async ({
    page,
  }) => {
    await page.setViewportSize({ width: 360, height: 720 })
    await logInAs(page, ANA)
    await openList(page)
    await expect(grid(page).getByRole('columnheader')).toHaveCount(0)
    await expect.poll(async () => (await row(page, 1).boundingBox())?.height).toBe(86)
    const label = page.getByRole('link', { name: /\p{L}/u })
    const card = grid(page).getByRole('gridcell').filter({ has: label }).first()
    // her own company is named on none of them, its subsidiaries are
    await page.goto('/sims?search=C%C3%A1mara')
    await expect(
      grid(page)
        .getByText(/^Andes (Norte|Frío|Sur Perú)/)
        .first(),
    ).toBeVisible()
    await expect(grid(page).getByText('Transportes Andes Sur SpA')).toHaveCount(0)
    const icc = card.locator('[data-icc]')
    await expect(icc).toHaveText(/^\d{19,20}$/)
    expect(await icc.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0)
    await expect(
      grid(page)
        .getByText(/^[\d.]+\s% del plan$/)
        .first(),
    ).toBeVisible()
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    expect(wide).toBe(0)
    await expectAccessible(page)
  })

  test('is in English too', async ({ page }) => {
    await setPreferences(page, { language: 'en' })
    await logInAs(page, ANA)
    await openList(page)
    await expect(header(page, 'Label')).toBeVisible()
    await expect(filters(page).getByRole('button', { name: /^Hibernated/ })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Columns' })).toBeVisible()
  })
})
