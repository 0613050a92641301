import { expect, type Locator, type Page } from '@playwright/test'
import type { CallData } from '#contract/call.ts'
import { encodeTsv } from '#contract/list-codec.ts'
import { getSimFacets, listSims, simList } from '#contract/sims/sims.calls.ts'

export const grid = (page: Page): Locator => page.getByRole('grid', { name: 'SIMs' })
/** The row at a position in the list, from 1, with or without its SIM loaded. */
export const rowAt = (page: Page, place: number): Locator => grid(page).locator(`[role=row][aria-rowindex="${place + 1}"]`)
/** The same once its SIM has loaded: before, a click on it would do nothing. */
export const row = (page: Page, place: number): Locator => rowAt(page, place).and(page.locator(':not([aria-busy])'))
export const box = (page: Page, place: number): Locator => row(page, place).getByRole('checkbox')
export const header = (page: Page, name: string): Locator => grid(page).getByRole('columnheader', { name, exact: true })
export const filters = (page: Page): Locator => page.getByRole('group', { name: /^(Filtros|Filters)$/ })
export const bar = (page: Page): Locator => page.getByRole('toolbar', { name: /^Acciones para/ })
export const popup = (page: Page, name: string): Locator => page.getByRole('dialog', { name, exact: true })

/** Opens the list and waits for its first row. */
export async function openList(page: Page, search = ''): Promise<void> {
  await page.goto(`/sims${search}`)
  await expect(row(page, 1)).toBeVisible()
}

/** The number of rows that the list states, without its head. */
export async function rowCount(page: Page): Promise<number> {
  const stated = async () => Number(await grid(page).getAttribute('aria-rowcount'))
  await expect.poll(stated).toBeGreaterThan(0)
  return (await stated()) - 1
}

/** The ICC in a row, without the spaces between its groups. */
export async function iccOf(page: Page, place: number): Promise<string> {
  return (await row(page, place).locator('[data-icc]').innerText()).replace(/\s/g, '')
}

export const headers = { 'x-api-key': 'enlace-web' }

/** The server's response to the same user. */
export async function ask<T>(page: Page, call: { method: string; path: string }, data?: object): Promise<T> {
  const response = await page.request.fetch(`/api${call.path}`, { method: call.method, headers, data })
  expect(response.status(), await response.text()).toBe(200)
  return (await response.json()).data
}

export type SimFacets = CallData<typeof getSimFacets>

/** Counts of no filter, for made-up answers. */
export const NO_COUNTS = {
  administrativeStatusIds: [],
  gprsStatuses: [],
  providerIds: [],
  simTypeIds: [],
  planCodes: [],
  apnIds: [],
  planUse: [],
  silentFor: [],
  activeSilent: 0,
  companyIds: [],
  tags: [],
  groups: [],
  asOf: '2026-11-21T12:42:00Z',
} satisfies Partial<SimFacets>

export const facets = (page: Page, filter: object = {}): Promise<SimFacets> => ask(page, getSimFacets, { filter })

/** A fleet of so many SIMs with numbers for names, responded by page as the server does. */
export async function answerFleet(page: Page, total: number): Promise<void> {
  const iccAt = (index: number) => `8956${String(index).padStart(15, '0')}`
  const cells = (index: number) =>
    simList.names.map((name) => {
      if (name === 'icc') return iccAt(index)
      if (name === 'customField1') return `Camión ${index + 1}`
      if (name === 'simAdministrativeStatusId') return 2
      if (name === 'planMb') return 250
      return name.startsWith('consumption') || name.endsWith('Id') || name === 'gprsStatus' ? 1 : ''
    })
  await page.route(`**/api${listSims.path}`, async (route) => {
    const { cursor, skip = 0, limit = 100 } = route.request().postDataJSON()
    const from = Number(cursor ?? 0) + skip
    const rows = Array.from({ length: Math.max(0, Math.min(limit, total - from)) }, (_, step) => cells(from + step))
    const next: Record<string, string> = from + rows.length < total ? { 'x-next-cursor': String(from + rows.length) } : {}
    const body = encodeTsv(simList.names, rows)
    await route.fulfill({ contentType: 'text/tab-separated-values', headers: next, body })
  })
  await page.route(`**/api${getSimFacets.path}`, async (route) => {
    const data = { ...NO_COUNTS, total, isCapped: false, isAtLeast: false, administrativeStatusIds: [{ id: 2, count: total }] }
    await route.fulfill({ json: { status: true, data, message: '', error: null } })
  })
}
