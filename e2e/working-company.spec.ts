import { expect, type Page } from '@playwright/test'
import { expectAccessible, expectAccessibleInBothThemes, setPreferences } from './support/accessibility.ts'
import { ADMIN, ANA, logInAs, logInWithNewSession } from './support/people.ts'
import { openAs } from './support/shell.ts'
import { test } from './support/test.ts'

const company = (page: Page, name: string) => page.getByRole('banner').getByRole('button', { name: `Empresa: ${name}` })
const field = (page: Page) => page.getByRole('combobox', { name: 'Elegir la empresa en la que trabaja' })
const option = (page: Page, name: RegExp) => page.getByRole('option', { name })
const back = (page: Page) => page.getByRole('button', { name: 'Volver a todas las empresas' })
const ALL = 'Todas las empresas'
const PACIFICO = 'Pacífico Logística S.A.'
/** SIMs of a list, as its status line counts them. */
const counted = async (page: Page): Promise<number> => {
  const text = await page
    .getByText(/^[\d.]+ SIMs$/)
    .first()
    .textContent()
  return Number((text ?? '').replace(/\D/g, ''))
}

test('a company is chosen by keyboard, every screen follows until all are chosen again', async ({ page }) => {
  await logInWithNewSession(page, ADMIN)
  await page.goto('/sims')
  const all = await counted(page)
  await company(page, ALL).focus()
  await page.keyboard.press('Enter')
  await expect(field(page)).toBeFocused()
  await expect(option(page, /^Todas las empresas/)).toHaveAttribute('aria-current', 'true')
  await expectAccessibleInBothThemes(page)
  await page.keyboard.type('pacífico log')
  await expect(option(page, /./)).toHaveCount(1)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')

  await expect(company(page, PACIFICO)).toBeVisible()
  await expect(page).toHaveURL('/sims')
  const own = await counted(page)
  expect(own).toBeLessThan(all)
  await page.goto('/')
  await expect(page.getByRole('link', { name: /Total de SIMs/ })).toContainText(own.toLocaleString('es-CL'))
  await expectAccessible(page)
  await page.goto('/alarm')
  await page.getByRole('button', { name: 'Nueva alarma' }).click()
  await expect(page.getByRole('dialog').getByRole('combobox', { name: 'Empresa' })).toHaveValue(PACIFICO)
  await page.keyboard.press('Escape')
  // what is the operator's as a whole is not there meanwhile
  await page.getByRole('button', { name: 'Administración' }).click()
  await expect(page.getByRole('menuitem', { name: 'Empresas' })).toBeVisible()
  await expect(page.getByRole('menuitem', { name: 'Redes' })).toHaveCount(0)
  await page.goto('/networks')
  await expect(page).toHaveURL('/')

  await back(page).click()
  await expect(company(page, ALL)).toBeVisible()
  await page.goto('/sims')
  await expect.poll(() => counted(page)).toBe(all)
  await company(page, ALL).click()
  const recents = page.getByRole('group', { name: 'Últimas' })
  await expect(recents.getByRole('option')).toHaveText([new RegExp(PACIFICO)])
  await expect(field(page)).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(company(page, ALL)).toBeFocused()
})

test('other tabs follow, and a tab that missed it changes nothing', async ({ page, context }) => {
  await logInWithNewSession(page, ADMIN)
  await page.goto('/companies')
  const second = await context.newPage()
  await second.goto('/plans')
  // without the message between tabs
  const deaf = await context.newPage()
  await deaf.addInitScript(() => Object.assign(window, { BroadcastChannel: undefined }))
  await deaf.goto('/users')
  await expect(company(deaf, ALL)).toBeVisible()
  await page
    .getByRole('row')
    .filter({ hasText: PACIFICO })
    .getByRole('button', { name: /^Acciones de/ })
    .click()
  await page.getByRole('button', { name: 'Trabajar en esta empresa' }).click()
  await expect(company(page, PACIFICO)).toBeVisible()
  await expect(company(second, PACIFICO)).toBeVisible()
  await expect(second).toHaveURL('/plans')
  await deaf.getByRole('searchbox', { name: 'Buscar', exact: true }).fill('ana')
  await expect(company(deaf, PACIFICO)).toBeVisible()
  await expect(deaf.getByText('ana@andes.test')).toHaveCount(0)
  await second.close()
  await deaf.close()
})

test('a search that finds nothing in the one company leads to all of them', async ({ page }) => {
  await logInWithNewSession(page, ADMIN)
  await page.goto('/')
  await company(page, ALL).click()
  await page.keyboard.type('pacífico log')
  await option(page, new RegExp(`^${PACIFICO}`)).click()
  await expect(company(page, PACIFICO)).toBeVisible()
  await page.goto('/sims?search=ninguna-sim')
  const main = page.getByRole('main')
  await expect(main.getByText(`Solo en ${PACIFICO} y sus filiales.`)).toBeVisible()
  await main.getByRole('button', { name: 'Volver a todas las empresas' }).click()
  await expect(company(page, ALL)).toBeVisible()
  await expect(page).toHaveURL('/sims')
  await page.goto('/sims?search=ninguna-sim')
  await expect(main.getByText('Ninguna SIM con «ninguna-sim»')).toBeVisible()
  await expect(main.getByText('y sus filiales.')).toHaveCount(0)
})

test('a company that is gone is refused at the field', async ({ page }) => {
  await logInWithNewSession(page, ADMIN)
  await page.goto('/')
  const gone = { owner: ADMIN, items: [{ id: 99_999, name: 'Ya no está' }] }
  await page.evaluate((stored) => localStorage.setItem('enlace.companies', JSON.stringify(stored)), gone)
  await company(page, ALL).click()
  await option(page, /Ya no está/).click()
  await expect(field(page)).toHaveAccessibleDescription('No existe esa empresa')
  await expect(company(page, ALL)).toBeVisible()
})

test('on a phone the switch has a row of its own, and a company’s page leads into it', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await logInWithNewSession(page, ADMIN)
  await page.goto('/companies')
  await expect(company(page, ALL)).toBeVisible()
  // its hairline reaches from edge to edge
  expect(await page.locator('.company-switch_switch').boundingBox()).toMatchObject({ x: 0, width: 390 })
  await page.getByRole('searchbox', { name: 'Buscar', exact: true }).fill('pacífico log')
  await expect(page).toHaveURL(/search=/)
  await page.getByRole('link', { name: PACIFICO, exact: true }).click()
  await page.getByRole('button', { name: 'Trabajar en esta empresa', exact: true }).first().click()
  await expect(company(page, PACIFICO)).toBeVisible()
  await expect(page).toHaveURL('/companies')
  await page.goto('/sims')
  await setPreferences(page, { theme: 'dark', language: 'es' })
  await expectAccessible(page)
  await company(page, PACIFICO).click()
  await option(page, /^Todas las empresas/).click()
  await expect(company(page, ALL)).toBeVisible()
  await expect(back(page)).toHaveCount(0)
})

test('who has a single company sees its name, without a switch', async ({ page }) => {
  await openAs(page, ['sims'])
  await expect(page.getByRole('banner').getByText('Transportes Andes Sur SpA')).toBeVisible()
  await expect(page.getByRole('banner').getByRole('button', { name: /^Empresa:/ })).toHaveCount(0)
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  // with subsidiaries there is one
  await logInAs(page, ANA)
  await page.goto('/')
  await expect(company(page, ALL)).toBeVisible()
})
