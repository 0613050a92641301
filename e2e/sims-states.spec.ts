import { expect, type Page } from '@playwright/test'
import { getSearchParameters, getSimFacets, listSims, simList } from '#contract/sims/sims.calls.ts'
import { answerWith, holdBack, refuseWith } from './support/answers.ts'
import { ADMIN, ANA, logInAs } from './support/people.ts'
import { filters, grid, NO_COUNTS, openList, popup, row, rowAt, rowCount, type SimFacets } from './support/sims-page.ts'
import { test } from './support/test.ts'

test.describe('states', () => {
  const NONE = {
    total: 0,
    isCapped: false,
    isAtLeast: false,
    ...NO_COUNTS,
  } satisfies SimFacets

  const withoutSims = async (page: Page) => {
    await answerWith(page, getSimFacets, NONE)
    await page.route(`**/api${listSims.path}`, (route) =>
      route.fulfill({ contentType: 'text/tab-separated-values', body: `${simList.names.join('\t')}\n` }),
    )
  }

  test('while rows load, placeholders have their height', async ({ page }) => {
    await logInAs(page, ANA)
    const release = await holdBack(page, listSims)
    await page.goto('/sims')
    await expect(rowAt(page, 1)).toHaveAttribute('aria-busy', 'true')
    await expect.poll(async () => (await rowAt(page, 1).boundingBox())?.height).toBe(36)
    release()
    await expect(row(page, 1)).toBeVisible()
  })

  test('an empty result names the search and offers to clear filters', async ({ page }) => {
    await logInAs(page, ANA)
    await page.goto('/sims?search=zzz%2099&origin=1')
    await expect(page.getByText('Ninguna SIM con «zzz 99»')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Todas 0' })).toBeVisible()
    await expect(page.getByRole('button', { name: /^(Activas|Silenciosas|Más) / })).toHaveCount(0)
    const toFile = page.getByRole('button', { name: 'Exportar', exact: true })
    await expect(toFile).toHaveAttribute('aria-disabled', 'true')
    await toFile.focus()
    await expect(page.getByRole('tooltip')).toHaveText('No hay SIMs que exportar')
    await toFile.press('Enter')
    await expect(page.getByRole('dialog', { name: 'Exportar' })).toHaveCount(0)
    await page.getByRole('button', { name: 'Buscar en todo Enlace' }).click()
    await expect(page.getByRole('combobox', { name: 'Buscar SIMs, páginas y acciones' })).toBeFocused()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Quitar Origen', exact: true }).click()
    await expect(page).toHaveURL(/\?search=zzz/)
    await page.getByRole('button', { name: 'Borrar búsqueda' }).click()
    await expect(row(page, 1)).toBeVisible()
  })

  test('the values of a filter: loading, then failed with a retry, then loaded [S4.16]', async ({ page }) => {
    await logInAs(page, ANA)
    const release = await holdBack(page, getSearchParameters)
    await page.goto('/sims')
    await filters(page).getByRole('button', { name: 'Filtro', exact: true }).click()
    const menu = popup(page, 'Filtro')
    await menu.getByRole('button', { name: 'Origen' }).click()
    await expect(menu.getByRole('status', { name: 'Cargando' })).toBeVisible()
    await page.unrouteAll()
    await refuseWith(page, getSearchParameters, { code: 'internal', error: 'No se pudo leer' })
    release()
    await page.reload()
    await filters(page).getByRole('button', { name: 'Filtro', exact: true }).click()
    await menu.getByRole('button', { name: 'Origen' }).click()
    await expect(menu.getByRole('alert')).toContainText('No se pudieron cargar los valores')
    await page.unrouteAll()
    await menu.getByRole('button', { name: 'Reintentar' }).click()
    await expect(menu.getByRole('checkbox', { name: /^Chile/ })).toBeVisible()
  })

  test('an error is shown with its request id, and can be retried', async ({ page }) => {
    await logInAs(page, ANA)
    await refuseWith(page, listSims, { code: 'unavailable', error: 'El servicio no respondió' })
    await page.goto('/sims')
    const alert = page.getByRole('alert')
    await expect(alert).toContainText('No se pudieron cargar las SIMs')
    await expect(alert).toContainText('El servicio no respondió')
    await expect(alert).toContainText('req-7f3a91c2')
    await page.unrouteAll()
    await page.getByRole('button', { name: 'Reintentar' }).click()
    await expect(row(page, 1)).toBeVisible()
  })

  test('rows that fail later keep the loaded ones, and can be retried', async ({ page }) => {
    await logInAs(page, ANA)
    await openList(page)
    await refuseWith(page, listSims, { code: 'unavailable', error: 'El servicio no respondió' })
    await grid(page).focus()
    await page.keyboard.press('End')
    await expect(page.getByRole('alert')).toContainText('El servicio no respondió (Petición req-7f3a91c2)')
    await page.unrouteAll()
    await page.getByRole('button', { name: 'Reintentar' }).click()
    await expect(row(page, await rowCount(page))).toBeVisible()
    await expect(page.getByRole('alert')).toHaveCount(0)
  })

  test('without SIMs an administrator gets the import, a customer an explanation', async ({ page }) => {
    await withoutSims(page)
    await logInAs(page, ADMIN)
    await page.goto('/sims')
    const place = page.getByText('Todavía no hay SIMs').locator('../..')
    await expect(place.getByRole('button', { name: 'Importar' })).toBeVisible()
    await logInAs(page, ANA)
    await page.goto('/sims')
    await expect(place).toContainText('Sus SIMs aparecerán aquí')
    await expect(page.getByRole('button', { name: 'Importar' })).toHaveCount(0)
  })
})
