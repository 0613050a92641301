import { expect, type Locator, type Page } from '@playwright/test'
import { ANA, logInAs } from './people.ts'
import { answerSampleSim, ICC, type SIM } from './sample-sim.ts'

export const tab = (page: Page, name: string): Locator => page.getByRole('tab', { name, exact: true })

/** The value of a property of the SIM. */
export const field = (page: Page, name: string): Locator => {
  const pair = page
    .getByRole('tabpanel')
    .locator('div')
    .filter({ has: page.getByText(name, { exact: true }) })
  return pair.last().getByRole('definition')
}

/** Opens the full page of the sample SIM, at its usage. */
export async function openPage(page: Page, change: Partial<typeof SIM> = {}, search = '?tab=consumption'): Promise<void> {
  await logInAs(page, ANA)
  await answerSampleSim(page, change)
  await page.goto(`/sims/${ICC}${search}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveAccessibleName(new RegExp(`SIM ${ICC}$`))
  await expect(page.getByRole('tab').first()).toBeVisible()
}
