import { expect, type Page } from '@playwright/test'
import { getCompanyCountries } from '#contract/companies/companies.calls.ts'
import { expectAccessible, expectAccessibleInBothThemes, SIZES, setPreferences } from './support/accessibility.ts'
import { refuseWith } from './support/answers.ts'
import { ADMIN, ANA, logInAs } from './support/people.ts'
import { test } from './support/test.ts'

const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })
/** The company beside the tree, or over it on a narrow screen. */
const panel = (page: Page) => page.getByRole('main').getByRole('complementary')

test('the tree opens by keyboard, and a company is added below another with the fields of its country [S2.14, S3.37]', async ({
  page,
}) => {
  await logInAs(page, ADMIN)
  await page.goto('/')
  await page.getByRole('button', { name: 'Administración' }).click()
  await page.getByRole('menuitem', { name: 'Empresas' }).click()
  await expect(page).toHaveTitle(/^Empresas/)
  await expect(page.getByRole('columnheader', { name: 'Usuarios propios' })).toBeVisible()
  await expect(page.getByRole('columnheader', { name: 'SIMs vigentes' })).toBeVisible()
  await expect(page.getByRole('columnheader', { name: 'Conectadas' })).toBeVisible()
  await expect(page.getByRole('link', { name: /^[\d.]+ desconectadas: Canal IoT Chile SpA y filiales$/ })).toHaveAttribute(
    'href',
    /^\/sims\?.*session=/,
  )
  const ownCompany = row(page, 'Enlace Operaciones S.A.')
  await expect(ownCompany).toHaveAttribute('aria-expanded', 'true')
  // keys go to the row that is there
  await expect(row(page, 'Bajío Norte S.A. de C.V.').getByRole('gridcell', { name: /^\d+\s%/ })).toBeVisible()
  await expect(row(page, 'Bajío Norte S.A. de C.V.').getByRole('gridcell', { name: 'Activa', exact: true })).toBeVisible()
  // SIMs and share are with those of the subsidiaries
  const reseller = row(page, 'Canal IoT Chile SpA')
  await expect(reseller.getByRole('link', { name: /^[\d.]+ SIMs de Canal IoT Chile SpA y filiales$/ })).toBeVisible()
  await expect(reseller).toContainText('0 propias')
  await expect(reseller.getByRole('gridcell', { name: /^\d+\s%.*[\d.]+ desconectadas/ })).toBeVisible()
  await ownCompany.focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  const branch = row(page, 'Canal IoT Chile SpA')
  await expect(branch).toBeFocused()
  // so few companies are all open
  await expect(branch).toHaveAttribute('aria-expanded', 'true')
  await page.keyboard.press('ArrowLeft')
  await expect(row(page, 'Transportes Andes Sur SpA')).toHaveCount(0)
  await page.keyboard.press('ArrowRight')
  await expect(row(page, 'Transportes Andes Sur SpA')).toHaveAttribute('aria-level', '3')

  await branch.getByRole('button', { name: 'Acciones de Canal IoT Chile SpA' }).click()
  await page.getByRole('button', { name: 'Nueva filial' }).click()
  const form = page.getByRole('dialog', { name: 'Nueva empresa' })
  await expect(form.getByRole('textbox', { name: 'Razón social' })).toBeFocused()
  await expect(form.getByRole('combobox', { name: 'Filial de' })).toHaveValue('Canal IoT Chile SpA')
  await expect(form.getByRole('textbox', { name: 'Ciudad' })).toBeHidden()
  await expect(form.getByRole('combobox', { name: 'Zona horaria' }).locator('option:checked')).toHaveText(
    /^Santiago \(GMT−\d\)$/,
  )
  await form.getByRole('textbox', { name: 'Razón social' }).fill('Forestal Ñielol SpA')
  await form.getByRole('combobox', { name: 'País' }).selectOption('México')
  const currency = form.getByRole('combobox', { name: 'Moneda' })
  const timeZone = form.getByRole('combobox', { name: 'Zona horaria' })
  await expect(currency).toHaveValue('MXN')
  await expect(timeZone).toHaveValue('America/Mexico_City')
  await form.getByRole('textbox', { name: 'RFC' }).fill('76.123.456-1')
  await form.getByRole('button', { name: 'Crear la empresa' }).click()
  await expect(form.getByText(/El RFC no es válido/)).toBeVisible()
  // what was chosen stays
  await currency.selectOption('CLP')
  await timeZone.selectOption('America/Santiago')
  await form.getByRole('combobox', { name: 'País' }).selectOption('Perú')
  await expect(currency).toHaveValue('CLP')
  await expect(timeZone).toHaveValue('America/Santiago')
  await form.getByRole('combobox', { name: 'País' }).selectOption('Chile')
  await expect(form.getByText(/El RUT no es válido/)).toBeVisible()
  await form.getByRole('textbox', { name: 'RUT' }).fill('761234560')
  await form.getByRole('button', { name: 'Crear la empresa' }).click()
  await expect(page.getByText('Empresa creada')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Forestal Ñielol SpA' })).toBeVisible()

  await page.goto('/companies')
  await page.getByRole('searchbox', { name: 'Buscar', exact: true }).fill('nielol')
  await expect(row(page, 'Forestal Ñielol SpA')).toContainText('Enlace Operaciones S.A. › Canal IoT Chile SpA')
  await expect(row(page, 'Forestal Ñielol SpA')).toContainText('76.123.456-0')
  await row(page, 'Forestal Ñielol SpA').focus()
  await page.keyboard.press('Enter')
  await expect(panel(page).getByRole('heading', { name: 'Forestal Ñielol SpA' })).toBeVisible()
  await panel(page).getByRole('link', { name: 'Abrir en página completa' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Forestal Ñielol SpA' })).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'Ruta de la empresa' })).toContainText('Canal IoT Chile SpA')
  await page.getByRole('button', { name: 'Editar', exact: true }).click()
  const editDialog = page.getByRole('dialog', { name: 'Editar la empresa' })
  await expect(editDialog.getByRole('textbox', { name: 'RUT' })).toHaveValue('76.123.456-0')
})

test('the page of a company shows each part to those with its permit, and its figures lead to what they count', async ({
  page,
}) => {
  await logInAs(page, ADMIN)
  await page.goto('/companies')
  await row(page, 'Transportes Andes Sur SpA').getByRole('gridcell').nth(1).click()
  await panel(page).getByRole('link', { name: 'Abrir en página completa' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Transportes Andes Sur SpA' })).toBeVisible()
  const card = (name: string) => page.getByRole('region', { name, exact: true })
  await expect(card('Usuarios').getByRole('link', { name: 'Ana Fuentes' })).toBeVisible()
  await expect(card('Usuarios').getByRole('button', { name: 'Ver el portal como Ana Fuentes' })).toBeVisible()
  await expect(card('Integraciones').getByRole('link', { name: /claves? de API activas?/ })).toBeVisible()
  await expect(card('Cobros').getByRole('link', { name: /Vencido/ })).toHaveAttribute('href', /company=\d+/)
  await expect(
    card('Solicitudes')
      .getByRole('link', { name: /^Solicitud \d+/ })
      .first(),
  ).toBeVisible()
  await expect(card('Filiales').getByRole('link', { name: 'Andes Frío SpA', exact: true })).toBeVisible()
  await expect(card('Filiales').getByRole('cell', { name: 'Activa', exact: true }).first()).toBeVisible()
  await expect(card('Flota').getByRole('link', { name: /^Conectadas.*\s%\sde las activas$/ })).toBeVisible()
  await expect(card('Flota').getByRole('link', { name: /^Desconectadas/ })).toHaveAttribute('href', /status=2&session=0/)
  // no other test retires a SIM or brings one back
  const retired = card('Flota').getByRole('link', { name: /^Retirada/ })
  const count = Number(((await retired.textContent()) ?? '').replace(/\D/g, ''))
  expect(count).toBeGreaterThan(0)
  await retired.click()
  await expect(page).toHaveURL(/\/sims\?.*status=\d+/)
  await expect(page.getByText(`${new Intl.NumberFormat('es-CL').format(count)} SIMs de `)).toBeVisible()

  // back, to what the company's users began
  await page.goBack()
  await card('Operaciones').getByRole('link', { name: 'Ver operaciones' }).click()
  await expect(page).toHaveURL(/\/operations\?company=\d+/)
  await expect(page.getByRole('button', { name: 'Empresa Transportes Andes Sur SpA', exact: true })).toBeVisible()

  // with its subsidiaries there are more, and the lists are of them too
  await page.goBack()
  const active = card('Flota').getByRole('link', { name: /^Activa/ })
  const countOf = async () => Number(((await active.textContent()) ?? '').replace(/\D/g, ''))
  const own = await countOf()
  await page.getByRole('button', { name: 'Con filiales' }).click()
  await expect.poll(countOf).toBeGreaterThan(own)
  // whichever are the latest: other tests make some
  await expect(card('Alarmas').getByRole('listitem').first()).toContainText(
    /, [\d.]+\sMB\D+ · (\d+( de [\d.]+)?|ninguna) en el límite/,
  )
  const withAll = page.getByRole('button', { name: 'Empresa Transportes Andes Sur SpA y filiales', exact: true })
  await card('Operaciones').getByRole('link', { name: 'Ver operaciones' }).click()
  await expect(page).toHaveURL(/\/operations\?company=\d+&subsidiaries=true/)
  await expect(withAll).toBeVisible()
  await page.goBack()
  await active.click()
  await expect(withAll).toBeVisible()
})

test('a reseller whose subsidiaries have the SIMs gets no step to get some', async ({ page }) => {
  await logInAs(page, ADMIN)
  await page.goto('/companies')
  await expect(page.getByRole('button', { name: /^Todas \d+$/, pressed: true })).toBeVisible()
  await row(page, 'Canal IoT Chile SpA').getByRole('gridcell').nth(1).click()
  const ofTree = (place: Page | ReturnType<typeof panel>) => place.getByRole('button', { name: 'Con filiales' })
  const alone = (place: Page | ReturnType<typeof panel>) => place.getByRole('button', { name: 'Solo esta empresa' })
  await expect(ofTree(panel(page))).toHaveAttribute('aria-pressed', 'true')
  const inPanel = panel(page).getByRole('region', { name: 'Flota' })
  await expect(inPanel.getByRole('link', { name: /^Activa/ })).toBeVisible()
  await expect(inPanel.getByRole('heading')).toHaveText(/^Flota [\d.]+ vigentes · [\d.]+ de baja$/)
  await alone(panel(page)).click()
  await expect(page).toHaveURL(/open=\d+&subsidiaries=false/)
  await expect(inPanel).toContainText('Esta empresa todavía no tiene SIMs.')
  await expect(panel(page).getByRole('link', { name: 'Enlace Operaciones S.A.' })).toBeVisible()
  await expect(panel(page).getByText(/^Santiago \(GMT−\d\)$/)).toBeVisible()
  await panel(page).getByRole('link', { name: 'Abrir en página completa' }).click()
  await expect(ofTree(page)).toHaveAttribute('aria-pressed', 'true')
  await expect(page.getByRole('region', { name: 'Flota' }).getByRole('link', { name: /^Activa/ })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Integraciones' })).toContainText('propias')
  const setup = page.getByRole('region', { name: 'Puesta en marcha' })
  await expect(setup.getByText('Primer ingreso')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Asignar SIMs' })).toHaveCount(0)
  await expect(page.getByRole('region', { name: 'Filiales' }).getByText(/^[\d.]+ propias$/)).toBeVisible()
  await alone(page).click()
  await expect(page).toHaveURL(/\/companies\/\d+\?subsidiaries=false$/)
  // what has nothing yet has a sentence for screen readers, and one stands for all of it
  await expect(page.getByText('Lo que todavía no tiene datos aparecerá aquí.')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Cobros' })).toContainText('Esta empresa no tiene cobros propios.')
  await expectAccessibleInBothThemes(page)
})

test('a row of the tree opens beside it; the arrows and J open the next one, Escape returns to the row', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await logInAs(page, ANA)
  await page.goto('/companies')
  const own = row(page, 'Transportes Andes Sur SpA')
  await own.getByRole('link', { name: 'Transportes Andes Sur SpA', exact: true }).click()
  await expect(
    panel(page)
      .getByRole('region', { name: 'Flota' })
      .getByRole('link', { name: /^Activa/ }),
  ).toBeVisible()
  await expect(
    panel(page)
      .getByRole('region', { name: 'Cobros' })
      .getByRole('link', { name: /Vencido/ }),
  ).toBeVisible()
  await expect(own).toHaveAttribute('aria-current', 'true')
  await own.focus()
  await page.keyboard.press('ArrowDown')
  const next = row(page, 'Andes Frío SpA')
  await expect(next).toHaveAttribute('aria-current', 'true')
  await expect(next).toBeFocused()
  await expect(panel(page).getByRole('heading', { name: 'Andes Frío SpA' })).toBeVisible()
  await panel(page).getByRole('button', { name: 'Siguiente (J)' }).focus()
  await page.keyboard.press('j')
  const last = row(page, 'Andes Norte Logística Ltda.')
  await expect(last).toHaveAttribute('aria-current', 'true')
  await page.reload()
  await expect(panel(page).getByRole('heading', { name: 'Andes Norte Logística Ltda.' })).toBeVisible()
  await panel(page).getByRole('button', { name: 'Editar', exact: true }).click()
  await expect(page.getByRole('dialog', { name: 'Editar la empresa' }).getByLabel('Razón social')).toHaveValue(
    'Andes Norte Logística Ltda.',
  )
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await panel(page).getByRole('button', { name: 'Anterior (K)' }).focus()
  await page.keyboard.press('Escape')
  await expect(panel(page)).toHaveCount(0)
  await expect(page).toHaveURL('/companies')
  await expect(last).toBeFocused()
})

test('a form whose countries could not be loaded says so, and loads them again', async ({ page }) => {
  await logInAs(page, ADMIN)
  await refuseWith(page, getCompanyCountries, { code: 'not_allowed', error: 'Algo falló' })
  await page.goto('/companies')
  await row(page, 'Canal IoT Chile SpA').getByRole('button', { name: 'Acciones de Canal IoT Chile SpA' }).click()
  await page.getByRole('button', { name: 'Nueva filial' }).click()
  const form = page.getByRole('dialog', { name: 'Nueva empresa' })
  await expect(form.getByText('Algo falló')).toBeVisible()
  await page.unrouteAll()
  await form.getByRole('button', { name: 'Reintentar' }).click()
  await expect(form.getByRole('combobox', { name: 'País' })).toBeVisible()
})

test('the page of a company that the user does not see says that there is none', async ({ page }) => {
  await logInAs(page, ANA)
  await page.goto('/companies/1')
  await expect(page.getByRole('alert')).toContainText('No existe esa empresa')
})

test('the panel of a company that the user does not see says that there is none, under a heading', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await logInAs(page, ANA)
  await page.goto('/companies?open=1')
  await expect(panel(page).getByRole('alert')).toContainText('No existe esa empresa')
  await expect(panel(page).getByRole('heading', { level: 2, name: 'Empresa' })).toBeVisible()
})

test('companies are accessible', async ({ page }) => {
  await setPreferences(page, { language: 'en' })
  await logInAs(page, ANA)
  for (const size of SIZES) {
    await page.setViewportSize(size)
    await page.goto('/companies')
    await expect(row(page, 'Andes Norte Logística Ltda.')).toBeVisible()
    await expectAccessibleInBothThemes(page)
    await row(page, 'Transportes Andes Sur SpA')
      .getByRole('button', { name: /^Actions for/ })
      .click()
    await page.getByRole('button', { name: 'Edit' }).click()
    await expect(page.getByText('Only the company that bills you can change it').first()).toBeVisible()
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await row(page, 'Transportes Andes Sur SpA').getByRole('link', { name: 'Transportes Andes Sur SpA', exact: true }).click()
    const fleet = page.getByRole('region', { name: 'Fleet' }).getByRole('link', { name: /^Active/ })
    await expect(fleet).toBeVisible()
    await expectAccessibleInBothThemes(page)
    await page.getByRole('link', { name: 'Open full page' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Transportes Andes Sur SpA' })).toBeVisible()
    await expect(fleet).toBeVisible()
    await expectAccessibleInBothThemes(page)
  }
})
