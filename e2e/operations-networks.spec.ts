import { readFile } from 'node:fs/promises'
import { expect, type Locator, type Page } from '@playwright/test'
import { listSims, simList } from '#contract/sims/sims.calls.ts'
import { setFaults } from './support/network-faults.ts'
import { ANA, logInAs } from './support/people.ts'
import { button } from './support/sim-dialogs.ts'
import { test } from './support/test.ts'

/** Networks that no other test uses, so that they can be slow and down. */
const MEXICO = 3
/** One of another customer, whose SIMs no other test uses. */
const USA = 6
const FLOTA = 'flota@pacifico.test'
const ALL_DONE = 'Proceso realizado exitosamente'
/** A thousand lines, 64 at a time, each answered after a second. */
const SLOW = { latencyMs: [900, 1400] } as const
const LONG = { timeout: 60_000 }

test.describe.configure({ mode: 'serial' })
test.afterAll(async () => {
  await setFaults(MEXICO, {})
  await setFaults(USA, {})
})

const dialog = (page: Page): Locator => page.getByRole('dialog', { name: /SIMs?$/ })
const state = (place: Page | Locator): Locator => place.locator('[data-operation-state]')
const count = (place: Page | Locator, word: string): Locator =>
  place.locator('[data-operation-counts] > div').filter({ hasText: word }).locator('dd')
const chip = (page: Page): Locator => page.getByRole('link', { name: /^\d+ operaci(ón|ones) en curso$/ })
const numberIn = async (place: Locator): Promise<number> => Number((await place.innerText()).replace('.', ''))

interface SimChoice {
  readonly originId?: number
  readonly limit: number
}

/** Active SIMs of an origin that are connected: the demo has others whose network has a change of its own under way. */
async function someIccs(page: Page, { originId = MEXICO, limit }: SimChoice): Promise<string[]> {
  const filter = { providerIds: [originId], administrativeStatusIds: [2], simTypeIds: [2, 3], gprsStatuses: [1] }
  const response = await page.request.fetch(`/api${listSims.path}`, {
    method: 'POST',
    headers: { 'x-api-key': 'enlace-web', accept: 'text/tab-separated-values' },
    data: { filter, sort: 'icc', descending: false, limit },
  })
  const [, ...rows] = (await response.text()).trimEnd().split('\n')
  return rows.map((row) => row.split('\t')[simList.names.indexOf('icc')] ?? '')
}

/** Pastes the lines of a new operation and opens its preview. */
async function preview(page: Page, action: string, iccs: readonly string[]): Promise<Locator> {
  await page.goto('/operations')
  await button(page, 'Nueva operación').click()
  const start = page.getByRole('dialog', { name: 'Nueva operación' })
  await start.getByLabel('Acción').selectOption({ label: action })
  await button(start, 'Pegar ICC').click()
  await start.getByLabel('ICC, uno por línea').fill(iccs.join('\n'))
  await button(start, 'Revisar').click()
  await expect(dialog(page).getByText('Se incluirán', { exact: true })).toBeVisible()
  return dialog(page)
}

/** On a phone failed lines stand below the state, bars compare, and the main button is the first. */
async function expectPhoneList(page: Page): Promise<void> {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/operations')
  const ended = page.locator('tr').filter({ hasText: 'Terminada' })
  await expect(ended.getByText('3 fallidas', { exact: true }).first()).toBeVisible()
  const bars = ended.locator('[class*="operation-progress_stack"]')
  const widths = await bars.evaluateAll((all) => all.map((bar) => Math.round(bar.getBoundingClientRect().width)))
  expect(new Set(widths).size).toBe(1)
  const [main, file] = await Promise.all(['Nueva operación', 'Exportar'].map((name) => button(page, name).boundingBox()))
  expect(main?.x).toBeLessThan(file?.x ?? 0)
  // the word has no room there
  expect(file?.y).toBe(main?.y)
  expect(file?.width).toBe(file?.height)
}

test('a thousand pasted lines on a slow network: followed, paused, resumed and cancelled', async ({ page }) => {
  test.slow()
  await setFaults(MEXICO, SLOW)
  await logInAs(page, ANA)
  const confirmation = await preview(page, 'Hibernar', await someIccs(page, { limit: 1000 }))
  await expect(confirmation.getByRole('img', { name: '1.000 de 1.000 se incluirán' })).toBeVisible()
  await button(confirmation, 'Hibernar 1.000 SIMs').click()
  await expect(state(confirmation)).toContainText('En curso')
  await expect(confirmation.getByText(/^Puede cerrar esta ventana/)).toBeVisible()
  await expect(count(confirmation, 'Realizada')).not.toHaveText('0')
  await expect(state(confirmation)).toContainText(/líneas\/s, quedan unos/)

  await button(confirmation, 'Pausar').click()
  await expect(state(confirmation)).toContainText('En pausa')
  // lines that are already at the network finish: up to 192, each of which takes a second there
  await expect(count(confirmation, 'En curso')).toBeHidden(LONG)
  const waiting = await numberIn(count(confirmation, 'Pendiente'))
  expect(waiting).toBeGreaterThan(0)
  await page.keyboard.press('Escape')
  await page.getByRole('link', { name: 'Hibernación de 1.000 SIMs' }).first().click()
  await page.getByRole('link', { name: 'Ver las 1.000 líneas' }).click()
  await expect(count(page, 'Pendiente')).toHaveText(waiting.toLocaleString('de'))

  await button(page, 'Continuar').click()
  await expect(state(page)).toContainText('En curso')
  await button(page, 'Pausar').click()
  await expect(state(page)).toContainText('En pausa')
  await button(page, /^Cancelar [\d.]+ pendientes$/).click()
  await button(page.getByRole('dialog'), /^Cancelar [\d.]+$/).click()
  await expect(state(page)).toContainText('Cancelada')
  await expect(count(page, 'En curso')).toBeHidden(LONG)
  // a state without lines has no count
  const counts = await Promise.all((await page.locator('[data-operation-counts] dd').all()).map(numberIn))
  expect(counts.reduce((sum, one) => sum + one, 0)).toBe(1000)
  expect(await numberIn(count(page, 'Cancelada'))).toBeGreaterThan(0)
  await expect(page.locator('[data-operation-summary]')).toContainText(/^[\d.]+ realizadas, [\d.]+ canceladas\.$/)
  await page.getByRole('group', { name: 'Líneas visibles' }).locator('[value=cancelled]').click()
  await expect(page.getByRole('cell', { name: 'Cancelada antes de comenzar', exact: true }).first()).toBeVisible()

  const exported = async (format: string) => {
    await button(page, 'Exportar').click()
    const download = page.waitForEvent('download')
    await button(page, format).click()
    return download
  }
  const csv = await readFile(await (await exported('CSV, para leer')).path(), 'utf8')
  expect(csv.trimEnd().split('\n')).toHaveLength(1001)
  expect((await exported('Excel (XLSX)')).suggestedFilename()).toMatch(/^hibernate-\d+\.xlsx$/)
})

test('to terminate more than fifty SIMs, their number is typed', async ({ page }) => {
  await logInAs(page, ANA)
  const confirmation = await preview(page, 'Dar de baja', await someIccs(page, { limit: 51 }))
  await button(confirmation, 'Dar de baja 51 SIMs').click()
  const field = confirmation.getByLabel('Para confirmar, escriba el número de SIMs: 51')
  await expect(confirmation.getByText('Escriba 51 para confirmar la baja')).toBeVisible()
  await expect(field).toBeFocused()
  await field.fill('15')
  await expect(field).toHaveAttribute('aria-invalid', 'true')
  await field.fill('51')
  await expect(confirmation.getByText('Escriba 51 para confirmar la baja')).toHaveCount(0)
})

test('the header shows how many operations run, and links to them', async ({ page }) => {
  await setFaults(USA, { latencyMs: [4000, 5000] })
  await logInAs(page, FLOTA)
  const confirmation = await preview(page, 'Reiniciar', await someIccs(page, { originId: USA, limit: 200 }))
  await expect(chip(page)).toHaveCount(0)
  await button(confirmation, 'Reiniciar 200 SIMs').click()
  await expect(state(confirmation)).toContainText('En curso')
  await page.goto('/')
  await expect(chip(page)).toHaveText('1 en curso')
  await chip(page).click()
  await expect(page).toHaveURL(/\/operations$/)
  await expect(page.getByRole('row').filter({ hasText: 'Reinicio de 200 SIMs' }).first()).toContainText('Terminada', LONG)
  await expect(chip(page)).toHaveCount(0)
})

test('lines that the network rejects late are counted in the list, give their reason, and are retried on request', async ({
  page,
  context,
}) => {
  test.slow()
  await setFaults(MEXICO, { accept: 1, refuseLater: 1, confirmAfterMs: [300, 300] })
  await logInAs(page, ANA)
  const confirmation = await preview(page, 'Hibernar', await someIccs(page, { limit: 3 }))
  await button(confirmation, 'Hibernar 3 SIMs').click()
  await expect(count(confirmation, 'Fallida')).toHaveText('3', LONG)
  await expect(confirmation.getByRole('list', { name: 'Motivos' })).toContainText('La red rechazó la operación')
  await expect(confirmation.locator('[data-operation-summary]')).toHaveText('0 realizadas, 3 fallidas.')
  const list = await context.newPage()
  await list.goto('/operations')
  const listed = list.getByRole('row').filter({ hasText: 'Hibernación de 3 SIMs' }).first()
  await expect(listed.getByRole('cell', { name: 'Terminada, 3 fallidas' })).toBeVisible()
  await expect(listed.getByRole('cell', { name: '0 de 3' })).toBeVisible()
  await listed.getByRole('link').first().click()
  const panel = list.getByRole('complementary')
  await expect(panel.getByText('Terminada, 3 fallidas')).toBeVisible()
  await expect(button(panel, 'Reintentar 3 fallidas')).not.toHaveClass(/primary/)
  const failed = panel.getByRole('listitem').filter({ has: list.getByRole('link') })
  await expect(failed).toHaveCount(3)
  // the reason of all is said once
  await expect(panel.getByText('La red rechazó la operación')).toHaveCount(1)
  await panel.getByRole('link', { name: 'Ver las 3 líneas' }).click()
  await expect(state(list)).toContainText('Terminada, 3 fallidas')
  await expect(button(list, 'Reintentar 3 fallidas')).toHaveClass(/primary/)
  await expectPhoneList(list)
  await list.close()
  await setFaults(MEXICO, {})
  await button(confirmation, 'Reintentar 3 fallidas').click()
  await expect(confirmation.getByText(ALL_DONE)).toBeVisible(LONG)
  await expect(count(confirmation, 'Realizada')).toHaveText('3')
})

test('while the network is down, each action shows it, lines wait, and continue by themselves when it is up', async ({
  page,
}) => {
  test.slow()
  await setFaults(MEXICO, { outages: [{}] })
  await logInAs(page, ANA)
  const [single = '', texted = '', ...iccs] = await someIccs(page, { limit: 22 })
  const confirmation = await preview(page, 'Hibernar', iccs)
  await button(confirmation, 'Hibernar 20 SIMs').click()
  await expect(confirmation.getByText('La red no responde. Las líneas esperan y se reintentan solas.')).toBeVisible(LONG)
  await expect(count(confirmation, 'Fallida')).toHaveText('0')
  const operation = await confirmation.getByRole('link', { name: 'Ver la operación' }).getAttribute('href')

  await page.goto(`/sims/${single}`)
  const actions = page.getByRole('toolbar', { name: 'Acciones de la SIM' })
  await button(actions, 'Hibernar').click()
  await button(page.getByRole('dialog'), 'Hibernar la SIM').click()
  await expect(page.getByRole('dialog').getByRole('status')).toContainText('Hibernación en curso')
  await button(page.getByRole('dialog'), 'Aceptar').click()
  await expect(page.getByText('Hibernación en curso, de Ana Fuentes')).toContainText('La red no respondió', LONG)

  await page.goto(`/sims/${texted}`)
  await button(actions, 'SMS').click()
  await page.getByRole('dialog').getByLabel('Mensaje').fill('¿Dónde estás?')
  await button(page.getByRole('dialog'), 'Enviar el mensaje').click()
  await expect(page.getByRole('dialog').getByRole('alert')).toContainText('La red no está disponible')
  await button(page.getByRole('dialog'), 'Aceptar').click()
  await button(actions, 'Diagnosticar').click()
  for (const name of ['GSM', 'GPRS']) {
    await expect(page.getByRole('dialog').getByRole('region', { name })).toContainText('sin veredicto sobre la SIM')
  }

  await setFaults(MEXICO, {})
  await page.goto(operation ?? '')
  await expect(page.getByText(ALL_DONE)).toBeVisible(LONG)
  await page.goto(`/sims/${single}`)
  await expect(page.locator('[data-sim-statuses]').getByText('Hibernada', { exact: true })).toBeVisible(LONG)
})
