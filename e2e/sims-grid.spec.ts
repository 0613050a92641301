import { readFile } from 'node:fs/promises'
import { expect, type Page } from '@playwright/test'
import { SIM_COLUMN_WORDS } from '#contract/sims/sim-words.ts'
import { getSimFacets, simList } from '#contract/sims/sims.calls.ts'
import { holdBack } from './support/answers.ts'
import { pastedText, withoutClipboard } from './support/clipboard.ts'
import { ADMIN, ANA, logInAs } from './support/people.ts'
import { answerFleet, bar, box, filters, grid, header, iccOf, openList, row, rowCount } from './support/sims-page.ts'
import { test } from './support/test.ts'

test.use({ permissions: ['clipboard-read', 'clipboard-write'] })

test.beforeEach(async ({ page }) => {
  await logInAs(page, ANA)
})

const selected = (page: Page) => grid(page).locator('[role=row][aria-selected=true]')

test.describe('selection', () => {
  test('by row, by range with Shift, and cleared with Escape', async ({ page }) => {
    await openList(page)
    await box(page, 2).click()
    await expect(box(page, 2)).toBeChecked()
    await box(page, 6).click({ modifiers: ['Shift'] })
    await expect(bar(page)).toContainText('5 SIMs')
    await expect(box(page, 4)).toBeChecked()
    await box(page, 4).click()
    await expect(box(page, 4)).not.toBeChecked()
    await expect(bar(page)).toContainText('4 SIMs')
    await page.keyboard.press('Escape')
    await expect(bar(page)).toHaveCount(0)
    await expect(selected(page)).toHaveCount(0)
  })

  test('the checkbox in the head selects the visible page', async ({ page }) => {
    await openList(page)
    const head = page.getByRole('checkbox', { name: 'Seleccionar la página' })
    await head.click()
    await expect(head).toBeChecked()
    await expect(box(page, 1)).toBeChecked()
    const [, last] = (await page.getByText(/^filas/).innerText()).split('–')
    await expect(bar(page)).toContainText(`${last} SIMs`)
    await box(page, 1).click()
    await expect(head).toBeChecked({ indeterminate: true })
    await head.click()
    await head.click()
    await expect(bar(page)).toHaveCount(0)
  })

  test('all that match, except those that are deselected', async ({ page }) => {
    await openList(page, '?status=2')
    const total = await rowCount(page)
    await box(page, 1).click()
    await bar(page)
      .getByRole('button', { name: `Seleccionar las ${total.toLocaleString('de-DE')}` })
      .click()
    await expect(bar(page)).toContainText(`${total.toLocaleString('de-DE')} SIMs`)
    await expect(box(page, 9)).toBeChecked()
    await box(page, 9).click()
    await expect(bar(page)).toContainText(`${(total - 1).toLocaleString('de-DE')} SIMs`)
  })

  test('all that match are offered once they are counted, and not before', async ({ page }) => {
    const releaseCounts = await holdBack(page, getSimFacets)
    await openList(page, '?status=2')
    await box(page, 1).click()
    await expect(bar(page)).toContainText('1 SIM')
    await expect(grid(page)).toHaveAttribute('aria-rowcount', '-1')
    await expect(bar(page).getByRole('button', { name: /^Seleccionar las/ })).toHaveCount(0)
    releaseCounts()
    await expect(bar(page).getByRole('button', { name: /^Seleccionar las [\d.]{5,}$/ })).toBeVisible()
  })

  test('another filter clears the selection', async ({ page }) => {
    await openList(page)
    await box(page, 1).click()
    await filters(page)
      .getByRole('button', { name: /^Activas/ })
      .click()
    await expect(bar(page)).toHaveCount(0)
    await expect(selected(page)).toHaveCount(0)
  })

  test('its ICCs are copied without spaces', async ({ page }) => {
    await openList(page)
    await box(page, 1).click()
    await box(page, 2).click()
    await bar(page).getByRole('button', { name: 'Acciones' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Copiar ICC' }).click()
    await expect(page.getByText('2 ICC copiados')).toBeVisible()
    const copied = await page.evaluate(() => navigator.clipboard.readText())
    expect(copied.split('\n').sort()).toEqual([await iccOf(page, 1), await iccOf(page, 2)].sort())
  })

  test('over plain HTTP, where there is no Clipboard API, they are copied as well', async ({ page }) => {
    await openList(page)
    await withoutClipboard(page)
    await box(page, 1).click()
    await box(page, 2).click()
    const copy = async () => {
      await bar(page).getByRole('button', { name: 'Acciones' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Copiar ICC' }).click()
    }
    await copy()
    await expect(page.getByText('2 ICC copiados')).toBeVisible()
    expect((await pastedText(page)).split('\n').sort()).toEqual([await iccOf(page, 1), await iccOf(page, 2)].sort())

    await page.evaluate(() => {
      document.execCommand = () => false
    })
    await copy()
    await expect(page.getByText('No se pudo copiar: el navegador no lo permite')).toBeVisible()
  })
})

test.describe('keyboard', () => {
  const cursor = async (page: Page) => (await grid(page).getAttribute('aria-activedescendant')) ?? ''

  test('moves, selects, opens and closes', async ({ page }) => {
    await openList(page)
    await grid(page).focus()
    await page.keyboard.press('ArrowDown')
    await expect.poll(() => cursor(page)).toBe('sim-row-0')
    await page.keyboard.press('j')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('k')
    await expect.poll(() => cursor(page)).toBe('sim-row-1')
    await page.keyboard.press('Space')
    await expect(box(page, 2)).toBeChecked()
    await page.keyboard.press('Escape')
    await page.keyboard.press('Enter')
    const first = await iccOf(page, 2)
    await expect(page).toHaveURL(new RegExp(`sim=${first}`))
    await expect(page.getByRole('complementary', { name: new RegExp(`^SIM ${first}`) })).toBeVisible()
    await page.keyboard.press('j')
    await expect(page).toHaveURL(new RegExp(`sim=${await iccOf(page, 3)}`))
    await page.keyboard.press('Escape')
    await expect(page.getByRole('complementary', { name: /^SIM/ })).toHaveCount(0)
    await expect(page).toHaveURL(/\/sims$/)
  })

  test('goes to the end and back, by page and at once', async ({ page }) => {
    await openList(page)
    await grid(page).focus()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('PageDown')
    const place = Number((await cursor(page)).replace('sim-row-', ''))
    expect(place).toBeGreaterThan(5)
    await page.keyboard.press('End')
    const last = await rowCount(page)
    await expect.poll(() => cursor(page)).toBe(`sim-row-${last - 1}`)
    await expect(row(page, last)).toBeInViewport()
    await expect(row(page, last)).toBeVisible()
    await page.keyboard.press('Home')
    await expect(row(page, 1)).toBeInViewport()
  })
})

test.describe('a million rows', () => {
  test('the last is reached by keyboard and by dragging, and the wheel skips none', async ({ page }) => {
    await answerFleet(page, 1_000_000)
    await openList(page)
    await expect.poll(() => rowCount(page)).toBe(1_000_000)
    await grid(page).focus()
    await page.keyboard.press('End')
    await expect(row(page, 1_000_000)).toContainText('Camión 1000000')
    await expect(row(page, 1_000_000)).toBeInViewport()
    await grid(page).evaluate((element) => {
      element.scrollTop = (element.scrollHeight - element.clientHeight) / 2
    })
    await expect(page.getByText(/^filas (499|500)\.\d{3}–/)).toBeVisible()
    const first = async () =>
      Number((await page.getByText(/^filas/).innerText()).replace(/\D/g, ' ').trim().split(' ').slice(0, 2).join(''))
    const before = await first()
    await grid(page).hover()
    await page.mouse.wheel(0, 360)
    await expect.poll(first).toBe(before + 10)
    await expect(row(page, before + 12)).toContainText(`Camión ${before + 12}`)
  })

  test('only the visible rows and a few more are rendered', async ({ page }) => {
    await answerFleet(page, 1_000_000)
    await openList(page)
    await expect.poll(() => grid(page).getByRole('row').count()).toBeLessThan(60)
  })
})

test.describe('export', () => {
  // a company whose SIMs no other test changes
  const UNCHANGED = '?company=6'
  test.beforeEach(({ page }) => logInAs(page, ADMIN))

  async function downloaded(page: Page, choose: () => Promise<void>): Promise<{ name: string; bytes: Buffer }> {
    const download = page.waitForEvent('download')
    await choose()
    const file = await download
    return { name: file.suggestedFilename(), bytes: await readFile(await file.path()) }
  }
  const choice = (page: Page, name: RegExp) => async () => {
    await page.getByRole('button', { name: 'Exportar', exact: true }).click()
    await page.getByRole('dialog', { name: 'Exportar' }).getByRole('button', { name }).click()
  }

  test('the shown columns and every matching row, as CSV', async ({ page }) => {
    await openList(page, `${UNCHANGED}&status=11`)
    const { name, bytes } = await downloaded(page, choice(page, /CSV/))
    expect(name).toMatch(/\.csv$/)
    const lines = bytes
      .toString('utf8')
      .replace(/^\ufeff/, '')
      .trim()
      .split(/\r?\n/)
    const head = (await grid(page).getByRole('columnheader').allInnerTexts()).filter((text) => text.trim() !== '')
    // the file names the unit that the page shows beside each figure
    expect(lines[0]?.split(';')).toEqual(head.map((name) => (name === 'Datos del ciclo' ? 'Datos del ciclo (MB)' : name)))
    expect(lines).toHaveLength((await rowCount(page)) + 1)
    expect(lines[1]).toContain('Hibernada')
  })

  test('the shown columns, as XLSX', async ({ page }) => {
    await openList(page, `${UNCHANGED}&status=11`)
    const { name, bytes } = await downloaded(page, choice(page, /Excel/))
    expect(name).toMatch(/\.xlsx$/)
    expect(bytes.subarray(0, 2).toString()).toBe('PK')
  })

  test('every column and every row, as tab-separated text', async ({ page }) => {
    await openList(page, UNCHANGED)
    const { bytes } = await downloaded(page, choice(page, /TSV/))
    const lines = bytes.toString('utf8').trimEnd().split('\n')
    expect(lines[0]?.split('\t')).toEqual([...simList.names])
    expect(lines).toHaveLength((await rowCount(page)) + 1)
  })

  test('only the selected rows, or all but some', async ({ page }) => {
    await openList(page, `${UNCHANGED}&status=11`)
    await box(page, 1).click()
    await box(page, 3).click()
    const exportOf = (count: string) => () =>
      bar(page)
        .getByRole('button', { name: `Exportar ${count} SIMs` })
        .click()
    const two = (await downloaded(page, exportOf('2'))).bytes.toString('utf8')
    expect(two.trim().split(/\r?\n/)).toHaveLength(3)
    expect(two).toContain(await iccOf(page, 3))
    const total = await rowCount(page)
    await bar(page)
      .getByRole('button', { name: /^Seleccionar las/ })
      .click()
    await box(page, 3).click()
    const rest = (await downloaded(page, exportOf((total - 1).toLocaleString('de-DE')))).bytes.toString('utf8')
    expect(rest.trim().split(/\r?\n/)).toHaveLength(total)
    expect(rest).not.toContain(await iccOf(page, 3))
    expect(rest).toContain(SIM_COLUMN_WORDS.es.icc)
    await expect(header(page, 'ICC')).toBeVisible()
  })
})
