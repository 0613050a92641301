import { expect } from '@playwright/test'
import { expectAccessible } from './support/look.ts'
import { ANA, logInAs } from './support/people.ts'
import { mainMenu, openAs, search } from './support/shell.ts'
import { test } from './support/test.ts'

test.use({ contextOptions: { reducedMotion: 'reduce' } })

test('Enter runs the global search and shows the SIMs that it found, leaving them clears it [S2.05, S2.27]', async ({
  page,
}) => {
  await logInAs(page, ANA)
  await page.goto('/')
  await expect(search(page)).toBeVisible()
  await page.keyboard.press('/')
  await expect(search(page)).toBeFocused()
  await search(page).fill('8956')
  await search(page).press('Enter')
  await expect(page).toHaveURL('/sims?search=8956')
  await expect(search(page)).toHaveValue('8956')
  await mainMenu(page).getByRole('link', { name: 'Dashboard' }).click()
  await expect(page).toHaveURL('/')
  await expect(search(page)).toHaveValue('')
})

test('the icon runs the global search too; without results it stays and says so', async ({ page }) => {
  await logInAs(page, ANA)
  await page.goto('/')
  await expect(search(page)).toBeVisible()
  await page.keyboard.press('Control+k')
  await expect(search(page)).toBeFocused()
  await search(page).fill('camion 99 de nadie')
  await page.getByRole('search').getByRole('button', { name: 'Buscar' }).click()
  await expect(page.getByText('Ninguna SIM con «camion 99 de nadie»').first()).toBeVisible()
  await expect(page).toHaveURL('/')
  await search(page).fill('8956')
  await page.getByRole('search').getByRole('button', { name: 'Buscar' }).click()
  await expect(page).toHaveURL('/sims?search=8956')
})

test('the global search offers SIMs, pages and actions while one types', async ({ page }) => {
  await logInAs(page, ANA)
  await page.goto('/')
  await search(page).pressSequentially('8956')
  const sims = page.getByRole('option', { name: /^8956/ })
  await expect(sims.first()).toBeVisible()
  await expectAccessible(page)
  await search(page).fill('oscuro')
  await page.getByRole('option', { name: 'Usar el tema oscuro' }).click()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await search(page).fill('sim')
  await expect(page.getByRole('option')).toHaveText(['SIMs', 'SIMs notificadas'])
  await search(page).press('ArrowDown')
  await expect(search(page)).toHaveAttribute('aria-activedescendant')
  await search(page).press('Enter')
  await expect(page).toHaveURL('/sims')
})

test('whoever may not see SIMs finds pages and actions only', async ({ page }) => {
  await openAs(page, [])
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  await search(page).pressSequentially('895603')
  await search(page).press('Enter')
  await search(page).fill('dash')
  await expect(page.getByRole('option', { name: 'Dashboard' })).toBeVisible()
  expect(asked.filter((address) => address.includes('globalSearch'))).toEqual([])
})
