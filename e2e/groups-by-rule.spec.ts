import { expect, type Locator, type Page } from '@playwright/test'
import { listGroups } from '#contract/groups/groups.calls.ts'
import { getSim } from '#contract/sims/sims.calls.ts'
import { listTags } from '#contract/tags/tags.calls.ts'
import { expectAccessibleInBothThemes } from './support/accessibility.ts'
import { manage, openValues } from './support/labels.ts'
import { ANA, logInAs } from './support/people.ts'
import { toastRegion } from './support/shell.ts'
import { button, simWith, WITHOUT_LABELS } from './support/sim-dialogs.ts'
import { ask, headers, iccOf, openList, popup, row, rowCount } from './support/sims-page.ts'
import { test } from './support/test.ts'

test.use({ viewport: { width: 1440, height: 900 } })

/** A group is compared with its rule every fifteen seconds. */
const FOLLOWED = { timeout: 60_000 }

const tag = async (page: Page, icc: string, change: { add?: string[]; remove?: string[] }) => {
  const response = await page.request.post(`/api/sim/tags/${icc}`, { headers, data: change })
  expect(response.status(), await response.text()).toBe(200)
}

async function saveAsGroup(page: Page): Promise<Locator> {
  await button(page, /^Vista:/).click()
  await button(popup(page, 'Vistas'), 'Guardar como grupo').click()
  const dialog = page.getByRole('dialog', { name: 'Guardar como grupo' })
  await expect(dialog).toBeVisible()
  return dialog
}

test('the list’s filter is saved as a group by keyboard, which follows its SIMs and whose filter changes in the list', async ({
  page,
}) => {
  test.slow()
  await logInAs(page, ANA)
  const [first, second] = [await simWith(page, WITHOUT_LABELS, 90), await simWith(page, WITHOUT_LABELS, 91)]
  const { companyId } = await ask<{ companyId: number }>(page, { ...getSim, path: `/sim/${first}` })
  await tag(page, first, { add: ['por regla filtra'] })
  await openList(page, `?tag=por+regla+filtra&company=${companyId}`)
  const dialog = await saveAsGroup(page)
  const name = dialog.getByLabel('Nombre', { exact: true })
  await expect(dialog.getByText('Tags: por regla filtra', { exact: true })).toBeVisible()
  await expect(name).toBeFocused()
  await name.press('Enter')
  await expect(dialog.getByText('Este campo es requerido')).toBeVisible()
  await expectAccessibleInBothThemes(page)
  await name.fill('por regla e2e')
  await dialog.getByRole('combobox', { name: 'Tags de sus SIMs' }).fill('por regla dado')
  await dialog.getByRole('combobox', { name: 'Tags de sus SIMs' }).press('Enter')
  await button(dialog, 'Crear grupo').click()
  await expect(dialog).toHaveCount(0)
  await expect(toastRegion(page)).toContainText('Grupo creado')

  // it is filtered by, and marked
  await page.goto('/sims')
  await expect(row(page, 1)).toBeVisible()
  const line = (await openValues(page, 'Grupo')).getByRole('checkbox', { name: /por regla e2e\s*1$/ })
  await expect(line).toHaveAccessibleName(/^Por regla/)
  await line.check()
  await expect(page).toHaveURL(/group=por/)
  expect(await rowCount(page)).toBe(1)
  expect(await iccOf(page, 1)).toBe(first)

  // a SIM that matches later is in it a moment later, with its tags
  await tag(page, second, { add: ['por regla filtra'] })
  await expect(async () => {
    const { ruleGroups, groupTags } = await ask<{ ruleGroups: string[]; groupTags: string[] }>(page, {
      ...getSim,
      path: `/sim/${second}`,
    })
    expect([ruleGroups, groupTags]).toEqual([['por regla e2e'], ['por regla dado']])
  }).toPass(FOLLOWED)
  await page.goto(`/sims/${second}`)
  const groups = page.getByRole('list', { name: 'Grupos por regla' })
  await expect(page.getByRole('list', { name: 'Tags' }).first()).toContainText('por regla dado, por su grupo por regla e2e')
  await expectAccessibleInBothThemes(page)
  await groups.getByRole('link', { name: 'por regla e2e' }).click()
  await expect(row(page, 2)).toBeVisible()
  expect(await rowCount(page)).toBe(2)

  // its filters change in the list, and are saved in the same group
  const management = await manage(page, 'grupos')
  await expect(management.getByText('Por regla: Tags: por regla filtra')).toBeVisible()
  await button(management, 'Editar el grupo «por regla e2e»').click()
  const form = management.getByRole('form', { name: 'Editar el grupo «por regla e2e»' })
  await expect(form.getByLabel('Dentro de')).toHaveCount(0)
  await expect(form.getByText('Plan al activar')).toHaveCount(0)
  await expectAccessibleInBothThemes(page)
  await form.getByRole('link', { name: 'Ver sus filtros en la lista' }).click()
  await expect(management).toHaveCount(0)
  await expect(page).toHaveURL(/tag=por/)
  await page.goto(`${page.url()}&search=${first}`)
  await expect(row(page, 1)).toBeVisible()
  const again = await saveAsGroup(page)
  await again.getByLabel('Guardar en').selectOption({ label: 'por regla e2e' })
  await expect(again.getByLabel('Nombre', { exact: true })).toHaveValue('por regla e2e')
  await expect(again.getByText(`Tags: por regla filtra · Búsqueda: «${first}»`)).toBeVisible()
  await button(again, 'Guardar grupo').click()
  await expect(again).toHaveCount(0)
  const saved = (await ask<{ path: string; sims: number }[]>(page, listGroups)).find(({ path }) => path === 'por regla e2e')
  expect(saved?.sims).toBe(1)

  // a rule is not made of rules
  await openList(page, '?group=por+regla+e2e')
  const refused = await saveAsGroup(page)
  await refused.getByLabel('Guardar en').selectOption({ label: 'por regla e2e' })
  await button(refused, 'Guardar grupo').click()
  await expect(refused.getByText(/^Una regla no puede filtrar por un grupo por regla/)).toBeVisible()
  await button(refused, 'Cancelar').click()

  const end = await manage(page, 'grupos')
  await button(end, 'Eliminar el grupo «por regla e2e»').click()
  const confirm = page.getByRole('dialog', { name: 'Eliminar el grupo «por regla e2e»', exact: true })
  await expect(confirm.getByText('1 SIM deja de estar en él. No se puede deshacer.')).toBeVisible()
  await button(confirm, 'Eliminar grupo').click()
  await expect(confirm).toHaveCount(0)
  await expect(button(end, 'Eliminar el grupo «por regla e2e»')).toHaveCount(0)
})

test('a list of single SIMs is not saved as a group', async ({ page }) => {
  await logInAs(page, ANA)
  const icc = await simWith(page, WITHOUT_LABELS, 92)
  await page.goto(`/sims?icc=${icc}`)
  await expect(row(page, 1)).toBeVisible()
  await button(page, /^Vista:/).click()
  await expect(popup(page, 'Vistas').getByRole('textbox', { name: 'Nombre de la vista' })).toBeVisible()
  await expect(button(popup(page, 'Vistas'), 'Guardar como grupo')).toHaveCount(0)
})

test.afterAll(async ({ browser, baseURL }) => {
  const page = await browser.newPage(baseURL === undefined ? {} : { baseURL })
  await logInAs(page, ANA)
  const groups = await ask<{ groupId: number; path: string }[]>(page, listGroups)
  for (const { groupId, path } of groups.filter((one) => one.path === 'por regla e2e'))
    expect([path, (await page.request.delete(`/api/groups/${groupId}`, { headers })).status()]).toEqual([path, 200])
  const tags = await ask<{ tagId: number; name: string }[]>(page, listTags)
  for (const { tagId } of tags.filter(({ name }) => ['por regla filtra', 'por regla dado'].includes(name)))
    expect((await page.request.delete(`/api/tags/${tagId}`, { headers })).status()).toBe(200)
  await page.close()
})
