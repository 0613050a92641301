import { expect, type Locator, type Page } from '@playwright/test'
import { ADMIN, ANA, logInAs } from './support/people.ts'
import { test } from './support/test.ts'

/** Amounts of GB or TB that are not in parentheses after MB. Names of plans are free text. */
async function gigabytesWithoutMb(page: Page, where: Locator = page.getByRole('main')): Promise<string[]> {
  const text = await where.innerText()
  const withoutPlanNames = text.replaceAll('\n(', ' (').replaceAll(/(IoT|Video|Agro) 10? ?GB|Video 10 GB|IoT 1 GB/g, '')
  return [...withoutPlanNames.matchAll(/.{0,24}\d\s(GB|TB)/g)]
    .map(([found]) => found)
    .filter((found) => !/MB \([\d,]+\s(GB|TB)$/.test(found))
}

test('sizes of plans and usage of their pools are in MB, from 10.000 on followed by GB or TB [S9.07]', async ({ page }) => {
  await logInAs(page, ANA)
  await page.goto('/plans')
  const video = page.getByRole('row').filter({ hasText: 'CL-VID10G' })
  await expect(video).toContainText('10.240 MB (10 GB)')
  await expect(page.getByRole('row').filter({ hasText: 'CL-IOT1G' })).toContainText('1.024 MB')
  expect(await gigabytesWithoutMb(page)).toEqual([])
})

test('pools and top consumptions of the dashboard are in MB [S9.07]', async ({ page }) => {
  await logInAs(page, ANA)
  await page.goto('/')
  const pools = page.getByRole('region', { name: 'Control de pools' })
  await expect(pools.getByRole('listitem').first()).toContainText(/[\d.]+ de [\d.]+\sMB \([\d,.]+\s(GB|TB)\)/)
  const top = page.getByRole('region', { name: 'Mayores consumos' })
  await expect(top.getByRole('row').nth(1)).toContainText(/\/ [\d.]+\sMB/)
  // the fleet's data of a day stands alone, beside no plan or limit
  for (const card of [pools, top]) expect(await gigabytesWithoutMb(page, card)).toEqual([])
})

test('consumption and plan limits of SIMs are in MB, in the list and on the page of one [S9.07]', async ({ page }) => {
  await logInAs(page, ANA)
  await page.goto('/sims?plan=CL-VID10G&status=2&sort=-consumptionMonthlyData')
  const used = page
    .getByRole('row')
    .nth(1)
    .getByRole('gridcell')
    .filter({ hasText: /^[\d.]+\sMB$/ })
  await expect(used.first()).toBeVisible()
  await page.getByRole('button', { name: 'Columnas' }).click()
  await page.getByRole('checkbox', { name: 'Límite del plan (MB)' }).check()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('row').nth(1).getByRole('gridcell', { name: '10.240 MB (10 GB)' })).toBeVisible()
  expect(await gigabytesWithoutMb(page)).toEqual([])
  await page.getByRole('row').nth(1).getByRole('link').first().click()
  const panel = page.getByRole('complementary', { name: 'SIM' })
  await expect(panel).toContainText(/[\d.]+\sMB\s+de 10\.240\sMB \(10\sGB\)/)
})

test('limits of alarms and their usage are in MB [S9.07]', async ({ page }) => {
  await logInAs(page, ADMIN)
  await page.goto('/alarm')
  await expect(page.getByRole('row').filter({ hasText: 'video@andes.test' })).toContainText('10.240 MB (10 GB)')
  expect(await gigabytesWithoutMb(page)).toEqual([])
  await page.goto('/alarm-notified')
  // below the heading of the day
  await expect(page.getByRole('row').nth(2)).toContainText(/[\d.]+ de [\d.]+\sMB/)
  expect(await gigabytesWithoutMb(page)).toEqual([])
})
