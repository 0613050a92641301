import { expect } from '@playwright/test'
import { decodeList, decodeTsv } from '#contract/list-codec.ts'
import { massDiagnosis } from '#contract/operations/mass-actions.calls.ts'
import { listSims, simList } from '#contract/sims/sims.calls.ts'
import { expectAccessibleInBothThemes } from './support/accessibility.ts'
import { ANA, logInAs } from './support/people.ts'
import { ask, filters, row, rowCount } from './support/sims-page.ts'
import { test } from './support/test.ts'

test('an operation leads to the list of its SIMs, whose chip says so and clears it', async ({ page }) => {
  await logInAs(page, ANA)
  const response = await page.request.post(`/api${listSims.path}`, {
    headers: { 'x-api-key': 'enlace-web', accept: 'text/tab-separated-values' },
    data: { filter: { administrativeStatusIds: [2], simTypeIds: [2] }, limit: 3 },
  })
  const icc = decodeList(simList, decodeTsv(await response.text())).map((sim) => sim.icc)
  const { operationId } = await ask<{ operationId: number }>(page, massDiagnosis, { icc })
  await page.goto(`/operations/${operationId}`)
  await page.getByRole('link', { name: 'Ver las 3 SIMs' }).click()
  await expect(page).toHaveURL(`/sims?operation=${operationId}`)
  await expect(row(page, 3)).toBeVisible()
  expect(await rowCount(page)).toBe(3)
  await expect(filters(page)).toContainText(new RegExp(`Realizada en la operación\\s*${operationId}`))
  await expectAccessibleInBothThemes(page)
  await filters(page)
    .getByRole('button', { name: /^Quitar .*operación/ })
    .click()
  await expect(page).toHaveURL('/sims')
})
