import { readFile } from 'node:fs/promises'
import { expect, type Locator, type Page } from '@playwright/test'
import { expectAccessibleInBothThemes, SIZES, setPreferences } from './support/accessibility.ts'
import { connect } from './support/database.ts'
import { ADMIN, ANA, logInAs } from './support/people.ts'
import { test } from './support/test.ts'

const ROWS: readonly (readonly [
  kind: string,
  measure: string,
  sims: number,
  observed: number,
  expected: number,
  own: number,
  hours: number,
])[] = [
  ['data', 'data', 1, 125_829_120, 3_145_728, 20_971_520, 1],
  ['sessions', 'sessions', 1, 212, 2, 0, 3],
  ['silence', 'data', 212, 212, 14, 0, 2],
  ['storm', 'data', 2_890, 12_582_912, 409_600, 0, 1],
]

/** Four things of Ana's company that were out of the ordinary, each an hour after the one before. @returns the SIM of the first */
async function insertAnomalies(): Promise<string> {
  const database = await connect()
  try {
    await database.query('DELETE FROM anomalies')
    const { rows: sims } = await database.query<{ company_id: number; iccid: string }>(
      `SELECT s.company_id, s.iccid FROM sims s JOIN users u ON u.company_id = s.company_id
       WHERE u.email = $1 AND s.administrative_status = 2 ORDER BY s.iccid LIMIT 3`,
      [ANA],
    )
    const iccids = sims.map(({ iccid }) => iccid)
    for (const [place, [kind, measure, count, observed, expected, own, hours]] of ROWS.entries()) {
      const isOne = kind === 'data' || kind === 'sessions'
      const last = `date_trunc('hour', now()) - interval '${place + 1} hours'`
      await database.query(
        `INSERT INTO anomalies (company_id, kind, measure, device, iccid, began_at, last_at, hours, peers, sims, observed, expected, own, iccids)
         VALUES ($1, $2, $3, 'Teltonika FMB920', $4, ${last} - ($5::int - 1) * interval '1 hour', ${last}, $5, 3112, $6, $7, $8, $9, $10)`,
        [
          ...[sims[0]?.company_id, kind, measure, isOne ? iccids[place] : '', hours, count, observed, expected, own],
          isOne ? [] : iccids,
        ],
      )
    }
    return iccids[0] ?? ''
  } finally {
    await database.end()
  }
}

/** The demo's own are searched for after each hour, and after the start: not while these tests count. */
async function holdSearch(): Promise<void> {
  const database = await connect()
  try {
    const hold = `UPDATE anomaly_hours SET due_at = now() + interval '1 day' WHERE coalesce(claimed_until <= now(), true)`
    const due = `SELECT FROM anomaly_hours WHERE due_at < now() + interval '12 hours'`
    // a process that is at an hour says the next one at its end
    await expect
      .poll(async () => {
        await database.query(hold)
        return (await database.query(due)).rowCount
      })
      .toBe(0)
  } finally {
    await database.end()
  }
}

async function deleteAnomalies(): Promise<void> {
  const database = await connect()
  await database.query('DELETE FROM anomalies').finally(() => database.end())
}

const rows = (page: Page, name = 'Fuera de lo común'): Locator => page.getByRole('table', { name }).locator('tbody tr')

test.beforeAll(holdSearch)
test.afterAll(deleteAnomalies)

test('without any, the screen explains what will appear', async ({ page }) => {
  await deleteAnomalies()
  await logInAs(page, ANA)
  await page.goto('/')
  await page.getByRole('button', { name: 'Alarmas' }).click()
  await page.getByRole('menuitem', { name: 'Fuera de lo común' }).click()
  await expect(page).toHaveURL('/anomalies')
  await expect(page).toHaveTitle(/^Fuera de lo común/)
  await expect(page.getByText('Todavía no hay nada fuera de lo común')).toBeVisible()
  await expect(page.getByText(/Hacen falta 20 SIMs del mismo dispositivo/)).toBeVisible()
  await expectAccessibleInBothThemes(page)
})

test('each has its reason with figures, newest first; the dashboard counts those of a day', async ({ page }) => {
  const icc = await insertAnomalies()
  await logInAs(page, ANA)
  await page.goto('/')
  const need = page.getByRole('link', { name: /^4 hallazgos fuera de lo común/ })
  const all = page.getByRole('region', { name: /^Requiere atención/ }).getByRole('button', { name: /^Ver los \d+$/ })
  await expect(need.or(all).first()).toBeVisible()
  if (await all.isVisible()) await all.click()
  await need.click()
  await expect(page).toHaveURL('/anomalies')
  await expect(rows(page)).toHaveCount(4)
  await expect(rows(page).nth(0)).toContainText('Usó 120 MB: 40 veces lo habitual entre 3.112 Teltonika FMB920 a esta hora')
  await expect(rows(page).nth(0)).toContainText('Su máximo anterior en una hora: 20 MB')
  await expect(rows(page).nth(0)).toContainText(icc.slice(-4))
  await expect(rows(page).nth(0).getByText('×40', { exact: true })).toBeVisible()
  const scale = (place: number, name: string) => rows(page).nth(place).getByRole('img', { name, exact: true })
  await expect(scale(0, '40 veces lo habitual; la SIM había llegado a 6,7')).toBeVisible()
  await expect(scale(1, '106 veces lo habitual')).toBeVisible()
  await expect(scale(2, '15 veces lo habitual')).toBeVisible()
  await expect(scale(3, '31 veces lo habitual')).toBeVisible()
  await expect(rows(page).nth(1)).toContainText('Inició 212 sesiones: 106 veces lo habitual entre 3.112 Teltonika FMB920')
  await expect(rows(page).nth(1)).toContainText('En las semanas anteriores no había iniciado ninguna')
  await expect(rows(page).nth(1)).toContainText('3 horas, desde')
  await expect(rows(page).nth(2)).toContainText(
    '212 de 3.112 Teltonika FMB920 que siempre se comunican a esta hora están en silencio',
  )
  await expect(rows(page).nth(2)).toContainText('Lo habitual son 14')
  await expect(rows(page).nth(2).getByText('×15', { exact: true })).toBeVisible()
  // whose it is stands below, in place of a column
  await expect(rows(page).nth(2).getByRole('rowheader')).toContainText('Transportes Andes Sur SpA')
  await expect(rows(page).nth(3).getByText('×31', { exact: true })).toBeVisible()
  await expect(rows(page).nth(3)).toContainText('2.890 de 3.112 Teltonika FMB920 usan mucho más que otras semanas')
  await expect(rows(page).nth(3)).toContainText('Unos 12 MB cada una; lo habitual son 0,4 MB')
})

test('the SIMs of a batch open in a dialog, by keyboard', async ({ page }) => {
  await insertAnomalies()
  await logInAs(page, ANA)
  await page.goto('/anomalies')
  const button = rows(page).nth(2).getByRole('button', { name: 'Ver 212 SIMs' })
  await button.focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'SIMs de Teltonika FMB920' })
  await expect(dialog.getByText('3 de las 212 SIMs de este hallazgo.')).toBeVisible()
  await expect(dialog.getByRole('link')).toHaveCount(3)
  await expectAccessibleInBothThemes(page)
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(button).toBeFocused()
})

test('filters are in the address, what is filtered is exported, and the help opens its article', async ({ page }) => {
  const icc = await insertAnomalies()
  await logInAs(page, ANA)
  await page.goto('/anomalies')
  await page.getByRole('button', { name: /^Lotes en silencio/ }).click()
  await expect(page).toHaveURL('/anomalies?kind=silence')
  await expect(rows(page)).toHaveCount(1)
  await page.goto('/anomalies?device=fmb9')
  await expect(rows(page)).toHaveCount(4)
  await page.goto(`/anomalies?icc=${icc}`)
  await expect(rows(page)).toHaveCount(1)
  await page.getByRole('button', { name: 'Exportar' }).click()
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'CSV, para leer' }).click()
  const file = await readFile(await (await download).path(), 'utf8')
  expect(file).toContain('SIMs comparadas')
  expect(file.trim().split('\n')).toHaveLength(2)
  await page.goto('/anomalies?device=nada')
  await page.getByRole('button', { name: 'Quitar filtros' }).click()
  await expect(rows(page)).toHaveCount(4)
  await page.goto('/help/anomalies')
  await expect(page.getByRole('heading', { level: 1, name: 'Fuera de lo común' })).toBeVisible()
})

for (const size of SIZES) {
  test(`it fits and is accessible in English: ${size.width} px`, async ({ page }) => {
    await insertAnomalies()
    await setPreferences(page, { language: 'en' })
    await page.setViewportSize(size)
    await logInAs(page, ADMIN)
    await page.goto('/anomalies')
    await expect(page.getByText('Used 120 MB: 40 × the usual among 3,112 Teltonika FMB920 at this hour')).toBeVisible()
    await expect(page.getByText('Usually 14 are')).toBeVisible()
    await expectAccessibleInBothThemes(page)
  })
}
