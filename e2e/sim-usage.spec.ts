import { expect, type Locator, type Page } from '@playwright/test'
import { answerWith, refuseWith } from './support/answers.ts'
import { ANA, logInAs } from './support/people.ts'
import { answerSampleSim, ICC, USAGE, USAGE_CALL } from './support/sample-sim.ts'
import { openPage } from './support/sim-page.ts'
import { test } from './support/test.ts'

const byDay = (page: Page): Locator => page.getByRole('region', { name: /^Consumo por día/ })

test.describe('usage', () => {
  test('the chart names the total, the limit, the busiest day, and the forecast', async ({ page }) => {
    await openPage(page)
    const usage = page.getByRole('region', { name: /^Consumo por día MB, ciclo 1–30 nov/ })
    await expect(usage.getByRole('img')).toHaveAccessibleName(/212\sMB de 250\sMB.*lun 16: 28\sMB/)
    await expect(usage.getByText('Límite 250 MB')).toBeVisible()
    await expect(usage.getByText('A este ritmo alcanza el límite el 24 nov.')).toBeVisible()
  })

  test('the pointer and the arrow keys choose a day', async ({ page }) => {
    await openPage(page)
    const day = page.getByRole('slider', { name: 'Día del gráfico' })
    await expect(day).toHaveAttribute('aria-valuetext', /^lun 16: 28\sMB, acumulado 168\sMB$/)
    await day.focus()
    await page.keyboard.press('ArrowLeft')
    await expect(day).toHaveAttribute('aria-valuetext', /^dom 15: 10\sMB, acumulado 140\sMB$/)
    await expect(page.getByText('dom 15: 10 MB', { exact: true })).toBeVisible()
    const box = await page.getByRole('img', { name: /^Consumo acumulado/ }).boundingBox()
    await page.mouse.move((box?.x ?? 0) + 50, (box?.y ?? 0) + 60)
    await expect(page.getByText('dom 1: 10 MB', { exact: true })).toBeVisible()
  })

  test('has a table form', async ({ page }) => {
    await openPage(page)
    await byDay(page).getByRole('button', { name: 'Ver como tabla' }).click()
    const row = byDay(page)
      .getByRole('row')
      .filter({ has: page.getByRole('rowheader', { name: 'lun 16' }) })
    await expect(row.getByRole('cell')).toHaveText(['28 MB', '168 MB', '0 min', '0'])
    await expect(byDay(page).getByRole('row')).toHaveCount(22)
  })

  test('messages and voice have their own bars, and a day shows its hours, by pointer, keyboard and table', async ({
    page,
  }) => {
    await openPage(page)
    await byDay(page).getByRole('button', { name: 'SMS' }).click()
    await expect(byDay(page).getByRole('img')).toHaveAccessibleName('SMS por día. Este ciclo: 0 SMS.')
    await expect(byDay(page).getByText('El plan incluye 30.')).toBeVisible()
    await byDay(page).getByRole('button', { name: 'Datos' }).click()
    const hours = page.getByRole('region', { name: /^Datos por hora/ })
    await expect(hours).toHaveAccessibleName('Datos por hora sáb 21')
    await expect(hours.getByRole('img')).toHaveAccessibleName(/Máximo, 09:00–10:00: 5,0\sMB/)
    await byDay(page).getByRole('slider', { name: 'Día del gráfico' }).focus()
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('Enter')
    await expect(hours).toHaveAccessibleName('Datos por hora dom 15')
    await hours.getByRole('button', { name: 'Día siguiente' }).click()
    await expect(hours).toHaveAccessibleName('Datos por hora lun 16')
    await hours.getByRole('button', { name: 'Ver como tabla' }).click()
    await expect(hours.getByRole('row')).toHaveCount(5)
    await expect(page.getByText('Consumo al 21 nov 2026, 09:42')).toBeVisible()
  })

  test('figures with usage that is not counted yet are marked', async ({ page }) => {
    await openPage(page)
    await answerWith(page, USAGE_CALL, { ...USAGE, usageAsOf: '2026-11-21T12:20:00Z' })
    await page.reload()
    await expect(page.getByText('Consumo contado hasta las 09:20')).toBeVisible()
  })

  test('earlier cycles can be opened as long as their days are stored', async ({ page }) => {
    await openPage(page)
    const ofRunningCycle = page.getByLabel('Consumo de hoy y del ciclo')
    await expect(ofRunningCycle).toBeVisible()
    await page.getByRole('button', { name: 'Ciclo anterior' }).click()
    await expect(ofRunningCycle).toHaveCount(0)
    await expect(page.getByRole('heading', { name: /ciclo 1–31 oct/ })).toBeVisible()
    await expect(byDay(page).getByRole('img')).toHaveAccessibleName(/124\sMB de 250\sMB/)
    await page.getByRole('button', { name: 'Ciclo anterior' }).click()
    await expect(page.getByText('Sin consumo en este ciclo')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Ciclo anterior' })).toHaveAttribute('aria-disabled', 'true')
  })

  test('a SIM without a limit has a total and no percent', async ({ page }) => {
    await openPage(page, { planMb: 0 })
    await expect(page.getByText('Límite')).toHaveCount(0)
    await expect(page.getByText(/^A este ritmo termina el ciclo con/)).toBeVisible()
  })

  test('a failure can be retried', async ({ page }) => {
    await logInAs(page, ANA)
    await answerSampleSim(page)
    await refuseWith(page, USAGE_CALL, { code: 'internal', error: 'No se pudo' })
    await page.goto(`/sims/${ICC}?tab=consumption`)
    await expect(page.getByRole('alert').filter({ hasText: 'No se pudo cargar el consumo' })).toContainText('req-7f3a91c2')
  })
})
