import { expect, type Page } from '@playwright/test'
import { getAlarms } from '#contract/alarms/alarms.calls.ts'
import { listGroups } from '#contract/groups/groups.calls.ts'
import { decodeList, decodeTsv } from '#contract/list-codec.ts'
import { listLockPolicies } from '#contract/locks/lock-policies.calls.ts'
import { getSim } from '#contract/sims/sims.calls.ts'
import { listTags } from '#contract/tags/tags.calls.ts'
import { expectAccessibleInBothThemes } from './support/accessibility.ts'
import { answerWith, refuseWith } from './support/answers.ts'
import { manage, openValues } from './support/labels.ts'
import { ANA, logInAs } from './support/people.ts'
import { search, toastRegion } from './support/shell.ts'
import { button, openSim, simWith, WITHOUT_LABELS } from './support/sim-dialogs.ts'
import { ask, bar, box, filters, header, headers, iccOf, openList, row, rowCount } from './support/sims-page.ts'
import { test } from './support/test.ts'

test.use({ viewport: { width: 1440, height: 900 } })

/** The worker takes an operation within some seconds. */
const DONE = { timeout: 60_000 }

const groupOf = async (page: Page, icc: string): Promise<string> =>
  (await ask<{ group: string }>(page, { ...getSim, path: `/sim/${icc}` })).group
const move = async (page: Page, iccs: readonly string[], group: string | null) => {
  for (const icc of iccs) {
    const response = await page.request.post(`/api/sim/group/${icc}`, { headers, data: { group } })
    expect(response.status(), await response.text()).toBe(200)
  }
}

test('a SIM moves to a new group by keyboard, undo moves it back, and an empty field takes it out', async ({ page }) => {
  await logInAs(page, ANA)
  const icc = await openSim(page, WITHOUT_LABELS, 70)
  await button(page, 'Mover a un grupo').click()
  const dialog = page.getByRole('dialog', { name: /^Mover a un grupo/ })
  const field = dialog.getByRole('combobox', { name: 'Grupo' })
  await expect(field).toBeFocused()
  await field.fill('e2e Norte / / ')
  await field.press('Enter')
  await field.press('Enter')
  await expect(dialog.getByText(/^Hasta 3 nombres separados por/)).toBeVisible()
  await field.fill('e2e Norte / Camiones')
  await expect(page.getByRole('option', { name: 'Crear «e2e Norte/Camiones»' })).toBeVisible()
  await expectAccessibleInBothThemes(page)
  await field.press('ArrowDown')
  await field.press('Enter')
  await expect(field).toHaveValue('e2e Norte/Camiones')
  await field.press('Enter')
  await expect(dialog).toHaveCount(0)
  await expect(button(page, 'Grupo e2e Norte/Camiones: mover a otro')).toBeVisible()
  await expect(page.getByText('Está en: e2e Norte/Camiones').first()).toBeVisible()
  await button(toastRegion(page), 'Deshacer').click()
  await expect(toastRegion(page)).toContainText('Cambio deshecho')
  await expect(button(page, 'Mover a un grupo')).toBeVisible()
  expect(await groupOf(page, icc)).toBe('')
  await move(page, [icc], 'e2e Norte/Camiones')
  await page.reload()
  await button(page, 'Grupo e2e Norte/Camiones: mover a otro').click()
  await expect(field).toBeFocused()
  await button(dialog, 'Quitar e2e Norte/Camiones').click()
  await button(dialog, 'Mover SIM').click()
  await expect(dialog).toHaveCount(0)
  await expect(button(page, 'Mover a un grupo')).toBeVisible()
  expect(await groupOf(page, icc)).toBe('')
})

test('the list is filtered by a group with those inside it, which its address carries and its column shows', async ({
  page,
}) => {
  await logInAs(page, ANA)
  const iccs = [await simWith(page, WITHOUT_LABELS, 72), await simWith(page, WITHOUT_LABELS, 73)]
  await move(page, iccs.slice(0, 1), 'e2e Sur')
  await move(page, iccs.slice(1), 'e2e Sur/Rutas')
  await openList(page)
  const menu = await openValues(page, 'Grupo')
  await expect(menu.getByRole('checkbox', { name: /^Rutas\s*1$/ })).toBeVisible()
  await menu.getByRole('checkbox', { name: /^e2e Sur\s*2$/ }).check()
  await expect(page).toHaveURL(/\?group=e2e(%20|\+)Sur$/)
  expect(await rowCount(page)).toBe(2)
  await page.reload()
  await expect(row(page, 1)).toBeVisible()
  expect(await rowCount(page)).toBe(2)
  expect([await iccOf(page, 1), await iccOf(page, 2)]).toEqual(iccs.toSorted())
  await button(page, 'Columnas').click()
  await page.getByRole('dialog', { name: 'Columnas' }).getByRole('checkbox', { name: 'Grupo', exact: true }).check()
  await expect(page.getByText('e2e Sur/Rutas', { exact: true }).first()).toBeVisible()
  await page.keyboard.press('Escape')
  const inOrder = () => Promise.all([iccOf(page, 1), iccOf(page, 2)])
  await button(header(page, 'Grupo'), /Grupo/).click()
  await expect(header(page, 'Grupo')).toHaveAttribute('aria-sort', 'ascending')
  await expect.poll(inOrder).toEqual(iccs)
  await button(header(page, 'Grupo'), /Grupo/).click()
  await expect(header(page, 'Grupo')).toHaveAttribute('aria-sort', 'descending')
  await expect.poll(inOrder).toEqual(iccs.toReversed())
  await button(filters(page), 'Quitar Grupo e2e Sur').click()
  await expect(page).toHaveURL('/sims?sort=-group')
  await expect(row(page, 1)).toBeVisible()
})

test('a selection moves, and the preview says which groups the SIMs leave', async ({ page }) => {
  await logInAs(page, ANA)
  const own = [await simWith(page, WITHOUT_LABELS, 74), await simWith(page, WITHOUT_LABELS, 75)]
  await move(page, own, 'e2e antes')
  await openList(page, '?group=e2e%20antes')
  for (const place of [1, 2]) await box(page, place).click()
  await button(bar(page), /^Acciones$/).click()
  await button(page.getByRole('dialog', { name: /^Elija una acción para/ }), 'Mover a un grupo').click()
  const dialog = page.getByRole('dialog', { name: 'Mover 2 SIMs' })
  await button(dialog, 'Revisar').click()
  await expect(dialog.getByText('Elija un grupo, o sáquelas del suyo')).toBeVisible()
  const field = dialog.getByRole('combobox', { name: 'Grupo' })
  await expect(field).toBeFocused()
  await field.fill('e2e después')
  await field.press('Enter')
  await button(dialog, 'Revisar').click()
  const after = dialog.getByRole('region', { name: 'Qué pasará' })
  await expect(after).toContainText('Pasan al grupo «e2e después».')
  await expect(after).toContainText('Ahora 2 están en «e2e antes»')
  await expectAccessibleInBothThemes(page)
  await button(dialog, 'Mover 2 SIMs').click()
  await expect(dialog.getByText('Proceso realizado exitosamente')).toBeVisible(DONE)
  for (const icc of own) expect(await groupOf(page, icc)).toBe('e2e después')
  await page.goto('/operations')
  await page.getByRole('link', { name: 'Cambio de grupo de 2 SIMs' }).first().click()
  await expect(page.getByText('Nuevo grupo').first()).toBeVisible()
  await expect(page.getByText('e2e después').first()).toBeVisible()
})

test('a file brings each line’s own group', async ({ page }) => {
  await logInAs(page, ANA)
  const own = [await simWith(page, WITHOUT_LABELS, 76), await simWith(page, WITHOUT_LABELS, 77)]
  await page.goto('/operations')
  await button(page, 'Nueva operación').click()
  const start = page.getByRole('dialog', { name: 'Nueva operación' })
  await start.getByLabel('Acción').selectOption({ label: 'Mover a un grupo' })
  await start.locator('input[type=file]').setInputFiles({
    name: 'grupos.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(`icc,grupo\r\n${own[0]},e2e archivo/uno\r\n${own[1]},e2e archivo/dos\r\n`),
  })
  await expect(start.getByText('Columnas con valores propios: grupo')).toBeVisible()
  await button(start, 'Revisar').click()
  const dialog = page.getByRole('dialog', { name: 'Mover 2 SIMs' })
  await expect(dialog.getByText('Cada una pasa al grupo de su línea en el archivo.')).toBeVisible()
  await button(dialog, 'Mover 2 SIMs').click()
  await expect(dialog.getByText('Proceso realizado exitosamente')).toBeVisible(DONE)
  expect([await groupOf(page, own[0] ?? ''), await groupOf(page, own[1] ?? '')]).toEqual(['e2e archivo/uno', 'e2e archivo/dos'])
})

test('a group is created, renamed with those inside it, and deleted', async ({ page }) => {
  await logInAs(page, ANA)
  const icc = await simWith(page, WITHOUT_LABELS, 78)
  await move(page, [icc], 'e2e viejo/dentro')
  await openList(page)
  const dialog = await manage(page, 'grupos')
  await expectAccessibleInBothThemes(page)
  await button(dialog, 'Editar el grupo «e2e viejo»').click()
  const form = dialog.getByRole('form', { name: 'Editar el grupo «e2e viejo»' })
  const name = form.getByLabel('Nombre')
  await expect(name).toBeFocused()
  await name.fill('con/barra')
  await name.press('Enter')
  await expect(form.getByText('El nombre de un grupo no lleva comas, puntos y comas ni barras')).toBeVisible()
  await expectAccessibleInBothThemes(page)
  await name.fill('e2e renombrado')
  await name.press('Enter')
  await expect(form).toHaveCount(0)
  await expect(button(dialog, 'Editar el grupo «e2e renombrado»')).toBeFocused()
  expect(await groupOf(page, icc)).toBe('e2e renombrado/dentro')
  await button(dialog, 'Nuevo grupo dentro de «e2e renombrado»').click()
  const inside = dialog.getByRole('form', { name: 'Nuevo grupo dentro de «e2e renombrado»' })
  await expect(inside.getByLabel('Dentro de')).toHaveValue('e2e renombrado')
  await inside.getByLabel('Nombre').fill('vacío')
  await inside.getByLabel('Nombre').press('Enter')
  await expect(inside).toHaveCount(0)
  await button(dialog, 'Eliminar el grupo «e2e renombrado/vacío»').click()
  const confirm = page.getByRole('dialog', { name: 'Eliminar el grupo «e2e renombrado/vacío»' })
  await expect(confirm.getByText('Ninguna SIM está en él. No se puede deshacer.')).toBeVisible()
  await button(confirm, 'Eliminar grupo').click()
  await expect(confirm).toHaveCount(0)
  await expect(button(dialog, 'Eliminar el grupo «e2e renombrado/vacío»')).toHaveCount(0)
  await button(dialog, 'Eliminar el grupo «e2e renombrado»').click()
  const refused = page.getByRole('dialog', { name: 'Eliminar el grupo «e2e renombrado»', exact: true })
  await button(refused, 'Eliminar grupo').click()
  await expect(refused.getByText('Elimine o mueva primero los grupos que contiene')).toBeVisible()
  await button(refused, 'Cancelar').click()
  await expect(refused).toHaveCount(0)
  await dialog.getByRole('link', { name: 'Ver la SIM de «e2e renombrado»' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(row(page, 1)).toBeVisible()
  expect(await iccOf(page, 1)).toBe(icc)
})

test('a group is found by the search of the header, which opens the list of its SIMs', async ({ page }) => {
  await logInAs(page, ANA)
  const icc = await simWith(page, WITHOUT_LABELS, 80)
  await move(page, [icc], 'e2e buscado/dentro')
  await page.goto('/operations')
  await search(page).fill('buscado/den')
  await page.getByRole('option', { name: 'e2e buscado/dentro' }).click()
  await expect(page).toHaveURL(/\/sims\?group=e2e/)
  await expect(row(page, 1)).toBeVisible()
  expect(await iccOf(page, 1)).toBe(icc)
})

test('an alarm is for a group, and the pages of its SIMs say so', async ({ page }) => {
  await logInAs(page, ANA)
  const icc = await simWith(page, WITHOUT_LABELS, 79)
  await move(page, [icc], 'e2e vigilado/dentro')
  await page.goto('/alarm')
  await button(page, 'Nueva alarma').click()
  const form = page.getByRole('dialog', { name: 'Nueva alarma' })
  await expect(form.getByLabel('Límite por SIM y ciclo')).toBeFocused()
  await form.getByLabel('Nombre (opcional)').fill('e2e de grupo')
  await form.getByLabel('Grupo').selectOption('e2e vigilado')
  await form.getByLabel('Límite por SIM y ciclo').fill('1000000')
  await expect(form.getByText('Incluye 1 SIM.')).toBeVisible()
  await expectAccessibleInBothThemes(page)
  await button(form, 'Crear alarma').click()
  await expect(form).toHaveCount(0)
  await expect(page.getByRole('row', { name: /e2e de grupo/ })).toContainText('grupo e2e vigilado')
  await page.goto(`/sims/${icc}`)
  const watching = page.getByRole('region', { name: 'Alarmas que la vigilan' })
  await expect(watching.getByRole('listitem').filter({ hasText: 'e2e de grupo' })).toContainText('De su grupo e2e vigilado')
  await expectAccessibleInBothThemes(page)
  await watching.getByRole('link', { name: /^e2e de grupo/ }).click()
  await expect(page.getByRole('dialog').getByLabel('Nombre (opcional)')).toHaveValue('e2e de grupo')
  const alarms = decodeList(
    getAlarms.list,
    decodeTsv(
      await (
        await page.request.get('/api/alarm/alarms', { headers: { ...headers, accept: 'text/tab-separated-values' } })
      ).text(),
    ),
  )
  const made = alarms.find(({ name }) => name === 'e2e de grupo')
  expect((await page.request.delete(`/api/alarm/${made?.alarmId}`, { headers })).status()).toBe(200)
})

test('a group gives its SIMs a plan at activation, which their page and the activation name', async ({ page }) => {
  await logInAs(page, ANA)
  const icc = await simWith(page, { ...WITHOUT_LABELS, administrativeStatusIds: [1] })
  await move(page, [icc], 'e2e con plan/dentro')
  const { planName } = await ask<{ planName: string }>(page, { ...getSim, path: `/sim/${icc}` })
  await openList(page)
  const dialog = await manage(page, 'grupos')
  await button(dialog, 'Editar el grupo «e2e con plan»').click()
  const form = dialog.getByRole('form', { name: 'Editar el grupo «e2e con plan»' })
  const choice = form.getByLabel('Plan al activar')
  await expect(choice.locator('optgroup[label="Chile · Local"] option')).not.toHaveCount(0)
  const names = await choice.locator('optgroup[label="Chile · Local"] option').allTextContents()
  const given = names.find((name) => name !== planName) ?? ''
  await choice.selectOption({ label: given })
  const chosen = form.getByRole('list', { name: 'Planes al activar' })
  await expect(chosen.getByText(given)).toBeVisible()
  // another one is for SIMs of another kind
  const another = form.getByLabel('Plan de otro origen o tipo')
  await expect(another.locator('optgroup[label="Chile · Local"]')).toHaveCount(0)
  await button(chosen, `Quitar el plan ${given}`).click()
  await expect(chosen).toHaveCount(0)
  await expect(choice).toBeFocused()
  await choice.selectOption({ label: given })
  await expectAccessibleInBothThemes(page)
  await button(form, 'Guardar grupo').click()
  await expect(form).toHaveCount(0)
  await expect(dialog.getByText(`Al activar: ${given}`)).toBeVisible()
  await page.goto(`/sims/${icc}`)
  await expect(page.getByText(`${given}, por el grupo «e2e con plan»`)).toBeVisible()
  await button(page.getByRole('toolbar', { name: 'Acciones de la SIM' }), 'Activar').click()
  await expect(page.getByRole('dialog').getByText(`Pasa al plan ${given} por su grupo «e2e con plan»`)).toBeVisible()
})

test('a group has tags for its SIMs, which the dialog of a SIM’s tags shows apart', async ({ page }) => {
  await logInAs(page, ANA)
  const icc = await simWith(page, WITHOUT_LABELS, 81)
  await move(page, [icc], 'e2e con tags')
  await openList(page)
  const dialog = await manage(page, 'grupos')
  await button(dialog, 'Editar el grupo «e2e con tags»').click()
  const form = dialog.getByRole('form', { name: 'Editar el grupo «e2e con tags»' })
  await form.getByRole('combobox', { name: 'Tags de sus SIMs' }).fill('e2e del grupo')
  await form.getByRole('combobox', { name: 'Tags de sus SIMs' }).press('Enter')
  await expect(button(form, 'Quitar e2e del grupo')).toBeVisible()
  await button(form, 'Guardar grupo').click()
  await expect(form).toHaveCount(0)
  await expect(dialog.getByText('Tags: e2e del grupo')).toBeVisible()
  await page.goto(`/sims/${icc}`)
  await button(page, 'Editar tags').first().click()
  const tags = page.getByRole('dialog', { name: /^Editar tags/ })
  await expect(tags.getByText('Por su grupo «e2e con tags»: e2e del grupo.')).toBeVisible()
  await expect(button(tags, 'Quitar e2e del grupo')).toHaveCount(0)
  await expectAccessibleInBothThemes(page)
})

test('without groups the dialog says what they are, and creates the first', async ({ page }) => {
  await logInAs(page, ANA)
  await answerWith(page, listGroups, [])
  await openList(page)
  const dialog = await manage(page, 'grupos')
  await expect(dialog.getByText('Todavía no hay grupos')).toBeVisible()
  await button(dialog, 'Nuevo grupo').click()
  await expect(dialog.getByRole('form', { name: 'Nuevo grupo' }).getByLabel('Nombre')).toBeFocused()
  await expectAccessibleInBothThemes(page)
})

test('a lock that could not be loaded says so and is loaded again, and its dialog closes', async ({ page }) => {
  await logInAs(page, ANA)
  await refuseWith(page, listLockPolicies, { code: 'not_allowed', error: 'Algo falló' })
  await openList(page)
  const groups = await manage(page, 'grupos')
  await button(groups, /^Vínculo de las SIMs/)
    .first()
    .click()
  const lock = page.getByRole('dialog', { name: /^Vínculo de las SIMs/ })
  await expect(lock.getByText('Algo falló')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(lock).toHaveCount(0)
  await button(groups, /^Vínculo de las SIMs/)
    .first()
    .click()
  await expect(lock.getByText('Algo falló')).toBeVisible()
  await page.unrouteAll()
  await button(lock, 'Reintentar').click()
  await expect(lock.getByLabel('Dispositivos permitidos')).toBeVisible()
  await button(lock, 'Cancelar').click()
  await page.keyboard.press('Escape')
  await expect(groups).toHaveCount(0)
})

test.afterAll(async ({ browser, baseURL }) => {
  const page = await browser.newPage(baseURL === undefined ? {} : { baseURL })
  await logInAs(page, ANA)
  const groups = await ask<{ groupId: number; path: string; sims: number }[]>(page, listGroups)
  // the innermost first
  for (const { groupId, path } of groups.toReversed().filter((one) => one.path.startsWith('e2e ')))
    expect([path, (await page.request.delete(`/api/groups/${groupId}`, { headers })).status()]).toEqual([path, 200])
  const tags = await ask<{ tagId: number; name: string }[]>(page, listTags)
  for (const { tagId } of tags.filter(({ name }) => name === 'e2e del grupo'))
    expect((await page.request.delete(`/api/tags/${tagId}`, { headers })).status()).toBe(200)
  await page.close()
})
