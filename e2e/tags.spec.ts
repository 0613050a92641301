import { expect, type Locator, type Page } from '@playwright/test'
import { getSim } from '#contract/sims/sims.calls.ts'
import { listTags } from '#contract/tags/tags.calls.ts'
import { expectAccessibleInBothThemes } from './support/accessibility.ts'
import { manage, openValues } from './support/labels.ts'
import { ANA, logInAs } from './support/people.ts'
import { toastRegion } from './support/shell.ts'
import { button, openSim, simWith, WITHOUT_LABELS } from './support/sim-dialogs.ts'
import { ask, bar, box, filters, grid, headers, iccOf, openList, popup, row, rowCount } from './support/sims-page.ts'
import { test } from './support/test.ts'

test.use({ viewport: { width: 1440, height: 900 } })

/** The worker takes an operation within some seconds. */
const DONE = { timeout: 60_000 }

const tags = (place: Page | Locator): Locator => place.getByRole('list', { name: 'Tags' }).getByRole('listitem')
const tagsOf = async (page: Page, icc: string): Promise<string[]> =>
  (await ask<{ tags: string[] }>(page, { ...getSim, path: `/sim/${icc}` })).tags
const put = async (page: Page, iccs: readonly string[], add: readonly string[]) => {
  for (const icc of iccs) {
    const response = await page.request.post(`/api/sim/tags/${icc}`, { headers, data: { add } })
    expect(response.status(), await response.text()).toBe(200)
  }
}

test('a SIM gets tags by keyboard, and undo takes them off', async ({ page }) => {
  await logInAs(page, ANA)
  const icc = await openSim(page, WITHOUT_LABELS, 40)
  await button(page, 'Agregar tags').click()
  const dialog = page.getByRole('dialog', { name: /^Editar tags/ })
  const field = dialog.getByRole('combobox', { name: 'Tags' })
  await expect(field).toBeFocused()
  await field.pressSequentially('e2e Norte')
  await field.press('Enter')
  await field.pressSequentially('e2e garantía,e2e frío')
  await expect(button(dialog, 'Quitar e2e garantía')).toBeVisible()
  await field.press('Enter')
  await expect(button(dialog, 'Quitar e2e frío')).toBeVisible()
  await field.press('Backspace')
  await expect(button(dialog, 'Quitar e2e frío')).toHaveCount(0)
  await expectAccessibleInBothThemes(page)
  await field.press('Enter')
  await expect(dialog).toHaveCount(0)
  await expect(tags(page)).toHaveText(['e2e garantía', 'e2e Norte'])
  await expect(page.getByText('Agregados: e2e Norte, e2e garantía').first()).toBeVisible()
  await button(toastRegion(page), 'Deshacer').click()
  await expect(toastRegion(page)).toContainText('Cambio deshecho')
  await expect(button(page, 'Agregar tags')).toBeVisible()
  expect(await tagsOf(page, icc)).toEqual([])
})

test('Escape closes the suggestions first, then the dialog, and changes nothing', async ({ page }) => {
  await logInAs(page, ANA)
  const icc = await openSim(page, WITHOUT_LABELS, 41)
  await put(page, [icc], ['e2e oferta'])
  await page.reload()
  await button(page, 'Editar tags').click()
  const dialog = page.getByRole('dialog', { name: /^Editar tags/ })
  const field = dialog.getByRole('combobox', { name: 'Tags' })
  await expect(field).toBeFocused()
  await field.pressSequentially('otro')
  await expect(page.getByRole('option', { name: 'Crear «otro»' })).toBeVisible()
  await field.press('Escape')
  await expect(page.getByRole('option')).toHaveCount(0)
  await expect(dialog).toBeVisible()
  await field.press('Escape')
  await expect(dialog).toHaveCount(0)
  expect(await tagsOf(page, icc)).toEqual(['e2e oferta'])
})

test('the list is filtered by tags, which its address carries and its column shows', async ({ page }) => {
  await logInAs(page, ANA)
  const iccs = [await simWith(page, WITHOUT_LABELS, 42), await simWith(page, WITHOUT_LABELS, 43)]
  await put(page, iccs, ['e2e ruta 5', 'e2e lejos'])
  await openList(page)
  const menu = await openValues(page, 'Tags')
  await menu.getByRole('checkbox', { name: /^e2e ruta 5/ }).check()
  await expect(page).toHaveURL(/\?tag=e2e(%20|\+)ruta(%20|\+)5$/)
  expect(await rowCount(page)).toBe(2)
  await page.reload()
  await expect(row(page, 1)).toBeVisible()
  expect(await rowCount(page)).toBe(2)
  expect([await iccOf(page, 1), await iccOf(page, 2)]).toEqual(iccs.toSorted())
  await button(page, 'Columnas').click()
  await page.getByRole('dialog', { name: 'Columnas' }).getByRole('checkbox', { name: 'Tags' }).check()
  await expect(row(page, 1)).toContainText('e2e lejos')
  await button(filters(page), 'Quitar Tags e2e ruta 5').click()
  await expect(page).toHaveURL('/sims')
})

test('a selection gets tags and loses others', async ({ page }) => {
  await logInAs(page, ANA)
  const own = [await simWith(page, WITHOUT_LABELS, 44), await simWith(page, WITHOUT_LABELS, 45)]
  await put(page, own, ['e2e antes', 'e2e queda'])
  await openList(page, '?tag=e2e%20antes')
  for (const place of [1, 2]) await box(page, place).click()
  await button(bar(page), /^Acciones$/).click()
  await button(page.getByRole('dialog', { name: /^Elija una acción para/ }), 'Editar tags').click()
  const dialog = page.getByRole('dialog', { name: 'Editar tags de 2 SIMs' })
  await button(dialog, 'Revisar').click()
  await expect(dialog.getByText('Agregue o quite al menos un tag')).toBeVisible()
  const add = dialog.getByRole('combobox', { name: 'Agregar' })
  await expect(add).toBeFocused()
  await add.fill('e2e después')
  await add.press('Enter')
  const remove = dialog.getByRole('combobox', { name: 'Quitar' })
  await remove.fill('antes')
  await page.getByRole('option', { name: 'e2e antes' }).click()
  await expect(button(dialog, 'Quitar e2e antes')).toBeVisible()
  await button(dialog, 'Revisar').click()
  const after = dialog.getByRole('region', { name: 'Qué pasará' })
  await expect(after).toContainText('Cada SIM conserva sus demás tags.')
  await expect(after.getByRole('list', { name: 'Agregar' })).toHaveText('e2e después')
  await expect(after.getByRole('list', { name: 'Quitar' })).toHaveText('e2e antes')
  await expectAccessibleInBothThemes(page)
  await button(dialog, 'Editar tags de 2 SIMs').click()
  await expect(dialog.getByText('Proceso realizado exitosamente')).toBeVisible(DONE)
  for (const icc of own) expect(await tagsOf(page, icc)).toEqual(['e2e después', 'e2e queda'])
})

test('a file brings its own tags by line', async ({ page }) => {
  await logInAs(page, ANA)
  const own = [await simWith(page, WITHOUT_LABELS, 46), await simWith(page, WITHOUT_LABELS, 47)]
  await page.goto('/operations')
  await button(page, 'Nueva operación').click()
  const start = page.getByRole('dialog', { name: 'Nueva operación' })
  await start.getByLabel('Acción').selectOption({ label: 'Editar tags' })
  await start.locator('input[type=file]').setInputFiles({
    name: 'tags.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(`icc,tags\r\n${own[0]},e2e uno; e2e dos\r\n${own[1]},e2e dos\r\n`),
  })
  await expect(start.getByText('Columnas con valores propios: tags')).toBeVisible()
  await button(start, 'Revisar').click()
  const dialog = page.getByRole('dialog', { name: 'Editar tags de 2 SIMs' })
  await button(dialog, 'Editar tags de 2 SIMs').click()
  await expect(dialog.getByText('Proceso realizado exitosamente')).toBeVisible(DONE)
  expect([await tagsOf(page, own[0] ?? ''), await tagsOf(page, own[1] ?? '')]).toEqual([['e2e dos', 'e2e uno'], ['e2e dos']])
})

test('a tag is renamed and recoloured on all its SIMs, then deleted', async ({ page }) => {
  await logInAs(page, ANA)
  const own = [await simWith(page, WITHOUT_LABELS, 48), await simWith(page, WITHOUT_LABELS, 49)]
  await put(page, own, ['e2e viejo'])
  await openList(page)
  const dialog = await manage(page, 'tags')
  await expectAccessibleInBothThemes(page)
  await button(dialog, 'Editar el tag «e2e viejo»').click()
  const form = dialog.getByRole('form', { name: 'Editar el tag «e2e viejo»' })
  const name = form.getByLabel('Nombre')
  await expect(name).toBeFocused()
  await name.fill('con,coma')
  await button(form, 'Guardar tag').click()
  await expect(name).toHaveAccessibleDescription('Un tag no lleva comas, puntos y comas ni barras verticales')
  await name.fill('e2e nuevo')
  await form.getByRole('radio', { name: 'Violeta' }).check()
  await button(form, 'Guardar tag').click()
  await expect(form).toHaveCount(0)
  const known = await ask<{ name: string; colour: string; sims: number }[]>(page, listTags)
  expect(known.find((tag) => tag.name === 'e2e nuevo')).toMatchObject({ colour: 'violet', sims: 2 })
  await dialog.getByRole('link', { name: 'Ver las 2 SIMs con «e2e nuevo»' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(filters(page)).toContainText('e2e nuevo')
  await expect(grid(page)).toHaveAttribute('aria-rowcount', '3')

  await button(filters(page), /^Tags e2e nuevo$/).click()
  await button(popup(page, 'Tags'), 'Administrar tags…').click()
  await button(dialog, 'Eliminar el tag «e2e nuevo»').click()
  const confirmation = page.getByRole('dialog', { name: 'Eliminar el tag «e2e nuevo»' })
  await expect(confirmation).toContainText('2 SIMs lo pierden.')
  await button(confirmation, 'Eliminar tag').click()
  await expect(confirmation).toHaveCount(0)
  await expect(dialog).toBeVisible()
  await expect(dialog.getByText('e2e nuevo')).toHaveCount(0)
  expect(await tagsOf(page, own[0] ?? '')).toEqual([])
})

test('many tags scroll above the button that manages them', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 600 })
  await logInAs(page, ANA)
  const names = Array.from({ length: 30 }, (_, n) => `e2e turno ${n + 1}`)
  await put(page, [await simWith(page, WITHOUT_LABELS, 44)], names)
  await openList(page)
  const menu = await openValues(page, 'Tags')
  const options = menu.getByRole('checkbox', { name: /^e2e turno/ })
  await expect(options).toHaveCount(30)
  await expect(options.last()).not.toBeInViewport()
  await options.first().hover()
  await page.mouse.wheel(0, 5_000)
  await expect(options.last()).toBeInViewport({ ratio: 1 })
  await expect(options.last()).toHaveAccessibleName(/^e2e turno 30/)
  await button(menu, 'Administrar tags…').click()
  await expect(page.getByRole('dialog', { name: 'Administrar tags' })).toBeVisible()
})
