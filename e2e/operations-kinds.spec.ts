import { readFile } from 'node:fs/promises'
import { expect, type Locator, type Page } from '@playwright/test'
import { listAssignees } from '#contract/operations/mass-actions.calls.ts'
import { getSim, listSims, simList } from '#contract/sims/sims.calls.ts'
import { findCompany, foundCompanies } from './support/find-company.ts'
import { ANA, logInAs } from './support/people.ts'
import { button } from './support/sim-dialogs.ts'
import { ask, bar, box, openList } from './support/sims-page.ts'
import { test } from './support/test.ts'

const ALL_DONE = 'Proceso realizado exitosamente'
/** The simulated network answers late. */
const NETWORK = { timeout: 60_000 }
const PERU = 2

const dialog = (page: Page): Locator => page.getByRole('dialog', { name: /SIMs?$/ })
const count = (place: Page | Locator, word: string): Locator =>
  place.locator('[data-operation-counts] > div').filter({ hasText: word }).locator('dd')
const after = (page: Page): Locator => dialog(page).getByRole('region', { name: 'Qué pasará' })

/** SIMs of Peru in a status; each test has its own. */
async function someIccs(page: Page, status: number, skip = 0): Promise<string[]> {
  const filter = { providerIds: [PERU], simTypeIds: [2], administrativeStatusIds: [status] }
  const response = await page.request.fetch(`/api${listSims.path}`, {
    method: 'POST',
    headers: { 'x-api-key': 'enlace-web', accept: 'text/tab-separated-values' },
    data: { filter, sort: 'icc', descending: false, limit: 3, skip },
  })
  const [, ...rows] = (await response.text()).trimEnd().split('\n')
  return rows.map((row) => row.split('\t')[simList.names.indexOf('icc')] ?? '')
}

const simOf = (page: Page, icc: string) => ask<Record<string, unknown>>(page, { ...getSim, path: `/sim/${icc}` })

/** A new operation with pasted lines, up to its preview. */
async function preview(page: Page, action: string, iccs: readonly string[], fill?: (form: Locator) => Promise<unknown>) {
  await page.goto('/operations')
  await button(page, 'Nueva operación').click()
  const start = page.getByRole('dialog', { name: 'Nueva operación' })
  await start.getByLabel('Acción').selectOption({ label: action })
  await button(start, 'Pegar ICC').click()
  await start.getByLabel('ICC, uno por línea').fill(iccs.join('\n'))
  await fill?.(start)
  await button(start, 'Revisar').click()
  await expect(after(page)).toBeVisible()
  return dialog(page)
}

test('single and mass operations of every kind are offered, each by its name [S1.06]', async ({ page }) => {
  await logInAs(page, ANA)
  await page.goto('/operations')
  await button(page, 'Nueva operación').click()
  const kinds = page.getByRole('dialog', { name: 'Nueva operación' }).getByLabel('Acción').getByRole('option')
  const all = [
    'Activar',
    'Hibernar',
    'Reactivar',
    'Restablecer datos',
    'Dar de baja',
    'Reiniciar',
    'Enviar SMS',
    'Editar campos',
    'Editar tags',
    'Mover a un grupo',
    'Vincular a dispositivo o lugar',
    'Asignar a empresa',
    'Diagnosticar',
    'Cambiar plan',
  ]
  expect((await kinds.allInnerTexts()).toSorted()).toEqual(all.toSorted())
  await page.keyboard.press('Escape')

  const one = async (status: number, skip: number) => {
    const [icc = ''] = await someIccs(page, status, skip)
    await page.goto(`/sims/${icc}`)
    await button(page, 'Más opciones').click()
    const menu = page.getByRole('dialog', { name: 'Opciones' })
    await expect(menu.getByRole('listitem').first()).toBeVisible()
    return menu
  }
  for (const name of ['Hibernar', 'Reiniciar', 'Enviar SMS', 'Editar campos', 'Cambiar plan', 'Dar de baja']) {
    await expect(button(await one(2, 3), new RegExp(`^${name}`))).toBeVisible()
  }
  await expect(button(await one(1, 3), /^Activar/)).toBeVisible()
  await expect(button(await one(11, 3), /^Reactivar/)).toBeVisible()
})

test('a mass activation shows its price by plan and that it cannot be undone, and runs', async ({ page }) => {
  await logInAs(page, ANA)
  const iccs = await someIccs(page, 1)
  const confirmation = await preview(page, 'Activar', iccs)
  await expect(after(page)).toContainText(/Cuestan \$[\d.]+ [A-Z]{3} por ciclo\./)
  await expect(after(page).getByRole('listitem').filter({ hasText: '×' }).first()).toContainText(/\d × .+, \$[\d.]+/)
  await expect(after(page)).toContainText('Esta operación no se puede deshacer')
  await button(confirmation, 'Activar 3 SIMs').click()
  await expect(confirmation.getByText(ALL_DONE)).toBeVisible(NETWORK)
  for (const icc of iccs) expect(await simOf(page, icc)).toMatchObject({ simAdministrativeStatusId: 2 })
})

test('a mass message shows its segments by line before it is sent', async ({ page }) => {
  await logInAs(page, ANA)
  const message = 'a'.repeat(170)
  const confirmation = await preview(page, 'Enviar SMS', await someIccs(page, 2, 10), async (form) => {
    await form.getByLabel('Mensaje').fill(message)
    await expect(form.getByText('170 caracteres, 2 segmentos por SIM')).toBeVisible()
  })
  await expect(after(page)).toContainText('2 segmentos × 3 SIMs = 6 segmentos')
  await expect(after(page)).toContainText(message)
  await button(confirmation, 'Enviar SMS a 3 SIMs').click()
  await expect(confirmation.getByText(ALL_DONE)).toBeVisible(NETWORK)
})

test('many SIMs are locked to countries and networks, and what is left as it is stays so', async ({ page }) => {
  await logInAs(page, ANA)
  const iccs = await someIccs(page, 2, 30)
  const confirmation = await preview(page, 'Vincular a dispositivo o lugar', iccs, async (form) => {
    await button(form, 'Revisar').click()
    await expect(form.getByText('Indique dispositivos, lugares o E-mails')).toBeVisible()
    await form.getByLabel('Lugares permitidos').selectOption('listed')
    const areas = form.getByRole('combobox', { name: 'Países y redes', exact: true })
    for (const area of ['Chile', 'AR', '716-06', 'Ecuador', 'DE', 'US', 'MX']) {
      await areas.fill(area)
      await areas.press('Enter')
    }
  })
  await expect(after(page)).toContainText(
    'Estos lugares: Chile, Argentina, Movistar PE (716-06), Ecuador, Alemania, Estados Unidos, México',
  )
  await button(confirmation, 'Vincular 3 SIMs').click()
  await expect(confirmation.getByText(ALL_DONE)).toBeVisible(NETWORK)
  await page.goto(`/sims/${iccs[0]}`)
  await page.getByRole('tab', { name: 'Dispositivo' }).click()
  const lock = page.getByRole('region', { name: 'Vínculo' })
  await expect(lock.getByRole('listitem')).toHaveCount(7)
  await expect(lock).toContainText('Cualquier dispositivo')
  // one that is elsewhere would stay cut: other tests take such SIMs for those of an alarm
  for (const icc of iccs) {
    const freed = await page.request.post(`/api/sim/lock/${icc}`, {
      headers: { 'x-api-key': 'enlace-web' },
      data: { area: { mode: 'off' } },
    })
    expect(freed.status()).toBe(200)
  }
})

test('a mass edit sets fields; those left empty keep their value', async ({ page }) => {
  await logInAs(page, ANA)
  const iccs = await someIccs(page, 2, 20)
  const before = await simOf(page, iccs[0] ?? '')
  const confirmation = await preview(page, 'Editar campos', iccs, (form) => form.getByLabel('Campo 2').fill('Bodega sur'))
  await expect(after(page)).toContainText('Campo 2: Bodega sur')
  await button(confirmation, 'Editar campos de 3 SIMs').click()
  await expect(confirmation.getByText(ALL_DONE)).toBeVisible(NETWORK)
  expect(await simOf(page, iccs[0] ?? '')).toMatchObject({ customField2: 'Bodega sur', customField1: before.customField1 })
})

test('a mass restart runs, and is rejected when repeated too soon', async ({ page }) => {
  await logInAs(page, ANA)
  const iccs = await someIccs(page, 2, 30)
  const confirmation = await preview(page, 'Reiniciar', iccs)
  await expect(after(page)).toContainText('Una SIM se puede reiniciar una vez por minuto y tres veces por hora')
  await button(confirmation, 'Reiniciar 3 SIMs').click()
  await expect(confirmation.getByText(ALL_DONE)).toBeVisible(NETWORK)
  const repeated = await preview(page, 'Reiniciar', iccs)
  await button(repeated, 'Reiniciar 3 SIMs').click()
  await expect(count(repeated, 'Fallida')).toHaveText('3', NETWORK)
  await expect(repeated.getByRole('list', { name: 'Motivos' })).toContainText('La SIM se reinició hace muy poco')
})

test('SIMs are assigned to a company that the server offers, and the preview names it [S7.34]', async ({ page }) => {
  await logInAs(page, ANA)
  const iccs = await someIccs(page, 2, 40)
  const companies = await ask<{ companyId: number; companyName: string }[]>(page, listAssignees)
  const { companyId: here } = await simOf(page, iccs[0] ?? '')
  const target = companies.find(({ companyId }) => companyId !== here)
  const confirmation = await preview(page, 'Asignar a empresa', iccs, async (form) => {
    await form.getByRole('combobox', { name: 'Empresa' }).click()
    await expect(foundCompanies(page)).toHaveCount(companies.length)
    await findCompany(page, form.getByRole('combobox', { name: 'Empresa' }), target?.companyName ?? '')
  })
  await expect(after(page)).toContainText(`Pasan a ${target?.companyName}`)
  await expect(after(page)).toContainText(
    'Su grupo, sus tags, consumo, historial y cobros hasta hoy quedan en la empresa actual.',
  )
  await button(confirmation, 'Asignar 3 SIMs').click()
  await expect(confirmation.getByText(ALL_DONE)).toBeVisible(NETWORK)
  expect(await simOf(page, iccs[0] ?? '')).toMatchObject({ companyId: target?.companyId })
})

test('mass terminations are withdrawn within the cooling-off period, and are not shown as running', async ({ page }) => {
  await logInAs(page, ANA)
  const iccs = await someIccs(page, 2, 50)
  const confirmation = await preview(page, 'Dar de baja', iccs)
  await expect(after(page)).toContainText('Hasta entonces se puede retirar.')
  await expect(after(page)).toContainText('Después no se pueden volver a activar.')
  await button(confirmation, 'Dar de baja 3 SIMs').click()
  await expect(confirmation.locator('[data-operation-state]')).toContainText('Retirable')
  await button(confirmation, 'Retirar 3 bajas').click()
  await expect(count(confirmation, 'Pendiente')).toBeHidden()
  await expect(count(confirmation, 'Cancelada')).toHaveText('3')
  for (const icc of iccs) expect(await simOf(page, icc)).toMatchObject({ simAdministrativeStatusId: 2 })
})

test("a phone's selection bar offers the exports with the actions", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await logInAs(page, ANA)
  await openList(page, '?status=2')
  await box(page, 1).click()
  await box(page, 2).click()
  await button(bar(page), 'Acciones').click()
  const menu = page.getByRole('dialog', { name: 'Elija una acción para 2 SIMs' })
  await expect(button(menu, 'Hibernar')).toBeVisible()
  await expect(button(menu, 'Copiar ICC')).toBeVisible()
  const download = page.waitForEvent('download')
  await button(menu, 'Excel').click()
  expect((await download).suggestedFilename()).toMatch(/\.xlsx$/)
})

test('the template of a file has the columns that its upload recognises', async ({ page }) => {
  await logInAs(page, ANA)
  const [icc = ''] = await someIccs(page, 2, 30)
  await page.goto('/operations')
  await button(page, 'Nueva operación').click()
  const start = page.getByRole('dialog', { name: 'Nueva operación' })
  await start.getByLabel('Acción').selectOption({ label: 'Editar campos' })
  const downloading = page.waitForEvent('download')
  await button(start, 'Descargar plantilla').click()
  const download = await downloading
  expect(download.suggestedFilename()).toBe('custom.csv')
  const template = await readFile(await download.path(), 'utf8')
  await start.locator('input[type=file]').setInputFiles({
    name: 'mine.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(`${template}${icc},Camión 1,Ruta 2,FMC130\r\n`),
  })
  await expect(start.getByText('mine.csv: 1 línea')).toBeVisible()
  await expect(start.getByText('Columnas con valores propios: customField1, customField2, device')).toBeVisible()
})
