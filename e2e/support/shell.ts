import type { Locator, Page } from '@playwright/test'
import { getProfile } from '#contract/account/account.calls.ts'
import { getDashboard } from '#contract/dashboard/dashboard.calls.ts'
import { getAddress, getSession } from '#contract/identity/identity.calls.ts'
import { searchPortal } from '#contract/search/search.calls.ts'
import type { Permit } from '#domain/permits.ts'
import { answerWith } from './answers.ts'
import { DASHBOARD, PROFILE, SESSION } from './sample-data.ts'

/** The page for a user with these permits; its first requests are answered by the sample data. */
export async function openAs(page: Page, menu: Permit[], path = '/'): Promise<void> {
  await answerWith(page, getSession, { ...SESSION, menu })
  await answerWith(page, getDashboard, DASHBOARD)
  await answerWith(page, getProfile, PROFILE)
  await answerWith(page, getAddress, [{ countryId: 1, countryName: 'Chile' }])
  await answerWith(
    page,
    { ...searchPortal, path: `${searchPortal.path}*` },
    { companies: [], users: [], charges: [], operations: [], requests: [], alarms: [], plans: [], groups: [], tags: [] },
  )
  await page.goto(path)
}

export const mainMenu = (page: Page) => page.getByRole('navigation', { name: 'Menú principal' })
export const toastRegion = (page: Page): Locator => page.getByRole('region', { name: 'Avisos' })
export const search = (page: Page) => page.getByRole('combobox', { name: 'Buscar SIMs, páginas y acciones' })
