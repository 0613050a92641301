import { readFile } from 'node:fs/promises'
import { expect, type Locator, type Page } from '@playwright/test'
import { countHys, getHysTotals } from '#contract/hys/hys.calls.ts'
import { luhnDigit } from '#domain/identifiers.ts'
import { expectAccessible, expectAccessibleInBothThemes, SIZES, setPreferences } from './support/accessibility.ts'
import { answerWith } from './support/answers.ts'
import { findFilter } from './support/list-filters.ts'
import { listRows } from './support/list-rows.ts'
import { ADMIN, ANA, logInAs } from './support/people.ts'
import { filters, popup } from './support/sims-page.ts'
import { test } from './support/test.ts'

const items = (page: Page): Locator => listRows(page, 'Equipos y servicios')

test('fields of a device are edited in place, by keyboard, and errors are shown there [S2.13]', async ({ page }) => {
  await logInAs(page, ANA)
  await page.goto('/')
  await page.getByRole('link', { name: 'Hardware' }).click()
  await expect(page).toHaveTitle(/^Hardware y servicios/)
  // types with fewer devices are behind 'Más'
  await filters(page).getByRole('button', { name: /^Más/ }).click()
  await popup(page, 'Tipo de producto')
    .getByRole('button', { name: /^Cámaras/ })
    .click()
  await expect(page).toHaveURL(/\/hys\?type=/)
  const row = items(page).filter({ hasText: /\d{4}/ }).first()
  const label = row.getByRole('button', { name: /Etiqueta de/ })
  await label.focus()
  await page.keyboard.press('Enter')
  const field = row.getByRole('textbox', { name: /^Etiqueta de/ })
  await expect(field).toBeFocused()
  await field.fill('nunca guardado')
  await page.keyboard.press('Escape')
  await expect(label).toBeFocused()
  await expect(row).not.toContainText('nunca guardado')
  await page.keyboard.press('Enter')
  await field.fill('Patio norte 7')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Cambio guardado')).toBeVisible()
  await expect(label).toBeFocused()
  await expect(label).toHaveText('Patio norte 7')

  const imei = row.getByRole('button', { name: /IMEI de/ })
  // grouped as in every other screen: the type code's two, six, the serial number's six, the check digit
  await expect(imei).toHaveText(/^\d{2} \d{6} \d{6} \d$/)
  const before = await imei.textContent()
  await imei.click()
  await row.getByRole('textbox').fill('123')
  await page.keyboard.press('Enter')
  await expect(row.getByText('El IMEI debe tener 15 dígitos y su dígito verificador')).toBeVisible()
  await expect(row.getByRole('textbox')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(imei).toHaveText(before ?? '')
  await page.reload()
  await expect(items(page).filter({ hasText: 'Patio norte 7' })).toHaveCount(1)
})

test('devices are counted over the list, with and without a SIM, beside the way to order', async ({ page }) => {
  await logInAs(page, ANA)
  await page.goto('/hys')
  const totals = page.getByRole('region', { name: 'Totales de equipos' })
  await expect(totals).toContainText(/Equipos[\d.]+(todos)? con SIM/)
  await expect(totals).toContainText(/Servicios\d+/)
  await page.getByRole('link', { name: 'Pedir hardware' }).click()
  await expect(page).toHaveURL('/requests?tab=store')
  const call = { ...getHysTotals, path: `${getHysTotals.path}*` }
  await answerWith(page, call, { totals: { devices: 3_242, services: 4, withSim: 3_200, withImei: 3_122 } })
  await page.goto('/hys')
  await expect(totals).toContainText(/Equipos3\.242\s*3\.200 con SIM/)
  await expect(totals).toContainText(/Sin IMEI120\s*3,7\s%\sde los equipos/)
  await expect(totals).toContainText(/Sin SIM42\s*1,3\s%\sde los equipos/)
  // where each has one that is said of all
  await answerWith(page, call, { totals: { devices: 3_242, services: 4, withSim: 3_242, withImei: 3_122 } })
  await page.reload()
  await expect(totals).toContainText(/Equipos3\.242\s*todos con SIM/)
  await expect(totals).not.toContainText('Sin SIM')
})

test('types are in the order of how many devices they have', async ({ page }) => {
  await logInAs(page, ANA)
  await page.goto('/hys')
  const chips = page.getByRole('group', { name: 'Tipo de producto' }).getByRole('button', { name: /[\d.]+$/ })
  await expect(chips.nth(2)).toBeVisible()
  const counts = (await chips.allTextContents()).map((text) => Number(/[\d.]+$/.exec(text)?.[0].replaceAll('.', '')))
  expect(counts).toEqual(counts.toSorted((a, b) => b - a))
})

test('the devices without an IMEI are behind their figure; one that gets its IMEI stays until the list is opened again', async ({
  page,
}) => {
  await logInAs(page, ANA)
  await page.goto('/hys')
  const figure = page.getByRole('region', { name: 'Totales de equipos' }).getByRole('link', { name: /^Sin IMEI/ })
  const all = filters(page).getByRole('button', { name: /^Todos/ })
  // its share stands behind the number
  const counted = async () => Number((await figure.getByText(/^[\d.]+$/).textContent())?.replaceAll('.', ''))
  const before = await counted()
  expect(before).toBeGreaterThan(1)
  const withoutImei = filters(page).getByRole('button', { name: /^Sin IMEI/ })
  await expect(withoutImei).toHaveText(`Sin IMEI ${before}`)
  await figure.click()
  await expect(page).toHaveURL('/hys?withoutImei=true')
  await expect(withoutImei).toHaveAttribute('aria-pressed', 'true')
  await expect(all).toHaveText(`Todos ${before}`)
  const row = items(page).first()
  await expect(row.getByText('Agregar IMEI', { exact: true })).toBeVisible()
  const digits = `35291${String(Date.now()).slice(-9)}`
  const imei = digits + luhnDigit(digits)
  await row.getByRole('button', { name: /^Agregar IMEI de/ }).click()
  await row.getByRole('textbox', { name: /^IMEI de/ }).fill(imei)
  await page.keyboard.press('Enter')
  await expect.poll(counted).toBe(before - 1)
  await expect(row.getByRole('button', { name: /IMEI de/ })).toBeFocused()
  await expect(row).toContainText(imei.slice(-7, -1))
  await page.reload()
  await expect(all).toHaveText(`Todos ${before - 1}`)
  await expect(items(page).filter({ hasText: imei.slice(-7, -1) })).toHaveCount(0)
})

test('on a phone a device shows its SIM below its name, and what it lacks can be added side by side', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await logInAs(page, ANA)
  await page.goto('/hys?withoutImei=true')
  const lacks = (name: string) => page.getByRole('button', { name: new RegExp(`^Agregar ${name} de`) })
  const row = items(page)
    .filter({ has: lacks('Campo 2') })
    .first()
  await expect(row.getByRole('rowheader').getByRole('link', { name: /^\d{4}/ })).toBeVisible()
  const place = async (name: string) => (await row.getByRole('button', { name: `Agregar ${name} de` }).boundingBox())?.y
  expect(await place('IMEI')).toBe(await place('Campo 2'))
  await expectAccessible(page)
})

test('a value that a device lacks is a dash, and can be added where its row has the pointer or the focus', async ({ page }) => {
  await logInAs(page, ANA)
  await page.goto('/hys')
  const empty = items(page)
    .getByRole('button', { name: /^Agregar Campo 2 de/ })
    .first()
  const word = empty.getByText('Agregar', { exact: true })
  await expect(empty).toBeVisible()
  await expect(word).toBeHidden()
  await empty.focus()
  await expect(word).toBeVisible()
  await empty.blur()
  await expect(word).toBeHidden()
  await empty.hover()
  await expect(word).toBeVisible()
})

test('hardware is filtered by the address and exported as a file; an empty result offers to clear the filters', async ({
  page,
}) => {
  await logInAs(page, ADMIN)
  await page.goto('/hys')
  await findFilter(page, 'Empresa', 'Bajío Norte')
  await expect(page).toHaveURL('/hys?company=14')
  await page.getByRole('button', { name: 'Exportar' }).click()
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'CSV, para leer' }).click()
  expect(await readFile(await (await download).path(), 'utf8')).toContain('Bajío Norte')
  const search = page.getByRole('searchbox', { name: 'Buscar', exact: true })
  await answerWith(page, { ...countHys, path: `${countHys.path}*` }, { count: 4_321, isMore: false })
  await search.fill('bajío')
  await expect(page.getByText('Se muestran 1.000 de 4.321 resultados')).toBeVisible()
  await page.unrouteAll()
  await search.fill('zeppelin')
  await expect(page.getByText('Ningún resultado coincide con los filtros')).toBeVisible()
  await page.getByRole('button', { name: 'Quitar filtros' }).click()
  await expect(page).toHaveURL('/hys')
  await expect(search).toHaveValue('')
  await search.fill('zeppelin')
  await expect(page.getByText('Ningún resultado con «zeppelin»')).toBeVisible()
  await expect(page.getByText('Se buscó en producto, IMEI, ICC o etiqueta.')).toBeVisible()
  await page.getByRole('button', { name: 'Borrar búsqueda' }).click()
  await expect(page).toHaveURL('/hys')
  await page.getByRole('button', { name: 'Mostrar más' }).click()
  await expect(items(page)).toHaveCount(100)
})

test('hardware is accessible', async ({ page }) => {
  await setPreferences(page, { language: 'en' })
  await logInAs(page, ADMIN)
  for (const size of SIZES) {
    await page.setViewportSize(size)
    await page.goto('/hys?type=Paneles de alarma')
    // the address has the name as it is kept, the list the one of the reader's language
    await expect(page.getByRole('table', { name: 'Devices and services' }).getByText('Alarm panels').first()).toBeVisible()
    const editButton = page.getByRole('button', { name: /^Edit Label of/ }).first()
    await expect(editButton).toBeVisible()
    await expectAccessibleInBothThemes(page)
    await editButton.click()
    await expect(page.getByRole('textbox', { name: /^Label of/ })).toBeFocused()
    await expectAccessible(page)
  }
})
