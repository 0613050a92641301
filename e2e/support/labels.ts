import { expect, type Locator, type Page } from '@playwright/test'
import { filters, popup } from './sims-page.ts'

/** Opens the values of a filter of the list that is not set yet. */
export async function openValues(page: Page, filter: string): Promise<Locator> {
  await filters(page)
    .getByRole('button', { name: /^Filtro$/ })
    .click()
  await popup(page, 'Filtro').getByRole('button', { name: filter }).click()
  return popup(page, 'Filtro')
}

/** Opens the dialog that manages groups or tags, from the filter by them. */
export async function manage(page: Page, labels: 'grupos' | 'tags'): Promise<Locator> {
  const values = await openValues(page, labels === 'grupos' ? 'Grupo' : 'Tags')
  await values.getByRole('button', { name: `Administrar ${labels}…` }).click()
  await expect(popup(page, `Administrar ${labels}`)).toBeVisible()
  return popup(page, `Administrar ${labels}`)
}
