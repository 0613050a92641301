import { expect } from '@playwright/test'
import { setPreferences } from './support/accessibility.ts'
import { ADMIN, logInAs } from './support/people.ts'
import { test } from './support/test.ts'

const SCREENS = [
  '/',
  '/sims',
  '/map',
  '/operations',
  '/requests',
  '/alarm',
  '/alarm-notified',
  '/sms-report',
  '/report-charges',
  '/plans',
  '/hys',
  '/companies',
  '/users',
  '/users/permissions',
  '/networks',
  '/integrations',
  '/outbox',
  '/popups',
  '/audit',
  '/support',
  '/help',
]

test.use({ viewport: { width: 360, height: 740 } })

test('no screen of the menu scrolls horizontally at 360 px, in the longer language', async ({ page }) => {
  await setPreferences(page, { language: 'es' })
  await logInAs(page, ADMIN)
  for (const path of SCREENS) {
    await test.step(path, async () => {
      await page.goto(path)
      await expect(page).toHaveURL(path)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expect(page.getByRole('main').locator('[aria-busy="true"]')).toHaveCount(0)
      const width = () => page.evaluate(() => document.documentElement.scrollWidth)
      await expect.poll(width, path).toBe(360)
    })
  }
})
