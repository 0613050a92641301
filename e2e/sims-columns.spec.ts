import { expect, type Page } from '@playwright/test'
import { ANA, logInAs } from './support/people.ts'
import { grid, header, openList, popup, row, rowAt } from './support/sims-page.ts'
import { test } from './support/test.ts'

/** Of a company without subsidiaries. */
const ANDES_NORTE = 'operaciones@andesnorte.test'

test.describe('columns', () => {
  test.beforeEach(async ({ page }) => {
    await logInAs(page, ANA)
  })

  /** Position of a column; -1 when it is not shown. */
  const positionOf = async (page: Page, name: string) =>
    (await grid(page).getByRole('columnheader').allInnerTexts()).indexOf(name)
  const stateComesAfterPlan = (page: Page) =>
    expect.poll(async () => (await positionOf(page, 'Estado')) - (await positionOf(page, 'Plan'))).toBeGreaterThan(0)

  test('the stored state of an older version is read [S3.09]', async ({ page }) => {
    await page.addInitScript(() => {
      const old = [
        { colId: 'planCode', width: 180 },
        { colId: 'simTechnicalStatusId', width: 200 },
      ]
      localStorage.setItem('enlace.sims.columns', JSON.stringify(old))
    })
    await openList(page)
    for (const name of ['Plan', 'Estado', 'Activación']) await expect(header(page, name)).toBeVisible()
    await stateComesAfterPlan(page)
    await expect.poll(async () => (await header(page, 'Estado').boundingBox())?.width).toBe(200)
  })

  test('are hidden, moved, widened and pinned by keyboard, and stored', async ({ page }) => {
    await openList(page)
    await page.getByRole('button', { name: 'Columnas' }).click()
    const chooser = popup(page, 'Columnas')
    await chooser.getByRole('checkbox', { name: 'Sesión' }).press('Space')
    const grip = chooser.getByRole('button', { name: 'Mover Plan' })
    // over 'Datos del ciclo', 'Última señal', 'Sesión' and 'Estado'
    for (let step = 0; step < 4; step++) await grip.press('ArrowUp')
    const width = (await header(page, 'Plan').boundingBox())?.width ?? 0
    await grip.press('ArrowRight')
    await chooser.getByRole('button', { name: 'Fijar Etiqueta a la izquierda' }).press('Enter')
    await chooser.getByText('ICC', { exact: true }).hover()
    await expect(chooser.getByRole('button', { name: 'Subir ICC' })).toHaveAttribute('aria-disabled', 'true')
    await page.keyboard.press('Escape')
    await expect(header(page, 'Sesión')).toHaveCount(0)
    await page.reload()
    await expect(header(page, 'Plan')).toBeVisible()
    await expect(header(page, 'Sesión')).toHaveCount(0)
    await stateComesAfterPlan(page)
    await expect.poll(async () => (await header(page, 'Plan').boundingBox())?.width).toBe(width + 16)
    const left = (await header(page, 'Etiqueta').boundingBox())?.x
    await grid(page).evaluate((element) => element.scrollBy(400, 0))
    await expect.poll(async () => (await header(page, 'Etiqueta').boundingBox())?.x).toBe(left)
  })

  test('say whose each SIM is where the reader sees several companies', async ({ page }) => {
    await openList(page)
    for (const name of ['Empresa', 'Última señal', 'Datos del ciclo'])
      await expect(header(page, name)).toBeInViewport({ ratio: 1 })
    await logInAs(page, ANDES_NORTE)
    await openList(page)
    await expect(header(page, 'Plan')).toBeVisible()
    await expect(header(page, 'Empresa')).toHaveCount(0)
    await page.getByRole('button', { name: 'Columnas' }).click()
    await popup(page, 'Columnas').getByRole('checkbox', { name: 'Empresa' }).check()
    await page.keyboard.press('Escape')
    await page.reload()
    await expect(header(page, 'Empresa')).toBeVisible()
  })

  test('beside an open SIM leave the company out, whose column comes back', async ({ page }) => {
    await page.setViewportSize({ width: 1280, height: 800 })
    await openList(page)
    await row(page, 1).getByRole('gridcell').nth(4).click()
    await expect(page).toHaveURL(/[?&]sim=/)
    await expect(header(page, 'Empresa')).toHaveCount(0)
    await expect(header(page, 'Sesión')).toBeInViewport({ ratio: 1 })
    await page.keyboard.press('Escape')
    await expect(header(page, 'Empresa')).toBeVisible()
    await page.setViewportSize({ width: 1680, height: 800 })
    await row(page, 1).getByRole('gridcell').nth(4).click()
    await expect(page).toHaveURL(/[?&]sim=/)
    await expect(header(page, 'Empresa')).toBeVisible()
  })

  test('are widened and moved by dragging', async ({ page }) => {
    await page.setViewportSize({ width: 1440, height: 800 })
    await openList(page)
    const label = await header(page, 'Etiqueta').boundingBox()
    if (!label) throw new Error('the column is not rendered')
    const edge = { x: label.x + label.width - 3, y: label.y + 16 }
    await page.mouse.move(edge.x, edge.y)
    await page.mouse.down()
    await page.mouse.move(edge.x + 60, edge.y, { steps: 4 })
    await page.mouse.up()
    await expect.poll(async () => (await header(page, 'Etiqueta').boundingBox())?.width).toBe(label.width + 60)
    await header(page, 'Plan').dragTo(header(page, 'Estado'), { steps: 12 })
    await stateComesAfterPlan(page)
  })

  test('a comfortable list has higher rows, also after a reload', async ({ page }) => {
    await openList(page)
    await expect.poll(async () => (await rowAt(page, 1).boundingBox())?.height).toBe(36)
    await page.getByRole('button', { name: 'Cómoda' }).click()
    await expect.poll(async () => (await row(page, 1).boundingBox())?.height).toBe(44)
    await page.reload()
    await expect.poll(async () => (await row(page, 1).boundingBox())?.height).toBe(44)
  })
})
