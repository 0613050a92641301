import { expect, type Page } from '@playwright/test'
import { expectAccessible } from './support/look.ts'
import { ADMIN, ANA, logInAs } from './support/people.ts'
import { test } from './support/test.ts'

const card = (page: Page, name: string) => page.getByRole('region', { name })

test('networks are for administrators alone', async ({ page }) => {
  await logInAs(page, ANA)
  await page.goto('/networks')
  await expect(page).toHaveURL('/')
  await page.getByRole('navigation').getByRole('button', { name: 'Administración' }).click()
  await expect(page.getByRole('menuitem', { name: 'Empresas' })).toBeVisible()
  await expect(page.getByRole('menuitem', { name: 'Redes' })).toHaveCount(0)
})

test('an administrator finds the networks in the menu, sees how each fares, and sets one up', async ({ page }) => {
  await logInAs(page, ADMIN)
  await page.goto('/')
  await page.getByRole('button', { name: 'Administración' }).click()
  await page.getByRole('menuitem', { name: 'Redes' }).click()
  const network = card(page, 'T-Mobile USA')
  await expect(network.getByText('Operativa')).toBeVisible()
  await expect(network.getByText(/suspender · reanudar/)).toBeVisible()

  await network.getByRole('button', { name: 'Configurar T-Mobile USA' }).click()
  const form = page.getByRole('dialog', { name: 'Configurar la red' })
  await expect(form.getByLabel('Nombre')).toBeFocused()
  await form.getByLabel('Peticiones por segundo').fill('0')
  await form.getByLabel('Intentos').fill('muchos')
  await form.getByLabel('Estado del operador').selectOption({ label: 'Con fallos' })
  await form.getByRole('button', { name: 'Guardar' }).click()
  await expect(form.getByText('Escriba un número entre 1 y 100.000')).toBeVisible()
  await expect(form.getByText('Escriba un número entre 1 y 10', { exact: true })).toBeVisible()
  await expect(form.getByText('Este campo es requerido')).toBeVisible()

  await form.getByLabel('Peticiones por segundo').fill('250')
  await form.getByLabel('Intentos').fill('2')
  await form.getByLabel('Texto para los clientes').fill('Trabajos en la red')
  await form.getByRole('button', { name: 'Guardar' }).click()
  await expect(page.getByText('La red T-Mobile USA quedó configurada')).toBeVisible()
  await expect(network.getByText('Fijado por un administrador: Trabajos en la red')).toBeVisible()
  await expect(network.getByText(/250 por segundo.*2 intentos/)).toBeVisible()

  await page.goto('/')
  await expect(page.getByRole('region', { name: 'Estado de operadores' }).getByText('Trabajos en la red')).toBeVisible()

  await page.goto('/networks')
  await network.getByRole('button', { name: 'Configurar T-Mobile USA' }).click()
  await form.getByLabel('Estado del operador').selectOption('')
  await form.getByRole('button', { name: 'Guardar' }).click()
  await expect(network.getByText('Operativa')).toBeVisible()
})

test('SIMs of an origin and type are sent to another network by keyboard, and back', async ({ page }) => {
  await logInAs(page, ADMIN)
  await page.goto('/networks')
  await page.getByRole('tab', { name: 'Redes' }).focus()
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('tab', { name: 'Rutas' })).toHaveAttribute('aria-selected', 'true')
  const route = page.getByLabel('Red de Germany, Vodafone')
  await route.selectOption({ label: 'T-Mobile USA' })
  await expect(page.getByText('520 SIMs pasan a otra red')).toBeVisible()
  await page.getByRole('button', { name: 'Guardar 1 cambio' }).click()
  await expect(page.getByText('La tabla quedó guardada')).toBeVisible()
  await page.reload()
  await expect(route.locator('option:checked')).toHaveText('T-Mobile USA')
  await route.selectOption({ label: 'Vodafone Alemania' })
  await page.getByRole('button', { name: 'Guardar 1 cambio' }).click()
  await expect(page.getByText('La tabla quedó guardada').last()).toBeVisible()
})

test('an administrator blocks a SIM with a reason that its owner reads and cannot lift', async ({ page, browser }) => {
  const owner = await (await browser.newContext({ locale: 'es-CL' })).newPage()
  await logInAs(owner, ANA)
  const icc = await ownActiveSim(owner)
  await logInAs(page, ADMIN)
  await page.goto(`/sims/${icc}`)
  await page.getByRole('button', { name: 'Más opciones' }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Bloquear/ })
    .click()
  const question = page.getByRole('dialog', { name: /Bloquear esta SIM/ })
  await question.getByRole('button', { name: 'Bloquear la SIM' }).click()
  await expect(question.getByText('Este campo es requerido')).toBeVisible()
  await question.getByLabel('Motivo').fill('Factura vencida')
  await question.getByRole('button', { name: 'Bloquear la SIM' }).click()
  await expect(page.getByText('La SIM quedó bloqueada')).toBeVisible()
  await page.getByRole('button', { name: 'Aceptar' }).click()

  await owner.goto(`/sims/${icc}`)
  await expect(owner.getByText('Factura vencida').first()).toBeVisible()
  await owner.getByRole('button', { name: 'Más opciones' }).click()
  await expect(owner.getByRole('dialog').getByRole('button', { name: /^Dar de baja/ })).toBeVisible()
  await expect(owner.getByRole('dialog').getByRole('button', { name: /loquear/ })).toHaveCount(0)
  await owner.context().close()

  await page.getByRole('button', { name: 'Desbloquear' }).click()
  await page.getByRole('button', { name: 'Desbloquear la SIM' }).click()
  await expect(page.getByText('La SIM volvió a su estado anterior')).toBeVisible()
})

/** One of the person's own active SIMs. */
async function ownActiveSim(page: Page): Promise<string> {
  const response = await page.request.post('/api/sim/sims', {
    headers: { 'x-api-key': 'enlace-web', accept: 'application/json' },
    data: { filter: { administrativeStatusIds: [2], simTypeIds: [2] }, limit: 40 },
  })
  const [head, ...rows]: string[][] = (await response.json()).data
  const icc = rows.at(-1)?.[head?.indexOf('icc') ?? -1]
  if (!icc) throw new Error('no active SIM')
  return icc
}

test('the page of networks has no barriers in either theme, and from 360 px on nothing sticks out', async ({ page }) => {
  await logInAs(page, ADMIN)
  await page.goto('/networks')
  for (const name of ['Redes', 'Rutas', /^Diferencias/]) {
    await page.getByRole('tab', { name }).click()
    await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
    for (const theme of ['light', 'dark']) {
      await page.evaluate((chosen) => document.documentElement.setAttribute('data-theme', chosen), theme)
      await expectAccessible(page)
    }
    for (const width of [360, 768, 1920, 1280]) {
      await page.setViewportSize({ width, height: 800 })
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
    }
  }
})
