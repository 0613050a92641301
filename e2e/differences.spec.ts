import { expect, type Page } from '@playwright/test'
import { encodeTsv, type RowOf } from '#contract/list-codec.ts'
import { listComparisons } from '#contract/network-admin/comparisons.calls.ts'
import { driftList, listNetworks, type NetworkData, settleDrifts } from '#contract/network-admin/networks.calls.ts'
import { driftKind } from '#domain/network-alignment.ts'
import { DAY_MS } from '#domain/time.ts'
import { expectAccessibleInBothThemes } from './support/accessibility.ts'
import { answerWith } from './support/answers.ts'
import { ADMIN, logInAs } from './support/people.ts'
import { test } from './support/test.ts'

const AT = new Date(Date.now() - 5 * DAY_MS).toISOString()
const OF_STATE = '89560300710000000011'
const OF_PROFILE = '89560300710000000029'
/** ms */
const COMPARED_AT = Date.now() - 3 * DAY_MS

const drift = (icc: string, changes: Partial<RowOf<typeof driftList>>): RowOf<typeof driftList> => ({
  ...{ icc, companyId: 2, companyName: 'Transportes Andes', networkId: 'simulated-1', networkName: 'Movistar Chile' },
  ...{ administrativeStatusId: 2, networkState: 'active', portalValue: '', networkValue: '', foundAt: AT },
  ...{ problem: '', problemText: '', goal: '', actor: '', since: null },
  ...changes,
})
const DRIFTS = [
  drift(OF_STATE, { networkState: 'suspended' }),
  drift(OF_PROFILE, {
    ...{ problem: 'other_profile', portalValue: 'iot-50', networkValue: 'iot-10' },
    foundAt: new Date(COMPARED_AT).toISOString(),
  }),
]

/** A fleet of which two SIMs differ, one in each way. */
async function answerDifferences(page: Page): Promise<void> {
  const at = new Date(COMPARED_AT).toISOString()
  const comparison = { startedAt: at, finishedAt: at, actor: 'admin@enlace.test', total: 48_000, compared: 48_000 }
  await answerWith(page, listComparisons, { comparisons: [{ ...comparison, found: 2, open: 2 }] })
  await page.route(`**/api${listNetworks.path}`, async (route) => {
    const response = await route.fetch()
    const json: { data: { networks: NetworkData[] } } = await response.json()
    const networks = json.data.networks.map((one) => {
      const has = one.networkId === 'simulated-1'
      return { ...one, drifts: has ? 2 : 0, driftKinds: { state: Number(has), profile: Number(has), device: 0 } }
    })
    await route.fulfill({ response, json: { ...json, data: { ...json.data, networks } } })
  })
  await page.route(/\/api\/networks\/drifts\?/, (route) => {
    const kind = new URL(route.request().url()).searchParams.get('kind')
    const rows = DRIFTS.filter(({ problem }) => kind === null || driftKind(problem) === kind)
    const cells = rows.map((row) => driftList.names.map((name) => row[name as keyof typeof row]))
    return route.fulfill({ contentType: 'text/tab-separated-values', body: encodeTsv(driftList.names, cells) })
  })
}

test('differences are counted by what differs; each has both sides, its network, its age if it is another, and its ways out', async ({
  page,
}) => {
  await logInAs(page, ADMIN)
  await answerDifferences(page)
  await page.goto('/networks?tab=differences')
  const card = page.getByRole('region', { name: 'Diferencias entre el portal y las redes' })
  await expect(card).toContainText('48.000 SIMs comparadas hace 3 d')
  // the time of networks' health says nothing about what was compared
  await expect(page.getByText(/^Datos al/)).toHaveCount(0)
  const rows = card.getByRole('table').getByRole('row')
  const ofState = rows.filter({ hasText: OF_STATE })
  const ofProfile = rows.filter({ hasText: OF_PROFILE })
  await expect(ofState).toContainText(/En la red: Suspendida.*Movistar Chile.*hace 5 d/)
  // a moon is what the portal hibernated
  await expect(ofState.locator('.tabler-icon-ban')).toBeVisible()
  await expect(ofProfile).toContainText(/En el portal: iot-50.*En la red: iot-10.*Perfil del plan/)
  await expect(ofProfile.getByRole('button')).toHaveText(['Usar el del portal'])
  // of what the last comparison found the age is over the list
  await expect(ofProfile).not.toContainText('hace')
  await expect(ofState).toContainText('hace')
  // nothing is being settled, and no attempt failed
  await expect(card.getByRole('columnheader', { name: 'Situación' })).toHaveCount(0)
  await expectAccessibleInBothThemes(page)
  for (const width of [360, 768, 1280, 1920]) {
    await page.setViewportSize({ width, height: 800 })
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
  }

  await ofState.getByRole('button', { name: `Usar el de la red: ${OF_STATE}` }).click()
  await answerWith(page, settleDrifts, { accepted: 1, excluded: [] })
  const asked = page.waitForRequest((request) => request.method() === 'POST' && request.url().endsWith(settleDrifts.path))
  const question = page.getByRole('dialog', { name: 'Usar el estado de la red' })
  await question.getByRole('button', { name: 'Usar el de la red en 1 SIM' }).click()
  expect((await asked).postDataJSON()).toEqual({ goal: 'network', icc: [OF_STATE] })
  await expect(question).toHaveCount(0)

  // what differs filters the list, and all of it is settled together
  const bar = card.getByRole('toolbar')
  const kinds = bar.getByRole('group', { name: 'Qué difiere' })
  await expect(kinds.getByRole('button')).toHaveText(['Todas 2', 'Estado 1', 'Perfil del plan 1'])
  const network = bar.getByRole('combobox', { name: 'Red', exact: true })
  await expect(network).toBeVisible()
  const ofKind = kinds.getByRole('button', { name: /^Perfil del plan/ })
  await ofKind.click()
  await expect(page).toHaveURL(/kind=profile/)
  await expect(rows).toHaveCount(2)
  await expect(ofProfile).not.toContainText('Perfil del plan')
  await expect(ofKind).toBeFocused()
  const ways = bar.getByRole('button', { name: /^Usar el/ })
  await expect(ways).toHaveCount(0)
  // what is selected takes the place of the chips, until it is cleared
  await card.getByRole('checkbox', { name: 'Seleccionar las visibles' }).check()
  await expect(bar.getByRole('status')).toHaveText('1 seleccionada')
  await expect(kinds).toHaveCount(0)
  await expect(network).toHaveCount(0)
  await expect(ways).toHaveText(['Usar el del portal'])
  await bar.getByRole('button', { name: 'Quitar la selección' }).click()
  await expect(kinds).toBeVisible()

  // of several kinds only what all of them have is offered
  await kinds.getByRole('button', { name: /^Todas/ }).click()
  await card.getByRole('checkbox', { name: `Seleccionar ${OF_STATE}` }).check()
  await expect(ways).toHaveText(['Usar el de la red', 'Usar el del portal'])
  await card.getByRole('checkbox', { name: `Seleccionar ${OF_PROFILE}` }).check()
  await expect(ways).toHaveText(['Usar el del portal'])
})
