import type { Locator, Page } from '@playwright/test'

/**
 * The rows of a list that has loaded: placeholders and headings between rows are none, so that seeing or pressing a row means one
 * with data.
 */
export const listRows = (page: Page, name: string | RegExp): Locator =>
  page.getByRole('table', { name }).and(page.locator(':not([aria-busy])')).locator('tbody tr:not(:has(> [scope=rowgroup]))')
