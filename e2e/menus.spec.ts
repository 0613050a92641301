import { expect, type Locator, type Page } from '@playwright/test'
import { ADMIN, ANA, logInAs } from './support/people.ts'
import { mainMenu, search } from './support/shell.ts'
import { button, dialog } from './support/sim-dialogs.ts'
import { bar, grid, row } from './support/sims-page.ts'
import { test } from './support/test.ts'

test.use({ viewport: { width: 1440, height: 900 } })

const GROUPS = [
  ['Alarmas', 'Configurar alarmas'],
  ['Reportes', 'Cobros'],
  ['Administración', 'Empresas'],
  ['Ayuda', 'Página de ayuda'],
] as const

const group = (page: Page, name: string): Locator => mainMenu(page).getByRole('button', { name, exact: true })

/** Opens it and closes it, twice: the second time its code is there. */
async function expectOpensTwice(page: Page, open: () => Promise<void>, what: Locator): Promise<void> {
  for (let time = 0; time < 2; time++) {
    await open()
    await expect(what).toBeVisible()
    // Escape goes to where the focus is
    await expect(page.locator(':is([role=menu], [role=dialog], [role=search]):focus-within, search:focus-within')).toHaveCount(
      1,
    )
    await page.keyboard.press('Escape')
    await expect(what).toBeHidden()
  }
}

test('every group of the menu opens after one page load, by mouse and by key, in any order [S2.23]', async ({ page }) => {
  await logInAs(page, ADMIN)
  await page.goto('/')
  for (const [name, entry] of GROUPS) {
    const item = page.getByRole('menuitem', { name: entry, exact: true })
    await expectOpensTwice(page, () => group(page, name).click(), item)
  }
  for (const [name, entry] of GROUPS.toReversed()) {
    const item = page.getByRole('menuitem', { name: entry, exact: true })
    await expectOpensTwice(page, () => group(page, name).press('Enter'), item)
  }
  await group(page, 'Alarmas').click()
  await page.getByRole('menuitem', { name: 'Configurar alarmas' }).click()
  await expect(page).toHaveURL('/alarm')
  await group(page, 'Reportes').click()
  await page.getByRole('menuitem', { name: 'Cobros' }).click()
  await expect(page).toHaveURL('/report-charges')
})

test('of two groups that are clicked while their code loads the last one opens', async ({ page }) => {
  await logInAs(page, ADMIN)
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route('**/assets/menu-group*.js', async (route) => {
    await promise
    await route.fallback()
  })
  await page.goto('/')
  await group(page, 'Alarmas').click()
  await group(page, 'Reportes').click()
  resolve()
  await expect(page.getByRole('menuitem', { name: 'Cobros', exact: true })).toBeVisible()
  await expect(group(page, 'Alarmas')).toHaveAttribute('aria-expanded', 'false')
})

test('menus, dialogs and drawers of the header open repeatedly after one page load', async ({ page }) => {
  await logInAs(page, ANA)
  await page.goto('/')
  const user = page.getByRole('banner').getByRole('button', { name: /^Menú de / })
  const userMenu = page.getByRole('dialog', { name: /^Menú de / })
  await expectOpensTwice(page, () => user.click(), userMenu)
  for (const name of ['Cuenta', 'Seguridad']) {
    const open = async () => {
      await user.click()
      await userMenu.getByRole('button', { name }).click()
    }
    await expectOpensTwice(page, open, page.getByRole('dialog', { name, exact: true }))
  }
  const searchAgain = async () => {
    await search(page).fill('')
    await search(page).fill('dash')
  }
  await expectOpensTwice(
    page,
    searchAgain,
    page.getByRole('group', { name: 'Páginas' }).getByRole('option', { name: 'Dashboard' }),
  )
  await group(page, 'Ayuda').click()
  await page.getByRole('menuitem', { name: 'Página de ayuda' }).click()
  await page.getByLabel('Buscar en la ayuda').fill('hibernar')
  await expect(page.getByRole('navigation', { name: 'Temas de ayuda' }).getByRole('status')).toContainText('«hibernar»')
  await page.setViewportSize({ width: 390, height: 844 })
  const drawer = page.getByRole('dialog', { name: 'Menú principal' })
  await expectOpensTwice(page, () => page.getByRole('button', { name: 'Abrir el menú' }).click(), drawer)
  await page.getByRole('button', { name: 'Abrir el menú' }).click()
  await drawer.getByRole('link', { name: 'Cobros' }).click()
  await expect(page).toHaveURL('/report-charges')
  await expectOpensTwice(page, () => page.getByRole('button', { name: 'Abrir el menú' }).click(), drawer)
})

test('the dialogs of a SIM open from its row, from its panel, and from its row again, after one page load', async ({
  page,
}) => {
  await logInAs(page, ANA)
  await page.goto('/')
  await mainMenu(page).getByRole('link', { name: 'SIMs' }).click()
  await expect(row(page, 1)).not.toHaveAttribute('aria-busy')
  const options = page.getByRole('dialog').filter({ has: page.getByRole('button', { name: /^Detalles/ }) })
  const fromRow = async () => {
    await row(page, 2).hover()
    await button(row(page, 2), 'Opciones').click()
  }
  await expectOpensTwice(page, fromRow, options)
  // the full page renders its own dialogs
  const icc = (await row(page, 2).locator('[data-icc]').innerText()).replace(/\s/g, '')
  await fromRow()
  await button(options, /^Detalles/).click()
  await button(page.getByRole('dialog', { name: /^Detalles/ }), 'Abrir junto a la lista').click()
  const panel = page.getByRole('complementary').filter({ hasText: icc.slice(-4) })
  await expect(panel).toBeVisible()
  await expectOpensTwice(page, () => button(panel, /^Más opciones$/).click(), dialog(page))
  await mainMenu(page).getByRole('link', { name: 'Dashboard' }).click()
  await expect(page).toHaveURL('/')
  await mainMenu(page).getByRole('link', { name: 'SIMs' }).click()
  await expect(row(page, 1)).not.toHaveAttribute('aria-busy')
  await expectOpensTwice(page, fromRow, options)
  await row(page, 1).getByRole('checkbox').check()
  for (const name of ['Reiniciar', 'Enviar SMS']) {
    const open = async () => {
      await bar(page).getByRole('button', { name: 'Acciones', exact: true }).click()
      await page
        .getByRole('dialog', { name: /^Elija una acción para/ })
        .getByRole('button', { name })
        .click()
    }
    await expectOpensTwice(page, open, dialog(page).filter({ hasText: 'Revisar' }))
  }
  await expect(grid(page)).toBeVisible()
})
