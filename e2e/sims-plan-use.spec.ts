import { expect } from '@playwright/test'
import { expectAccessibleInBothThemes } from './support/accessibility.ts'
import { ADMIN, logInAs } from './support/people.ts'
import { facets, filters, openList, popup, rowCount } from './support/sims-page.ts'
import { test } from './support/test.ts'

test('SIMs over their plan are found by the filter on its use, which says how many they are', async ({ page }) => {
  await logInAs(page, ADMIN)
  await openList(page)
  await filters(page).getByRole('button', { name: 'Filtro', exact: true }).click()
  await popup(page, 'Filtro').getByRole('button', { name: 'Uso del plan' }).click()
  const values = popup(page, 'Filtro').getByRole('group', { name: 'Uso del plan' })
  await values.getByRole('checkbox', { name: /^100 % o más ?\d/ }).click()
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL(/\?use=over100$/)
  await expect(filters(page)).toContainText('100 % o más')
  const { total } = await facets(page, { planUse: 'over100' })
  await expect.poll(() => rowCount(page)).toBe(total)
  await expectAccessibleInBothThemes(page)
})
