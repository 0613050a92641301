import { expect, type Locator, type Page } from '@playwright/test'

/** The options of a field that finds companies. */
export const foundCompanies = (page: Page): Locator => page.getByRole('listbox').getByRole('option')

/** Types the name of a company into a field that finds it, and chooses the result, by keyboard. */
export async function findCompany(page: Page, field: Locator, name: string): Promise<void> {
  await field.focus()
  await page.keyboard.type(name)
  await expect(foundCompanies(page)).toHaveText([new RegExp(`^${name.replaceAll('.', '\\.')}`)])
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(foundCompanies(page)).toHaveCount(0)
}
