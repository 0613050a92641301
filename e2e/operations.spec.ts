import { expect, type Locator, type Page } from '@playwright/test'
import { massTermination } from '#contract/operations/mass-actions.calls.ts'
import { approveOperation, confirmOperation, getOperation, type OperationData } from '#contract/operations/operations.calls.ts'
import { expectAccessibleInBothThemes, SIZES } from './support/accessibility.ts'
import { refuseWith } from './support/answers.ts'
import { ADMIN, ANA, logInAs } from './support/people.ts'
import { ask, bar, box, iccOf, openList, rowCount } from './support/sims-page.ts'
import { test } from './support/test.ts'

/** A user who may see SIMs and not hibernate them. */
const LUIS = 'luis@andes.test'
const ALL_DONE = 'Proceso realizado exitosamente'
const FAILED = 'Ha ocurrido un error, intenta mas tarde'
/** The simulated network answers late. */
const NETWORK = { timeout: 60_000 }

const dialog = (page: Page): Locator => page.getByRole('dialog', { name: /SIMs?$/ })
const count = (place: Page | Locator, state: string): Locator =>
  place.locator('[data-operation-counts] > div').filter({ hasText: state }).locator('dd')

async function select(page: Page, places: readonly number[]): Promise<string[]> {
  for (const place of places) await box(page, place).click()
  return Promise.all(places.map((place) => iccOf(page, place)))
}

/** Opens the dialog of an action for the selected SIMs. */
async function openAction(page: Page, action: string): Promise<Locator> {
  await bar(page).getByRole('button', { name: 'Acciones', exact: true }).click()
  await page
    .getByRole('dialog', { name: /^Elija una acción para/ })
    .getByRole('button', { name: action })
    .click()
  await expect(dialog(page)).toBeVisible()
  return dialog(page)
}

async function confirmPreview(place: Locator): Promise<void> {
  await place.getByRole('button', { name: 'Revisar' }).click()
  await expect(place.getByText('Se incluirán', { exact: true })).toBeVisible()
}

const operationOf = (page: Page): Promise<number> =>
  page
    .getByRole('link', { name: 'Ver la operación' })
    .getAttribute('href')
    .then((href) => Number(href?.split('/').at(-1)))

test('SIMs are selected, hibernated after a preview, followed to the end, and reactivated', async ({ page }) => {
  test.slow()
  await logInAs(page, ANA)
  await openList(page, '?status=2&type=2&origin=1')
  const icc = await select(page, [1, 2, 3])
  const confirmation = await openAction(page, 'Hibernar')
  await expect.poll(async () => (await confirmation.boundingBox())?.width).toBe(750)
  await confirmation.getByLabel('Motivo (opcional)').fill('Fin de temporada')
  await confirmPreview(confirmation)
  await expect(confirmation.getByRole('img', { name: '3 de 3 se incluirán' })).toBeVisible()
  await expect(confirmation.getByText('Duración estimada: unos segundos.')).toBeVisible()
  await confirmation.getByRole('button', { name: 'Hibernar 3 SIMs' }).click()
  await expect(confirmation.getByText(ALL_DONE)).toBeVisible(NETWORK)
  await expect(count(confirmation, 'Realizada')).toHaveText('3')
  await expect(bar(page)).toHaveCount(0)
  // Escape closes the menu, and the dialog stays
  const asCsv = confirmation.getByRole('button', { name: 'CSV, para leer' })
  await confirmation.getByRole('button', { name: 'Exportar' }).click()
  await expect(asCsv).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(asCsv).toHaveCount(0)
  await confirmation.getByRole('button', { name: 'Exportar' }).click()
  const download = page.waitForEvent('download')
  await asCsv.click()
  expect((await download).suggestedFilename()).toMatch(/^hibernate-\d+\.csv$/)

  await expect(confirmation.getByRole('button', { name: 'Cerrar' }).last()).not.toHaveClass(/primary/)
  await expect(confirmation.getByRole('link', { name: 'Ver las 3 SIMs' })).toHaveClass(/primary/)
  await expect(confirmation.getByRole('link', { name: 'Ver las 3 SIMs' })).toHaveAttribute('href', /^\/sims\?operation=\d+$/)
  await confirmation.getByRole('link', { name: 'Ver la operación' }).click()
  await expect(page).toHaveTitle(/^Operación \d+ \| Enlace$/)
  await expect(page.getByRole('heading', { name: 'Hibernación de 3 SIMs' })).toBeVisible()
  await expect(page.getByText('Fin de temporada')).toBeVisible()
  const lines = page.getByRole('table', { name: 'Líneas' })
  for (const one of icc) await expect(lines.getByRole('link', { name: one })).toBeVisible()
  // that all succeeded is said once, and each line says what became of its SIM
  await expect(page.getByRole('progressbar')).toHaveCount(0)
  await expect(lines.getByRole('columnheader')).toHaveText(['Hora', 'SIM', 'Resultado', 'Detalle'])
  await expect(lines.getByRole('cell', { name: 'Activa → Hibernada' })).toHaveCount(3)
  // no line failed, so there is nothing to narrow to
  const shown = page.getByRole('group', { name: 'Líneas visibles' })
  await expect(shown.locator('[value=failed]')).toHaveCount(0)
  await shown.locator('[value=succeeded]').click()
  await expect(lines.getByRole('link')).toHaveCount(3)

  await page.getByRole('navigation', { name: 'Menú principal' }).getByRole('link', { name: 'Operaciones' }).click()
  // of one in which all succeeded, how long it took is enough
  const listed = page.getByRole('row').filter({ hasText: 'Hibernación de 3 SIMs' }).first()
  await expect(listed.getByRole('cell', { name: 'Terminada', exact: true })).toBeVisible()
  await expect(listed.getByRole('cell', { name: /^Duró un(os)? / })).toBeVisible()
  await expect(listed.getByRole('rowheader')).toContainText('Fin de temporada')
  await expect(listed).not.toContainText('Transportes Andes Sur SpA')
  await page.getByRole('button', { name: 'Exportar' }).click()
  const list = page.waitForEvent('download')
  await page.getByRole('button', { name: 'CSV, para leer' }).click()
  expect((await list).suggestedFilename()).toMatch(/^operaciones-\d{4}-\d\d-\d\d\.csv$/)
  await page.getByRole('button', { name: 'Nueva operación' }).click()
  const retried = page.getByRole('dialog', { name: 'Nueva operación' })
  await retried.getByLabel('Acción').selectOption({ label: 'Reactivar' })
  await retried.getByRole('button', { name: 'Pegar ICC' }).click()
  await retried.getByLabel('ICC, uno por línea').fill([...icc, icc[0], 'no es un ICC'].join('\n'))
  await retried.getByRole('button', { name: 'Revisar' }).click()
  const back = page.getByRole('dialog', { name: /^Reactivar 3 de \d SIMs$/ })
  await expect(back.getByRole('rowheader', { name: 'La SIM ya está en una línea anterior' })).toBeVisible()
  await expect(back.getByText('no', { exact: true }).first()).toBeVisible()
  await back.getByRole('button', { name: 'Reactivar 3 SIMs' }).click()
  await expect(count(back, 'Realizada')).toHaveText('3', NETWORK)
  // some lines did not run: the dialog shows the counts, and its link opens the lines
  await expect(back.getByText(ALL_DONE)).toHaveCount(0)
  await expect(back.getByRole('link', { name: 'Ver la operación' })).toBeVisible()
})

test('a mass termination lists the skipped lines, asks for confirmation and reports at once; its lines can be withdrawn [S4.08, S8.10]', async ({
  page,
  browser,
}) => {
  test.slow()
  await logInAs(page, ANA)
  await openList(page, '?status=6')
  const [ended = ''] = await select(page, [1])
  await openList(page, '?status=11&origin=1')
  const [first = ''] = await select(page, [1])
  // SIMs of two statuses in one list, so that one line is not included
  await page.goto('/operations')
  await page.getByRole('button', { name: 'Nueva operación' }).click()
  const start = page.getByRole('dialog', { name: 'Nueva operación' })
  await start.getByLabel('Acción').selectOption({ label: 'Dar de baja' })
  await start.getByRole('button', { name: 'Pegar ICC' }).click()
  await start.getByLabel('ICC, uno por línea').fill(`${first}\n${ended}`)
  await start.getByRole('button', { name: 'Revisar' }).click()

  const confirmation = dialog(page)
  await expect(confirmation.getByRole('listitem').filter({ hasText: 'La SIM ya está en ese estado' })).toContainText(
    /\d{4}\s*\d{4}/,
  )
  await expect(confirmation).toHaveAccessibleName('Dar de baja 1 de 2 SIMs')
  await expect(confirmation.locator('[data-excluded-lines] [data-icc]')).toHaveCount(1)
  await expect
    .poll(async () => (await confirmation.locator('[data-excluded-lines] [data-icc]').innerText()).replace(/\s/g, ''))
    .toBe(ended)
  await confirmation.getByRole('button', { name: 'Dar de baja 1 SIM' }).click()
  await expect(confirmation.getByRole('status').filter({ hasText: ALL_DONE })).toBeVisible()
  await expect(confirmation.getByText(/^Se puede retirar hasta el/)).toBeVisible()
  await expect(confirmation.getByText(ALL_DONE)).toBeVisible()
  await expect(confirmation.getByRole('button', { name: 'Retirar 1 baja' })).toBeVisible()

  const operationId = await operationOf(page)
  const other = await browser.newContext()
  const admin = await other.newPage()
  await logInAs(admin, ADMIN)
  await ask(admin, { method: 'POST', path: approveOperation.path.replace('{operationId}', String(operationId)) })
  await expect(count(confirmation, 'Realizada')).toHaveText('1', NETWORK)
  await expect(count(confirmation, 'Omitida')).toHaveText('1')
  await expect(confirmation.getByRole('status').filter({ hasText: '1 realizada, 1 no incluida.' })).toBeAttached()
  await other.close()
})

test('a mass termination whose review or confirmation fails says so and keeps the selection [S8.10]', async ({ page }) => {
  await logInAs(page, ANA)
  await openList(page, '?status=2')
  await select(page, [1, 2])
  const confirmation = await openAction(page, 'Dar de baja')
  const review = confirmation.getByRole('button', { name: 'Revisar' })
  const DOWN = { code: 'unavailable', error: 'La base de datos no responde' } as const
  await refuseWith(page, massTermination, DOWN)
  await review.click()
  await expect(confirmation.getByRole('alert')).toContainText(FAILED)
  await page.unrouteAll({ behavior: 'wait' })
  await review.click()
  await refuseWith(page, confirmOperation, DOWN)
  await confirmation.getByRole('button', { name: 'Dar de baja 2 SIMs' }).click()
  await expect(confirmation.getByRole('alert')).toContainText(FAILED)
  await expect(confirmation.getByRole('alert')).toContainText(DOWN.error)
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toHaveCount(0)
  await expect(bar(page)).toContainText('2 SIMs')
})

test('all matching SIMs are scheduled for a date, and cancelled in another window, which shows them at once', async ({
  page,
  context,
}) => {
  test.slow()
  await logInAs(page, ANA)
  // no other test changes these SIMs
  await openList(page, '?status=1&origin=4')
  const total = await rowCount(page)
  await select(page, [1])
  await bar(page)
    .getByRole('button', { name: /^Seleccionar las/ })
    .click()
  const confirmation = await openAction(page, 'Editar campos')
  await confirmation.getByRole('button', { name: 'Revisar' }).click()
  await expect(confirmation.getByText('Complete al menos un campo')).toBeVisible()
  await confirmation.getByLabel('Campo 2').fill('Bodega norte')
  await confirmPreview(confirmation)
  await confirmation.getByRole('button', { name: 'Programar', exact: true }).click()
  await confirmation.getByRole('button', { name: /^Programar para/ }).click()
  await expect(confirmation.getByText('Este campo es requerido')).toBeVisible()
  await confirmation.getByLabel('Fecha y hora').fill('2001-01-01T10:00')
  await expect(confirmation.getByText('Elija una fecha futura')).toBeVisible()
  await confirmation.getByLabel('Fecha y hora').fill('2050-01-01T10:00')
  await confirmation.getByRole('button', { name: /^Programar para/ }).click()
  await expect(confirmation.getByText(/^Empieza el 1 ene 2050, 10:00/)).toBeVisible()
  const operationId = await operationOf(page)
  const data = await ask<OperationData>(page, {
    method: 'GET',
    path: getOperation.path.replace('{operationId}', String(operationId)),
  })
  expect([data.source, data.total]).toEqual(['filter', total])

  const other = await context.newPage()
  await other.goto('/operations?state=scheduled&kind=custom&mine=true')
  await expect(other.getByRole('row').filter({ hasText: 'Empieza el 1 ene 2050, 10:00' })).toHaveCount(1)
  await other.getByRole('table').getByRole('link').first().click()
  await other.getByRole('button', { name: 'Cancelar la operación' }).click()
  const asked = other.getByRole('dialog', { name: 'Cancelar la operación' })
  await asked.getByRole('button', { name: 'Volver' }).click()
  await expect(confirmation.locator('[data-operation-state]')).toContainText('Programada')
  await other.getByRole('button', { name: 'Cancelar la operación' }).click()
  await expect(asked.getByText('Una operación cancelada no se puede continuar.')).toBeVisible()
  await asked.getByRole('button', { name: /^Cancelar [\d.]+$/ }).click()
  await expect(confirmation.locator('[data-operation-state]')).toContainText('Cancelada')
  await expect(count(confirmation, 'Pendiente')).toBeHidden()
})

test('a file has the lines; one that is no table is rejected with its reason', async ({ page }) => {
  await logInAs(page, ANA)
  await openList(page, '?status=2&type=2')
  const icc = await iccOf(page, 5)
  await page.goto('/operations')
  await page.getByRole('button', { name: 'Nueva operación' }).click()
  const confirmation = page.getByRole('dialog', { name: 'Nueva operación' })
  await expect(confirmation.getByLabel('Acción')).toBeFocused()
  await confirmation.getByRole('button', { name: 'Revisar' }).click()
  await expect(confirmation.getByRole('alert')).toHaveText('Este campo es requerido')
  const file = page.locator('input[type=file]')
  await file.setInputFiles({ name: 'x.csv', mimeType: 'text/csv', buffer: Buffer.from([0, 1, 2]) })
  await expect(confirmation.getByRole('alert')).toHaveText('No es un archivo CSV, TSV ni XLSX')
  const lines = `ICC;Etiqueta\n${icc};Camión de prueba\n`
  await file.setInputFiles({ name: 'camiones.csv', mimeType: 'text/csv', buffer: Buffer.from(lines) })
  await expect(confirmation.getByText('camiones.csv: 1 línea')).toBeVisible()
  await confirmation.getByLabel('Acción').selectOption({ label: 'Editar campos' })
  await confirmation.getByRole('button', { name: 'Revisar' }).click()
  await dialog(page).getByRole('button', { name: 'Editar campos de 1 SIM' }).click()
  await expect(dialog(page).getByText(ALL_DONE)).toBeVisible(NETWORK)
})

test('without the permit to hibernate the dialog says so, and all works by keyboard', async ({ page }) => {
  await logInAs(page, LUIS)
  await openList(page, '?status=2')
  await select(page, [1])
  await bar(page).getByRole('button', { name: 'Acciones', exact: true }).press('Enter')
  const menu = page.getByRole('dialog', { name: 'Elija una acción para 1 SIM' })
  await expect(menu.getByRole('button', { name: 'Diagnosticar' })).toBeFocused()
  const disabled = menu.getByRole('button', { name: /^Hibernar/ })
  await expect(disabled).toHaveAttribute('aria-disabled', 'true')
  await expect(disabled).toContainText('No tiene permiso para esta operación')
  await menu.getByRole('button', { name: 'Enviar SMS' }).press('Enter')
  await expect(dialog(page).getByLabel('Mensaje')).toBeFocused()
  await page.keyboard.type('hola')
  await expect(dialog(page).getByText('4 caracteres, 1 segmento por SIM')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(bar(page).getByRole('button', { name: 'Acciones', exact: true })).toBeFocused()
})

for (const size of SIZES) {
  test(`every step is accessible, ${size.width} px`, async ({ page }) => {
    test.slow()
    await page.setViewportSize(size)
    await logInAs(page, ANA)
    await openList(page, '?sort=-icc')
    await box(page, 1).click()
    await bar(page)
      .getByRole('button', { name: /^Seleccionar las/ })
      .click()
    const confirmation = await openAction(page, 'Dar de baja')
    await expectAccessibleInBothThemes(page)
    await confirmPreview(confirmation)
    await expectAccessibleInBothThemes(page)
    await page.keyboard.press('Escape')
    await page.goto('/operations')
    await expect(page.getByRole('heading', { level: 1, name: 'Operaciones' })).toBeVisible()
    await expectAccessibleInBothThemes(page)
    await page.getByRole('button', { name: 'Nueva operación' }).click()
    await expect(page.getByRole('dialog', { name: 'Nueva operación' })).toBeVisible()
    await expectAccessibleInBothThemes(page)
  })
}
