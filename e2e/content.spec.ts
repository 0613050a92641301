import { expect, type Page } from '@playwright/test'
import { expectAccessible, expectAccessibleInBothThemes, SIZES, setPreferences } from './support/accessibility.ts'
import { findCompany } from './support/find-company.ts'
import { chooseFilter, findFilter, typeFilter } from './support/list-filters.ts'
import { listRows } from './support/list-rows.ts'
import { ADMIN, ANA, logInAs } from './support/people.ts'
import { test } from './support/test.ts'

test('help has no padded container, loads with its screen and not before, and finds an article by text [S2.17]', async ({
  page,
}) => {
  const requests: string[] = []
  page.on('request', (request) => requests.push(request.url()))
  const articles = () => requests.filter((address) => /articles\.e[sn]/.test(address))
  await logInAs(page, ANA)
  await page.goto('/sms-report')
  await expect(page.getByRole('heading', { name: 'Reporte de SMS', level: 1 })).toBeVisible()
  expect(articles()).toEqual([])
  await page.getByRole('link', { name: 'Ayuda de esta pantalla' }).click()
  await expect(page).toHaveURL('/help/sms-report')
  // the screen before it has a heading with the same text
  await expect(page.getByRole('article').getByRole('heading', { name: 'Reporte de SMS', level: 1 })).toBeVisible()
  expect(articles()).toHaveLength(1)
  const main = page.getByRole('main')
  await expect(main.locator('.page')).toHaveCount(0)
  const [outer, inner] = [await main.boundingBox(), await main.locator(':scope > *').first().boundingBox()]
  expect([inner?.x, inner?.y, inner?.width]).toEqual([outer?.x, outer?.y, outer?.width])
  await page.getByLabel('Buscar en la ayuda').fill('HIBERNACION')
  const found = page.getByRole('navigation', { name: 'Temas de ayuda' })
  await expect(found.getByRole('status')).toContainText('temas con «HIBERNACION»')
  await found.getByRole('link', { name: /Acciones sobre una SIM/ }).click()
  await expect(page).toHaveURL('/help/sim-actions?q=HIBERNACION')
  await expect(page.getByRole('article').locator('mark').first()).toHaveText('hibernación')
  await page.goto('/help/no-such-article')
  await expect(main.getByText('No existe ese tema')).toBeVisible()
})

test('an article’s headings are beside it where there is room, and lead to their places', async ({ page }) => {
  await logInAs(page, ANA)
  await page.setViewportSize({ width: 1920, height: 700 })
  await page.goto('/help/sims')
  const contents = page.getByRole('navigation', { name: 'En esta página' })
  const headings = page.getByRole('article').getByRole('heading', { level: 2 })
  await expect(contents.getByRole('link').first()).toBeVisible()
  await expect(contents.getByRole('link')).toHaveText(await headings.allTextContents())
  await contents.getByRole('link').last().focus()
  await page.keyboard.press('Enter')
  await expect(headings.last()).toBeInViewport()
  await expect(headings.first()).not.toBeInViewport()
  const current = contents.locator('[aria-current]')
  await expect(current).toHaveText(await headings.last().innerText())
  await page.mouse.move(900, 400)
  await page.mouse.wheel(0, -100_000)
  await expect(current).toHaveText(await headings.first().innerText())
  await page.mouse.wheel(0, 100_000)
  await expect(current).toHaveText(await headings.last().innerText())
  await contents.getByRole('link').last().click()
  const address = new URL(page.url()).hash
  await page.reload()
  await expect(headings.last()).toBeInViewport()
  expect(new URL(page.url()).hash).toBe(address)
  await expectAccessibleInBothThemes(page)
  // the whole article fits the window
  await page.setViewportSize({ width: 1920, height: 6000 })
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0)
  await expect(current).toHaveText(await headings.first().innerText())
  await page.setViewportSize({ width: 1100, height: 700 })
  await expect(contents).toBeHidden()
})

test('the start of the help is its contents, and what a search finds takes their place', async ({ page }) => {
  await logInAs(page, ANA)
  await page.goto('/help')
  const main = page.getByRole('main')
  const topics = main.getByRole('link', { name: /^Lista de SIMs/ })
  await expect(topics).toHaveCount(1)
  const group = main.getByRole('region', { name: 'SIMs' })
  await expect(group.getByRole('link')).toHaveCount(5)
  await group.getByRole('button', { name: 'Ver los 12 temas: SIMs' }).click()
  await expect(group.getByRole('link')).toHaveCount(12)
  await expect(group.getByRole('link').nth(5)).toBeFocused()
  await expect(
    main.getByRole('region', { name: 'Manual completo' }).getByRole('link', { name: 'Abrir el manual' }),
  ).toHaveAttribute('href', '/help/manual')
  await expect(main.getByRole('link', { name: 'Ver SIMs silenciosas' })).toHaveAttribute('href', '/sims?status=2&silent=24h')
  await expect(main.getByRole('link', { name: 'Seleccionar SIMs' })).toHaveAttribute('href', '/sims')
  await expect(main.getByRole('link', { name: 'Ver cobros' })).toHaveAttribute('href', '/report-charges')
  await main.getByRole('link', { name: 'Chat de soporte', exact: true }).click()
  await expect(page.getByRole('dialog', { name: /soporte/i })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL('/help')
  await page.getByLabel('Buscar en la ayuda').fill('lista de sims')
  await expect(main.getByRole('navigation', { name: 'Temas de ayuda' }).getByRole('status')).toContainText('lista de sims')
  await expect(topics).toHaveCount(1)
  await topics.click()
  await expect(page).toHaveURL(/\/help\/sims\?q=lista/)
  await page.getByRole('article').getByRole('link', { name: 'Abrir SIMs' }).click()
  await expect(page).toHaveURL('/sims')
})

const form = (page: Page) => page.getByRole('dialog', { name: 'Nuevo aviso' })

test('an administrator writes a popup for a company, previews it, ends it, and duplicates it', async ({ page }) => {
  await logInAs(page, ADMIN)
  await page.goto('/popups')
  await page.getByRole('button', { name: 'Nuevo aviso' }).first().click()
  await form(page).getByRole('button', { name: 'Publicar aviso' }).click()
  await expect(form(page).getByText('Este campo es requerido').first()).toBeVisible()
  const title = `Corte <b>${Date.now().toString(36)}</b>`
  await form(page).getByRole('textbox', { name: 'Título' }).fill(title)
  await form(page)
    .getByRole('textbox', { name: 'Texto' })
    .fill('El **domingo** no hay\n\n- datos\n- [detalle](javascript:alert(1))')
  const preview = form(page).getByRole('region', { name: 'Vista previa' })
  await expect(preview.getByText(title)).toBeVisible()
  await expect(preview.locator('strong')).toHaveText('domingo')
  await expect(preview.getByRole('listitem')).toHaveCount(2)
  await expect(preview.getByRole('link')).toHaveCount(0)
  await form(page).getByRole('button', { name: 'Inglés' }).click()
  await form(page).getByRole('textbox', { name: 'Título' }).fill('Outage')
  await form(page).getByRole('textbox', { name: 'Texto' }).fill('On Sunday')
  await form(page).getByRole('button', { name: 'Algunas empresas' }).click()
  const company = form(page).getByRole('combobox', { name: 'Agregar una empresa' })
  for (const name of ['Pampa Agro', 'Quito Seguridad']) await findCompany(page, company, name)
  await expect(form(page).getByRole('checkbox', { name: /Incluir sus filiales/ })).toHaveCount(2)
  await company.fill('pampa')
  await expect(page.getByRole('option', { name: /Pampa Agro/ })).toBeDisabled()
  // the popup must not appear in other tests
  await form(page).getByLabel('Desde').fill('2099-01-01T00:00')
  await expectAccessible(page)
  await form(page).getByRole('button', { name: 'Programar aviso' }).click()
  await expect(page.getByText('Aviso creado')).toBeVisible()
  const row = page.getByRole('row', { name: title })
  await expect(row).toContainText('Programado')
  // beside the list it is as its readers will see it
  await row.getByRole('button', { name: title, exact: true }).click()
  const panel = page.getByRole('complementary', { name: title })
  await expect(panel.getByText('Sin fecha de término')).toBeVisible()
  await expect(panel.locator('strong')).toHaveText('domingo')
  await panel.getByRole('button', { name: 'Inglés' }).click()
  await expect(panel.getByText('On Sunday')).toBeVisible()
  await expect(panel).toContainText(/0 de \d/)
  await row.getByRole('button', { name: `Acciones de ${title}` }).click()
  await row.getByRole('button', { name: 'Dejar de mostrar', exact: true }).click()
  await page
    .getByRole('dialog', { name: 'Dejar de mostrar el aviso' })
    .getByRole('button', { name: 'Dejar de mostrar el aviso' })
    .click()
  await expect(row).toContainText('Terminado')
  await expect(panel).toContainText('Terminado')
  // another one with the same words and readers, from now on
  const copy = `Copia ${Date.now()}`
  await panel.getByRole('button', { name: 'Duplicar' }).click()
  await expect(form(page).getByRole('textbox', { name: 'Título' })).toBeFocused()
  await expect(form(page).getByRole('textbox', { name: 'Título' })).toHaveValue(title)
  await expect(form(page).getByRole('checkbox', { name: /Incluir sus filiales/ })).toHaveCount(2)
  await expect(form(page).getByLabel('Desde')).not.toHaveValue('2099-01-01T00:00')
  await expect(form(page).getByLabel('Hasta')).toHaveValue('')
  await form(page).getByRole('textbox', { name: 'Título' }).fill(copy)
  await form(page).getByLabel('Desde').fill('2099-01-01T00:00')
  await form(page).getByRole('button', { name: 'Programar aviso' }).click()
  await expect(page.getByRole('row', { name: copy })).toContainText('Programado')
  // the newest is beside the list
  await page.getByRole('complementary', { name: copy }).getByRole('button', { name: 'Cerrar' }).click()
  await expect(page.getByRole('complementary')).toHaveCount(0)

  const chips = page.getByRole('group', { name: 'Estado', exact: true })
  await chips.getByRole('button', { name: /^Terminados \d+$/ }).click()
  await expect(page).toHaveURL('/popups?state=ended')
  await expect(row).toBeVisible()
  await expect(page.getByRole('row').filter({ hasText: 'Visible' })).toHaveCount(0)
})

test('the audit log shows who did what, and is filtered by person, thing and action', async ({ page }) => {
  await logInAs(page, ANA)
  await page.goto('/audit')
  const rows = listRows(page, 'Registro')
  await expect(page.getByRole('button', { name: 'Incluir accesos y consultas' })).toHaveAttribute('aria-pressed', 'false')
  await expect(rows.filter({ hasText: 'Inició sesión' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Incluir accesos y consultas' }).click()
  await expect(rows.filter({ hasText: 'Inició sesión' }).first()).toBeVisible()
  await expect(page.getByRole('rowheader', { name: /^Hoy, \d+ [a-z]+ \d{4}$/ })).toBeVisible()
  // the time, and below it the address
  await expect(rows.filter({ hasText: 'Inició sesión' }).first().getByRole('cell').first()).toHaveText(/^\d\d:\d\d:\d\d\S/)
  await chooseFilter(page, 'Acción', 'Inició sesión')
  await expect(page).toHaveURL(/action=login_session\.opened/)
  // not the first of them: her colleagues log in meanwhile, in other tests
  const own = rows.getByRole('button', { name: 'Ver solo acciones de Ana Fuentes' }).first()
  await expect(own).toHaveText('Ana Fuentes')
  await own.click()
  await expect(page.getByRole('button', { name: `Usuario ${ANA}`, exact: true })).toBeVisible()
  await findFilter(page, 'Empresa', 'Andes Norte Logística')
  await expect(page).toHaveURL(/company=\d+/)
  await typeFilter(page, 'Identificador', 'nothing')
  await expect(page.getByText('Ningún resultado coincide con los filtros')).toBeVisible()
  await page.getByRole('button', { name: 'Quitar filtros' }).click()
  await expect(page).toHaveURL('/audit')
})

test('the kinds of things that people filter the audit log by have a chip; the others are behind Más', async ({ page }) => {
  await logInAs(page, ANA)
  await page.goto('/audit')
  const chips = page.getByRole('group', { name: 'Objeto', exact: true }).first()
  await chips.getByRole('button', { name: 'SIMs', exact: true }).click()
  await expect(page).toHaveURL('/audit?entity=sim')
  await page.getByRole('main').getByRole('button', { name: 'Más', exact: true }).click()
  await page.getByRole('dialog', { name: 'Objeto' }).getByRole('button', { name: 'Destino de webhooks' }).click()
  await expect(page).toHaveURL('/audit?entity=webhook')
  await expect(chips.getByRole('button', { name: 'Destino de webhooks' })).toHaveAttribute('aria-pressed', 'true')
  // the list of SIMs is another kind of thing than a SIM, and has a name of its own
  await page.goto('/audit?entity=sims')
  await expect(chips.getByRole('button', { name: 'SIMs (la lista)', exact: true })).toHaveAttribute('aria-pressed', 'true')
  await expect(chips.getByRole('button', { name: 'SIMs', exact: true })).toHaveAttribute('aria-pressed', 'false')
})

test('the audit log of the operator has what its people and those of customers did in the last weeks', async ({ page }) => {
  await logInAs(page, ADMIN)
  const rows = listRows(page, 'Registro')
  for (const [action, texts] of [
    ['plan.terms_changed', ['Cambió las condiciones de un plan', 'Elena Rivas']],
    ['user.permits_changed', ['Ana Fuentes', 'luis@andes.test']],
    ['company.deleted', ['Andes Sur Bodegas SpA']],
  ] as const) {
    await page.goto(`/audit?action=${action}`)
    // other tests write such entries too
    for (const text of texts) await expect(rows.filter({ hasText: text }).first()).toBeVisible()
  }
})

test('the audit log says whose and who by name: no number of a company, no company cut by an address', async ({ page }) => {
  await logInAs(page, ADMIN)
  const rows = listRows(page, 'Registro')
  await page.goto('/audit?action=user.created')
  const invited = rows.filter({ hasText: 'gabriela.mena@quitoseguridad.test · de Quito Seguridad Cía. Ltda.' })
  await expect(invited).toContainText('Conecta Andina S.A.C.')
  await expect(invited).not.toContainText('claudia.quispe@conectaandina.test')
  await expect(invited).not.toContainText('Empresa:')
  await expect(invited.getByRole('link', { name: 'Abrir Usuario gabriela.mena@quitoseguridad.test' })).toHaveAttribute(
    'href',
    /^\/users\?open=\d+$/,
  )
  await page.goto('/audit?action=company.deleted')
  await expect(rows.filter({ hasText: 'Andes Sur Bodegas SpA' }).first()).toContainText('Transportes Andes Sur SpA')
  // the action names the kind of thing already
  await page.goto('/audit?action=comparison.started')
  await expect(rows.first()).toContainText('Comparó las SIMs con las redes')
  await expect(rows.getByText('SIMs', { exact: true })).toHaveCount(0)
})

test('what an administrator saw of a company is one row, with the company of both', async ({ page }) => {
  await logInAs(page, ADMIN)
  await page.goto('/companies/2')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  const company = await page.getByRole('heading', { level: 1 }).textContent()
  const rows = listRows(page, 'Registro').filter({ hasText: `de ${company}` })
  // entries are written after two seconds
  await expect(async () => {
    await page.goto('/audit?action=data.read')
    await expect(rows.filter({ hasText: /Vio .+ y / }).first()).toContainText('Enlace Operaciones S.A.', {
      timeout: 2000,
    })
  }).toPass()
})

// at 1920 px the layout is that of 1280
for (const size of SIZES.slice(0, 2)) {
  test(`help, popups and the audit log are accessible: ${size.width} px`, async ({ page }) => {
    await setPreferences(page, { language: size.width === 1280 ? 'en' : 'es' })
    await page.setViewportSize(size)
    await logInAs(page, ADMIN)
    for (const path of ['/help', '/help/popups?q=html', '/audit', '/popups']) {
      await page.goto(path)
      await expect(page).toHaveURL(path)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expect(page.locator('[aria-busy]')).toHaveCount(0)
      await expectAccessibleInBothThemes(page)
    }
  })
}
