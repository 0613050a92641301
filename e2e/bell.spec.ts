import { expect, type Page } from '@playwright/test'
import { type BellLine, getBell } from '#contract/bell/bell.calls.ts'
import { expectAccessible, expectAccessibleInBothThemes, setPreferences } from './support/accessibility.ts'
import { answerWith } from './support/answers.ts'
import { connect } from './support/database.ts'
import { ANA, createPerson, logInAs, logInWithNewSession } from './support/people.ts'
import { openAs, search } from './support/shell.ts'
import { test } from './support/test.ts'

const bell = (page: Page) => page.getByRole('button', { name: /^(Novedades|Updates)/ })
const list = (page: Page) => page.getByRole('dialog', { name: /^(Novedades|Updates)$/ })
const lines = (page: Page) => list(page).getByRole('listitem')

async function ask<Row extends object>(statement: string, values: readonly unknown[]): Promise<Row[]> {
  const client = await connect()
  try {
    return (await client.query<Row>(statement, [...values])).rows
  } finally {
    await client.end()
  }
}

/** An operation of a person on many SIMs ends. @returns its number */
async function endOperation(email: string): Promise<number> {
  const [row] = await ask<{ id: number }>(
    `INSERT INTO operations (company_id, user_id, actor, kind, state, source, created_at, started_at, finished_at, updated_at, total, succeeded, failed)
     SELECT company_id, user_id, email, 'hibernate', 'finished', 'list', now(), now(), now(), now(), 12, 9, 3 FROM users WHERE email = $1
     RETURNING operation_id AS id`,
    [email],
  )
  return row?.id ?? 0
}

test('the end of an own operation is counted, leads to the operation, and is read then; turned off it is not there', async ({
  page,
}) => {
  const email = 'campana@andes.test'
  await createPerson(email, 'Carla', 'Campos')
  // without alarms: the demo's devices go on reaching theirs
  await ask(`UPDATE users SET permits = '{sims}' WHERE email = $1`, [email])
  await logInWithNewSession(page, email)
  await page.goto('/')
  await expect(bell(page)).toHaveAccessibleName('Novedades')
  await endOperation(email)
  await expect(bell(page)).toHaveAccessibleName('Novedades: 1 sin leer')
  await bell(page).click()
  const readAll = list(page).getByRole('button', { name: 'Marcar todo como leído' })
  await readAll.click()
  await expect(bell(page)).toHaveAccessibleName('Novedades')
  await expect(readAll).toBeFocused()
  await expect(readAll).toHaveAttribute('aria-disabled', 'true')
  await page.keyboard.press('Escape')
  await expect(list(page)).toBeHidden()
  await expect(bell(page)).toBeFocused()

  const id = await endOperation(email)
  await expect(bell(page)).toHaveAccessibleName('Novedades: 1 sin leer')
  await expect(page.getByRole('status').filter({ hasText: 'Novedades: 1 sin leer' })).toBeAttached()
  await page.keyboard.press('Enter')
  const line = lines(page).first()
  await expect(line).toContainText('Hibernación de 12 SIMs: terminó, fallaron 3')
  await expect(line.getByRole('img', { name: 'Sin leer' })).toBeVisible()
  await expect(line.getByRole('link')).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(lines(page).nth(1).getByRole('link')).toBeFocused()
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`/operations/${id}`)
  await expect(list(page)).toBeHidden()
  await expect(bell(page)).toHaveAccessibleName('Novedades')

  await bell(page).click()
  await list(page).getByRole('button', { name: 'Qué se muestra' }).click()
  const own = list(page).getByRole('switch', { name: 'Operaciones propias terminadas' })
  await expect(own).toBeChecked()
  await own.click()
  await expect(own).not.toBeChecked()
  await expectAccessibleInBothThemes(page)
  await list(page).getByRole('button', { name: 'Qué se muestra' }).click()
  await expect(lines(page).first()).not.toContainText('Hibernación')
  await endOperation(email)
  await page.waitForTimeout(4500)
  await expect(bell(page)).toHaveAccessibleName('Novedades')
})

const common = { isUnread: true, companyName: '' }
const noDraft = { draftId: null, agent: '' }
const minutesAgo = (minutes: number): string => new Date(Date.now() - minutes * 60_000).toISOString()
const SAMPLE: BellLine[] = [
  {
    ...{ ...common, key: 'alarm:7:limit:2026112510', at: minutesAgo(3), kind: 'alarms', what: 'limit', alarmId: 7 },
    ...{ alarmName: '', plan: 'IOT250', planName: 'IoT 250 MB', limitMb: 200, sims: 100_000, sim: '', ...noDraft },
  },
  {
    ...{ ...common, key: 'alarm:8:warning:2026112510', at: minutesAgo(5), kind: 'alarms', what: 'warning', alarmId: 8 },
    ...{ alarmName: 'Flota RM', plan: '', planName: '', limitMb: 1024, sims: 1, sim: 'Camión 21', isUnread: false, ...noDraft },
  },
  {
    ...{ ...common, key: 'overdue:20261124', at: minutesAgo(60), kind: 'invoices', what: 'overdue', count: 1 },
    ...{ documentId: 4, documentNumber: 'F-00000118', companyName: 'Andes Norte' },
  },
  {
    ...{ ...common, key: 'incident:3', at: minutesAgo(90), kind: 'incidents', what: 'closed', networkName: 'Movistar Chile' },
    ...{ wasDown: true, minutes: 45 },
  },
  { ...common, key: 'request:9', at: minutesAgo(2000), kind: 'requests', what: 'shipped', requestId: 9, by: 'Elena Rivas' },
  {
    ...{ ...common, key: 'conversation:5', at: minutesAgo(20_000), kind: 'conversations', what: 'answer', conversationId: 5 },
    ...{ person: '', text: 'La cámara ya responde; puede probarla.' },
  },
]

async function openSample(page: Page, shown: readonly BellLine[]): Promise<void> {
  await answerWith(page, { ...getBell, path: `${getBell.path}*` }, { lines: [...shown], nextCursor: null, kinds: [] })
  await openAs(page, ['sims', 'alarmas', 'requests'])
  await bell(page).click()
}

test('lines stand by their day, many alike as one, each with its names and where it leads', async ({ page }) => {
  await openSample(page, SAMPLE)
  await expect(lines(page).getByRole('link')).toHaveText([
    /^100\.000 SIMs alcanzaron el límite: IoT 250 MB, 200\sMBhace 3 min$/,
    /^Camión 21 se acerca al límite: Flota RMhace 5 min$/,
    /^Factura F-00000118 vencidahace 1 h · Andes Norte$/,
    /^Movistar Chile: otra vez operativahace 1 h · duró 45 min$/,
    /^Solicitud 9: despachadahace 1 d · Elena Rivas$/,
    /^Soporte: La cámara ya responde; puede probarla\.hace 13 d$/,
  ])
  const addresses = await lines(page)
    .getByRole('link')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href')))
  expect(addresses).toEqual([
    '/alarm-notified?alarm=7&kind=limit',
    '/alarm-notified?alarm=8&kind=warning',
    '/report-charges?document=4',
    '/networks',
    '/requests/9',
    '/#support',
  ])
  await expectAccessibleInBothThemes(page)
})

test('on a phone the list is as wide as the screen, and in English', async ({ page }) => {
  await setPreferences(page, { language: 'en' })
  await page.setViewportSize({ width: 390, height: 844 })
  await openSample(page, SAMPLE)
  await expect(lines(page).first()).toContainText('100,000 SIMs reached the limit: IoT 250 MB, 200 MB')
  const box = await list(page).boundingBox()
  expect(box?.width).toBeGreaterThan(370)
  await expectAccessible(page)
})

/** Neither that of the button nor that of the list's lines. */
const BELL_CODE = /\/assets\/bell-[\w-]{8}\.js$/

test('a press that begins before the code of the list has come opens it', async ({ page }) => {
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await page.route(BELL_CODE, async (route) => {
    await released
    await route.continue()
  })
  await answerWith(page, { ...getBell, path: `${getBell.path}*` }, { lines: [...SAMPLE], nextCursor: null, kinds: [] })
  const asked = page.waitForRequest(BELL_CODE)
  await openAs(page, ['sims'])
  await asked
  await bell(page).hover()
  await page.mouse.down()
  const loaded = page.waitForResponse(BELL_CODE)
  release()
  await (await loaded).finished()
  // a second of frames, in which the code would have taken the button's place
  for (let frame = 0; frame < 60; frame++) await page.evaluate(() => new Promise(requestAnimationFrame))
  await page.mouse.up()
  await expect(lines(page).first()).toBeVisible()
})

test('without anything the list says what would be there', async ({ page }) => {
  await openSample(page, [])
  await expect(list(page)).toContainText('Todavía no hay novedades')
  await expect(list(page).getByRole('button', { name: 'Marcar todo como leído' })).toBeHidden()
  await expectAccessible(page)
})

test('the header’s search opens the list by any of its names', async ({ page }) => {
  await logInAs(page, ANA)
  await page.goto('/')
  await expect(search(page)).toBeVisible()
  await page.keyboard.press('/')
  await search(page).fill('notificaciones')
  await page.getByRole('option', { name: 'Novedades' }).first().click()
  await expect(lines(page).first()).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(bell(page)).toBeFocused()
})
