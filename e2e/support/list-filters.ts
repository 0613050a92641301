import { expect, type Page } from '@playwright/test'

/** Sets a filter of a list that is not set yet: by the button that adds it, and one of its values. */
export async function chooseFilter(page: Page, filter: string, value: string | RegExp): Promise<void> {
  await openFilter(page, filter)
  await page.getByRole('group', { name: filter, exact: true }).getByRole('button', { name: value }).first().click()
}

/** Opens the values of a filter that is not set yet, which may have a button of its own. */
export async function openFilter(page: Page, filter: string): Promise<void> {
  const main = page.getByRole('main')
  const own = main.getByRole('button', { name: filter, exact: true }).and(page.locator('[aria-haspopup="dialog"]'))
  const add = main.getByRole('button', { name: /^(Filtro|Filter)$/ })
  await expect(own.or(add).first()).toBeVisible()
  if ((await own.count()) > 0) return own.click()
  await add.click()
  await main.getByRole('dialog').getByRole('button', { name: filter, exact: true }).click()
}

/** Filters a list by a typed text, such as an ICC. */
export async function typeFilter(page: Page, filter: string, text: string): Promise<void> {
  await openFilter(page, filter)
  await page.getByRole('searchbox', { name: filter, exact: true }).fill(text)
  await page.keyboard.press('Enter')
}

/** Filters a list by a company that is found by its name. */
export async function findFilter(page: Page, filter: string, name: string): Promise<void> {
  await openFilter(page, filter)
  const options = page.getByRole('group', { name: filter, exact: true })
  await page.getByRole('textbox', { name: `Buscar en ${filter}` }).fill(name)
  // the options before the search include 'Todos', once they are there; they move, and the popup gets smaller, when what was found
  // takes their place
  await expect(options.getByRole('button', { name }).first()).toBeVisible()
  await expect(options.getByRole('button', { name: 'Todos', exact: true })).toBeHidden()
  await options.getByRole('button', { name }).click()
}
