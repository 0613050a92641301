import { readFile } from 'node:fs/promises'
import { expect, type Locator, type Page } from '@playwright/test'
import { countNotices, getAlarmPlans, getAlarms, getNotices, tryAlarm } from '#contract/alarms/alarms.calls.ts'
import type { CallData } from '#contract/call.ts'
import { getSession } from '#contract/identity/identity.calls.ts'
import { decodeList, decodeTsv, encodeTsv } from '#contract/list-codec.ts'
import { expectAccessible, expectAccessibleInBothThemes, SIZES, setPreferences } from './support/accessibility.ts'
import { answerWith } from './support/answers.ts'
import { findCompany, foundCompanies } from './support/find-company.ts'
import { chooseFilter, findFilter, openFilter } from './support/list-filters.ts'
import { listRows } from './support/list-rows.ts'
import { ADMIN, ANA, logInAs } from './support/people.ts'
import { search, toastRegion } from './support/shell.ts'
import { filters } from './support/sims-page.ts'
import { test } from './support/test.ts'

const headers = { 'x-api-key': 'enlace-web' }
/** Of the demo: in Mexico, which no other test uses. */
const COMPANY = { id: 14, name: 'Bajío Norte S.A. de C.V.' }
const MAIL = 'guardia@bajio.test'
/** Of the demo: the company whose devices exceed their limit while the demo runs. */
const PUERTOS = { id: 13, mail: 'flota@pacifico.test' }

const BOTH_KINDS = [
  { value: 'warning', count: 2 },
  { value: 'limit', count: 97 },
]

const dialog = (page: Page): Locator => page.getByRole('dialog')
const alarms = (page: Page): Locator => listRows(page, 'Alarmas')
const notices = (page: Page): Locator => listRows(page, 'Notificaciones')
/** There is no mail server: a notice waits to be mailed, or the page says over all of them that they do not leave. */
const unsent = (page: Page): Locator =>
  notices(page).getByText('En espera').or(page.getByText('Los correos de las alarmas no están saliendo')).first()

/** The rows of a list as they are, but for some values. */
const changeRows = (page: Page, { path }: { path: string }, values: Readonly<Record<string, string>>): Promise<unknown> =>
  page.route(`**/api${path}*`, async (route) => {
    const [names = [], ...rows] = decodeTsv(await (await route.fetch()).text())
    const heads = names.map(String)
    const body = encodeTsv(
      heads,
      rows.map((row) => row.map((value, at) => values[heads[at] ?? ''] ?? value)),
    )
    await route.fulfill({ contentType: 'text/tab-separated-values', body })
  })

async function previewAlarm(page: Page, limit: number): Promise<CallData<typeof tryAlarm>> {
  const data = { company: COMPANY.id, plan: '', limit }
  const response = await page.request.post(`/api${tryAlarm.path}`, { headers, data })
  expect(response.status(), await response.text()).toBe(200)
  return (await response.json()).data
}

/** The highest limit that a SIM of the company exceeds now: it fires for the fewest SIMs. */
async function highestExceededLimit(page: Page): Promise<number> {
  let [reached, above] = [1, 1_048_576]
  while (above - reached > 1) {
    const middle = Math.floor((reached + above) / 2)
    if ((await previewAlarm(page, middle)).now.overSims > 0) reached = middle
    else above = middle
  }
  return reached
}

/** @param first the field where the focus begins: the company, unless it is known */
async function openForm(page: Page, first = 'Límite por SIM y ciclo'): Promise<Locator> {
  await page.getByRole('button', { name: 'Nueva alarma' }).click()
  const form = page.getByRole('dialog', { name: 'Nueva alarma' })
  await expect(form.getByLabel(first, { exact: true })).toBeFocused()
  return form
}

test('alarms and notified SIMs are in the menu with the permit, and only with it [S2.07, S2.08]', async ({ page }) => {
  await logInAs(page, ANA)
  await page.goto('/')
  await page.getByRole('button', { name: 'Alarmas' }).click()
  await page.getByRole('menuitem', { name: 'Configurar alarmas' }).click()
  await expect(page).toHaveURL('/alarm')
  await expect(page).toHaveTitle(/^Alarmas/)
  await page.getByRole('button', { name: 'Alarmas' }).click()
  await page.getByRole('menuitem', { name: 'SIMs notificadas' }).click()
  await expect(page).toHaveURL('/alarm-notified')

  const { data } = await (await page.request.get('/api/users/session/', { headers })).json()
  await answerWith(page, getSession, { ...data, menu: ['sims'] })
  for (const path of ['/alarm', '/alarm-notified']) {
    await page.goto(path)
    await expect(page).toHaveURL('/')
  }
  await expect(page.getByRole('button', { name: 'Alarmas' })).toHaveCount(0)
})

test('the page of a SIM leads to the form of an alarm for its company', async ({ page }) => {
  await logInAs(page, ANA)
  await page.goto('/sims')
  const icc = (await page.locator('[data-icc]').first().innerText()).replaceAll(/\s/g, '')
  await page.goto(`/sims/${icc}`)
  await page.getByRole('region', { name: 'Alarmas que la vigilan' }).getByRole('link', { name: 'Nueva alarma' }).click()
  await expect(page).toHaveURL(/\/alarm\?company=\d+$/)
  await expect(page.getByRole('dialog', { name: 'Nueva alarma' })).toBeVisible()
})

test('an alarm is validated at its fields, previewed while it is typed, saved, turned off, edited and deleted [S1.08, S8.18]', async ({
  page,
}) => {
  await logInAs(page, ADMIN)
  await page.goto(`/alarm?company=${COMPANY.id}`)
  const form = await openForm(page)
  await expect(form.getByRole('combobox', { name: 'Empresa' })).toHaveValue(COMPANY.name)
  await form.getByRole('button', { name: `Quitar ${ADMIN}` }).click()
  await form.getByRole('button', { name: 'Crear alarma' }).click()
  await expect(form.getByText('Este campo es requerido')).toHaveCount(2)
  await expect(form.getByLabel('Límite por SIM y ciclo')).toBeFocused()
  await form.getByLabel('Límite por SIM y ciclo').fill('1,5')
  await expect(form.getByText('El límite debe ser un número entero de 1 a 1.048.576 MB')).toBeVisible()
  await form.getByLabel('E-mails').fill('guardia@')
  await page.keyboard.press('Enter')
  await expect(form.getByText('El E-mail no es valido')).toBeVisible()
  await form.getByLabel('E-mails').fill(MAIL)
  await page.keyboard.press('Enter')
  await expect(form.getByRole('listitem')).toHaveText([MAIL])

  const atLowLimit = await previewAlarm(page, 1)
  await form.getByLabel('Límite por SIM y ciclo').fill('1')
  const tried = form.getByRole('region', { name: 'Con este límite' })
  await expect(tried.getByRole('status')).toContainText(`Se habría disparado por ${atLowLimit.sims}`)
  await form.getByLabel('Límite por SIM y ciclo').fill('900 GB')
  await expect(form.getByText('921.600 MB (900 GB)')).toBeVisible()
  await expect(tried).toContainText('Ninguna está en el límite en este ciclo.')
  await expectAccessible(page)
  await form.getByRole('button', { name: 'Crear alarma' }).click()
  await expect(page.getByText('Alarma creada')).toBeVisible()
  await expect(dialog(page)).toHaveCount(0)

  const row = alarms(page).filter({ hasText: '921.600 MB' })
  for (const text of ['Todos los planes', COMPANY.name, MAIL, 'Solo notifica', 'Ninguna']) await expect(row).toContainText(text)
  const toggle = row.getByRole('switch', { name: 'Alarma Todos los planes, 921.600 MB (900 GB)' })
  await toggle.click()
  await expect(toastRegion(page).getByText('Alarma guardada')).toBeVisible()
  await expect(toastRegion(page).getByText('Alarma guardada')).toHaveCount(0)
  await expect(toggle).not.toBeChecked()
  await row.getByRole('button', { name: /^Editar/ }).click()
  await page.getByLabel('Límite por SIM y ciclo').fill('901 GB')
  await page.getByRole('button', { name: 'Guardar' }).click()
  await expect(page.getByText('Alarma guardada')).toBeVisible()
  await page.getByRole('button', { name: 'Acciones de la alarma Todos los planes, 922.624 MB (901 GB)' }).click()
  await page.getByRole('button', { name: 'Eliminar la alarma' }).click()
  await expect(dialog(page).getByText('No tiene datos cortados')).toBeVisible()
  await expect(dialog(page)).toContainText('Puede deshacerlo enseguida')
  await dialog(page).getByRole('button', { name: 'Eliminar la alarma' }).click()
  await expect(page.getByText('Alarma eliminada')).toBeVisible()
  await expect(alarms(page).filter({ hasText: '922.624 MB' })).toHaveCount(0)
})

test('an alarm that most of its SIMs have reached says so in words, however often it fired of late', async ({ page }) => {
  await logInAs(page, ADMIN)
  const days = `${'0,'.repeat(11)}1,0,2`
  await changeRows(page, getAlarms, { firedSims: '2', warnedSims: '0', watchedSims: '2', firedByDay: days })
  await page.goto('/alarm')
  const fired = alarms(page).getByRole('link', {
    name: /^2 de 2 en el límite, .*3 en 14 días\. Ver las SIMs notificadas/,
  })
  await expect(fired.first()).toBeVisible()
  await alarms(page)
    .getByRole('button', { name: /^Subir el límite de la alarma/ })
    .first()
    .click()
  await expect(dialog(page).getByLabel('Límite por SIM y ciclo')).toBeFocused()
})

test('an alarm with a name is called by it in the list, its dialogs and the search; without one again by its rule', async ({
  page,
}) => {
  await logInAs(page, ADMIN)
  await page.goto(`/alarm?company=${COMPANY.id}`)
  const form = await openForm(page)
  await form.getByLabel('Nombre (opcional)').fill('  Heladeras del Bajío ')
  await form.getByLabel('Límite por SIM y ciclo').fill('903 GB')
  await form.getByLabel('E-mails').fill(MAIL)
  await form.getByRole('button', { name: 'Crear alarma' }).click()
  await expect(page.getByText('Alarma creada')).toBeVisible()
  await expect(dialog(page)).toHaveCount(0)

  await page.getByRole('searchbox', { name: 'Buscar', exact: true }).fill('BAJIO')
  await expect(page).toHaveURL(`/alarm?company=${COMPANY.id}&search=BAJIO`)
  await page.getByRole('searchbox', { name: 'Buscar', exact: true }).fill('heladeras')
  await expect(page).toHaveURL(`/alarm?company=${COMPANY.id}&search=heladeras`)
  await expect(alarms(page)).toHaveCount(1)
  await expect(alarms(page).getByRole('rowheader')).toHaveText(`Heladeras del BajíoTodos los planes${COMPANY.name}`)
  await expect(page.getByRole('switch', { name: 'Alarma Heladeras del Bajío' })).toBeChecked()
  await expectAccessible(page)

  await page.getByRole('button', { name: 'Editar la alarma Heladeras del Bajío' }).click()
  const edit = page.getByRole('dialog', { name: 'Editar la alarma Heladeras del Bajío' })
  await expect(edit.getByLabel('Nombre (opcional)')).toHaveValue('Heladeras del Bajío')
  await edit.getByLabel('Nombre (opcional)').fill('')
  await edit.getByRole('button', { name: 'Guardar' }).click()
  await expect(page.getByText('Alarma guardada')).toBeVisible()
  await expect(page.getByText('Ningún resultado coincide con los filtros')).toBeVisible()
  await page.goto(`/alarm?company=${COMPANY.id}`)
  await page.getByRole('button', { name: 'Acciones de la alarma Todos los planes, 924.672 MB (903 GB)' }).click()
  await page.getByRole('button', { name: 'Editar', exact: true }).click()
  await expect(dialog(page).getByLabel('Límite por SIM y ciclo')).toBeFocused()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Acciones de la alarma Todos los planes, 924.672 MB (903 GB)' }).click()
  await page.getByRole('button', { name: 'Eliminar la alarma' }).click()
  await dialog(page).getByRole('button', { name: 'Eliminar la alarma' }).click()
  await expect(page.getByText('Alarma eliminada')).toBeVisible()
})

test('notices, their filter, the timeline of a SIM and the palette call an alarm by its name', async ({ page }) => {
  await logInAs(page, ANA)
  await page.goto('/alarm-notified?kind=limit')
  const notice = notices(page)
    .filter({ hasText: /Flota RM.* · / })
    .first()
  await expect(notice).toBeVisible()
  await chooseFilter(page, 'Alarma', /^Flota RM/)
  await expect(page).toHaveURL(/alarm=\d+/)
  await expect(page.getByRole('button', { name: 'Alarma Flota RM', exact: true })).toBeVisible()
  const named = notice.getByRole('link', { name: 'Flota RM', exact: true })
  await named.click()
  await expect(page.getByRole('dialog', { name: 'Editar la alarma Flota RM' })).toBeVisible()
  await page.goBack()
  await notice.getByRole('link').first().click()
  await expect(page.getByText('Alarma Flota RM', { exact: true }).first()).toBeVisible()

  await search(page).fill('flota rm')
  const found = page.getByRole('option', { name: /^Flota RM/ })
  await expect(found).toContainText(/MB · /)
  await found.click()
  await expect(page.getByRole('dialog', { name: 'Editar la alarma Flota RM' })).toBeVisible()
})

test('SIMs over the limit of one alarm get another plan by one operation', async ({ page }) => {
  await logInAs(page, ANA)
  await page.goto('/alarm-notified?kind=limit')
  await chooseFilter(page, 'Alarma', /^Cámaras/)
  const change = page.getByRole('button', { name: /^Cambiar plan de \d+ SIMs$/ })
  const count = /\d+/.exec((await change.textContent()) ?? '')?.[0]
  await change.click()
  await expect(dialog(page).getByRole('heading', { name: new RegExp(`de ${count} SIMs`) })).toBeVisible()
})

test('the data of the plan is taken as the limit by a button, and an alarm that is off says what that means', async ({
  page,
}) => {
  await logInAs(page, ADMIN)
  await page.goto(`/alarm?company=${COMPANY.id}`)
  const form = await openForm(page)
  await expect(form.getByRole('button', { name: /^Usar / })).toHaveCount(0)
  const plan = form.getByLabel('Plan', { exact: true })
  const option = plan.getByRole('option', { name: /, \d+\sMB \(/ }).first()
  const [mb = ''] = /\d+(?=\sMB)/.exec(((await option.textContent()) ?? '').split(', ').at(-1) ?? '') ?? []
  await plan.selectOption(await option.getAttribute('value'))
  await form.getByRole('button', { name: /^Usar / }).click()
  await expect(form.getByLabel('Límite por SIM y ciclo')).toHaveValue(mb)
  const hint = form.getByText('Inactiva: se guarda')
  await expect(hint).toBeHidden()
  await form.getByRole('switch', { name: 'Activa' }).click()
  await expect(hint).toBeVisible()
})

test('an alarm shows its plan with the plan type, and its company [S3.27]', async ({ page }) => {
  await logInAs(page, ADMIN)
  const listed = await page.request.get(`/api/alarm/plans/${COMPANY.id}`, { headers })
  const [plan] = decodeList(getAlarmPlans.list, decodeTsv(await listed.text())).filter(
    ({ planTypeName }) => planTypeName !== '',
  )
  const data = { company: COMPANY.id, plan: plan?.plan, limit: 777_777, email: MAIL, active: '0', action: '0' }
  const created = await page.request.post('/api/alarm', { headers, data })
  const { alarmId } = (await created.json()).data
  await page.goto('/alarm')
  const row = alarms(page)
    .filter({ hasText: `${plan?.planName}${plan?.planTypeName}` })
    .filter({ hasText: COMPANY.name })
  await expect(row.first().getByText(plan?.planTypeName ?? '?', { exact: true })).toBeVisible()
  await page.request.delete(`/api/alarm/${alarmId}`, { headers })
})

test('a device that exceeds its limit is reported by mail and its data is cut; the SIM page restores its data [S4.02]', async ({
  page,
}) => {
  await logInAs(page, ADMIN)
  // the first of the demo's devices to exceed its limit, soon after the start
  await page.goto(`/alarm-notified?kind=limit&company=${PUERTOS.id}`)
  const notice = notices(page)
    .filter({ hasText: /Datos cortados.*Restablecer/ })
    .last()
  await expect(notice).toBeVisible({ timeout: 90_000 })
  // usage that came in small pieces sent the warning first; the limit follows in the next mail
  await expect(unsent(page)).toBeVisible()
  await page.goto('/outbox')
  const mails = page.getByRole('table').locator('tbody tr').filter({ hasText: PUERTOS.mail })
  // the demo has mails about other things to the same address
  const mail = mails.filter({ hasText: /su límite de datos/ }).last()
  await mail.getByRole('button', { name: /su límite de datos/ }).click()
  await expect(
    dialog(page)
      .frameLocator('iframe')
      .getByText(/^Una SIM (alcanzó el|se acerca al) límite de la alarma Ascensores\.$/),
  ).toBeVisible()

  await page.goBack()
  await notice.getByRole('link').first().click()
  await expect(page.getByText('Desactivada por alarma').first()).toBeVisible()
  await page.getByRole('toolbar', { name: 'Acciones de la SIM' }).getByRole('button', { name: 'Restablecer datos' }).click()
  await expect(dialog(page)).toContainText('no vuelve a notificar ni a cortar los datos de esta SIM en este ciclo')
  await dialog(page).getByRole('button', { name: 'Restablecer los datos' }).click()
  await dialog(page).getByRole('button', { name: 'Aceptar' }).click()
  await expect(page.locator('[data-sim-statuses]').getByText('Activa', { exact: true })).toBeVisible({ timeout: 45_000 })
})

test('SIMs over the limit of a new alarm are reported and cut at once, and a notice restores their data', async ({ page }) => {
  await logInAs(page, ADMIN)
  const limit = await highestExceededLimit(page)
  const { now } = await previewAlarm(page, limit)
  await page.goto('/alarm')
  const form = await openForm(page, 'Empresa')
  await findCompany(page, form.getByRole('combobox', { name: 'Empresa' }), COMPANY.name)
  await form.getByLabel('Límite por SIM y ciclo').fill(String(limit))
  await form.getByLabel('E-mails').fill(MAIL)
  await form.getByLabel('Cortar los datos al llegar al límite').check()
  await form.getByRole('button', { name: 'Crear alarma' }).click()
  const ask = page.getByRole('dialog', { name: 'Qué pasará al guardar' })
  await expect(ask).toContainText(/se les? cortan los datos ahora/)
  await ask.getByRole('button', { name: new RegExp(`^Guardar y cortar ${now.firesNow} SIMs?$`) }).click()
  await expect(page.getByText('Alarma creada')).toBeVisible()

  const row = alarms(page).filter({ hasText: COMPANY.name }).filter({ hasText: 'Corta los datos' })
  await row.getByRole('link', { name: new RegExp(`^${now.firesNow}( de [\\d.]+)? en el límite`) }).click()
  await expect(page).toHaveURL(/alarm=\d+/)
  // SIMs near the limit get a warning, too
  await page.goto(`${page.url()}&kind=limit`)
  await expect(notices(page)).toHaveCount(now.firesNow)
  const notice = notices(page).first()
  await expect(notice).toContainText('Datos cortados', { timeout: 30_000 })
  // a company that got a mail just now gets the rest after a quarter of an hour
  await expect(unsent(page)).toBeVisible()
  const alarmAddress = page.url()
  await notice.getByRole('link').first().click()
  await expect(page.getByText('Desactivada por alarma').first()).toBeVisible()

  await page.goto(alarmAddress)
  await notice.getByRole('button', { name: /^Restablecer los datos de/ }).click()
  await expect(dialog(page)).toContainText('en este ciclo')
  await dialog(page).getByRole('button', { name: 'Restablecer los datos' }).click()
  await expect(notice).toContainText('Datos restablecidos', { timeout: 30_000 })
  await expect(notice).toContainText('Silenciada este ciclo')
  await notice.getByRole('link').first().click()
  await expect(page.locator('[data-sim-statuses]').getByText('Activa', { exact: true })).toBeVisible()
})

test('notices are filtered by the address and exported as a file; an empty result offers to clear the filters', async ({
  page,
}) => {
  await logInAs(page, ADMIN)
  await answerWith(page, { ...countNotices, path: `${countNotices.path}*` }, { counts: BOTH_KINDS })
  await page.goto('/alarm-notified')
  await filters(page)
    .getByRole('button', { name: /^Límite/ })
    .click()
  await expect(page).toHaveURL('/alarm-notified?kind=limit')
  // the chip says it once
  await expect(page.getByRole('columnheader', { name: 'SIM', exact: true })).toBeVisible()
  await expect(page.getByRole('columnheader', { name: 'Tipo', exact: true })).toHaveCount(0)
  await findFilter(page, 'Empresa', COMPANY.name)
  await expect(page).toHaveURL(`/alarm-notified?company=${COMPANY.id}&kind=limit`)
  await page.goto(`/alarm-notified?company=${COMPANY.id}&kind=limit&to=2020-01-01`)
  await expect(page.getByText('Ningún resultado coincide con los filtros')).toBeVisible()
  await page.getByRole('button', { name: 'Exportar' }).click()
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'CSV, para leer' }).click()
  expect(await readFile(await (await download).path(), 'utf8')).toContain('Límite (MB)')
  await page.getByRole('button', { name: 'Quitar filtros' }).click()
  await expect(page).toHaveURL('/alarm-notified')
  const failure = { status: false, data: null, message: '', error: 'Algo falló', code: 'internal', requestId: 'req-7f3a91c2' }
  await page.route(/\/notificatedAlarms\?/, (route) => route.fulfill({ status: 400, json: failure }))
  await page.reload()
  await expect(page.getByText('No se pudo cargar la lista')).toBeVisible()
})

test('notices of which no mail left say so once, with the way to support; of one kind alone they have no filter by it', async ({
  page,
}) => {
  await logInAs(page, ANA)
  const answered = { ...countNotices, path: `${countNotices.path}*` }
  await answerWith(page, answered, { counts: [{ value: 'limit', count: 97 }] })
  const done = ['cut', 'failed', 'restored'].map((value, index) => ({ value, count: index + 1 }))
  const byAction = { status: true, data: { counts: done }, message: '', error: null }
  await page.route(/\/notificatedAlarms\/counts\?.*by=action/, (route) => route.fulfill({ json: byAction }))
  await changeRows(page, getNotices, { mail: 'kept' })
  await page.goto('/alarm-notified')
  await expect(page.getByText('Los correos de las alarmas no están saliendo')).toBeVisible()
  await expect(notices(page)).not.toHaveCount(0)
  const heads = page.getByRole('table', { name: 'Notificaciones' }).getByRole('columnheader')
  await expect(heads.filter({ hasText: /^(Correo|Tipo)$/ })).toHaveCount(0)
  await expect(heads.filter({ hasText: /^Acción$/ })).toHaveCount(1)
  await expect(page.getByRole('button', { name: /^Límites/ })).toHaveCount(0)
  // they differ by what was done
  const actions = filters(page).getByRole('button', { name: /^(Datos cortados|La red no cortó|Datos restablecidos)/ })
  await expect(actions).toHaveText(['Datos cortados 1', 'La red no cortó 2', 'Datos restablecidos 3'])
  await expectAccessibleInBothThemes(page)
  // none of any kind is left by it: the chip under the press stays
  const none = { status: true, data: { counts: [] }, message: '', error: null }
  await page.route(/\/notificatedAlarms\/counts\?.*action=/, (route) => route.fulfill({ json: none }))
  await actions.filter({ hasText: 'La red no cortó' }).click()
  await expect(page).toHaveURL('/alarm-notified?action=failed')
  await expect(page.getByText('Ningún resultado coincide con los filtros').or(notices(page).first())).toBeVisible()
  await expect(actions).toHaveCount(3)
  await page.goto('/alarm')
  await expect(page.getByText('Los correos de las alarmas no están saliendo')).toBeVisible()
  await expect(page.getByText('quedan en «SIMs notificadas»')).toBeVisible()
  await page.getByRole('button', { name: 'Nueva alarma' }).click()
  await expect(dialog(page).getByLabel('E-mails')).toHaveAccessibleDescription(/Ahora los correos no están saliendo/)
  await page.goto('/alarm-notified')
  await expect(page.getByText('quedan en esta lista')).toBeVisible()
  await page.getByRole('link', { name: 'Avisar a soporte' }).click()
  await expect(page.getByRole('dialog', { name: 'Chat de soporte' })).toBeVisible()

  await answerWith(page, answered, { counts: BOTH_KINDS })
  await page.goto('/alarm-notified')
  await expect(page.getByRole('button', { name: /^Límites/ })).toBeVisible()
})

test('a company is found by typing, by keyboard, shown by name when the address has only its id, and removed', async ({
  page,
}) => {
  await logInAs(page, ADMIN)
  await page.goto('/alarm')
  const chip = (name: string) => page.getByRole('button', { name: `Empresa ${name}`, exact: true })
  await openFilter(page, 'Empresa')
  await expect(page.getByRole('textbox', { name: 'Buscar en Empresa' })).toBeFocused()
  await page.keyboard.type('zeppelin')
  await expect(page.getByText('Ningún valor con «zeppelin»')).toBeVisible()
  await expect(page.getByRole('status').filter({ hasText: 'Sin resultados' })).toHaveCount(1)
  await page.getByRole('textbox', { name: 'Buscar en Empresa' }).fill(COMPANY.name)
  await expect(page.getByRole('group', { name: 'Empresa' }).getByRole('button')).toHaveText([new RegExp(COMPANY.name)])
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`/alarm?company=${COMPANY.id}`)
  await page.reload()
  await expect(chip(COMPANY.name)).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: `Quitar Empresa ${COMPANY.name}` }).click()
  await expect(page).toHaveURL('/alarm')
  await page.goto('/alarm?company=987654')
  await chip('Empresa 987654').click()
  await page.getByRole('button', { name: /^Todos/ }).click()
  await expect(page).toHaveURL('/alarm')
})

test('a company chosen with the arrow keys stays chosen while a search for the whole text runs', async ({ page }) => {
  await logInAs(page, ADMIN)
  await page.goto('/alarm')
  await page.getByRole('button', { name: 'Nueva alarma' }).click()
  const company = dialog(page).getByRole('combobox', { name: 'Empresa' })
  await company.focus()
  const [first, rest] = [COMPANY.name.slice(0, 8), COMPANY.name.slice(8)]
  await page.keyboard.type(first)
  await expect(foundCompanies(page)).toHaveText([new RegExp(COMPANY.name)])
  const answer = page.waitForResponse((response) => new URL(response.url()).searchParams.get('search') === COMPANY.name)
  await page.keyboard.type(rest)
  await page.keyboard.press('ArrowDown')
  await answer
  await page.keyboard.press('Enter')
  await expect(company).toHaveValue(COMPANY.name)
})

test('the link to an alarm that was deleted says that it is not there', async ({ page }) => {
  await logInAs(page, ADMIN)
  await page.goto('/alarm?alarm=987654')
  await expect(page.getByRole('status').filter({ hasText: 'La alarma n.º 987654 no existe en sus empresas' })).toBeVisible()
  await expect(dialog(page)).toHaveCount(0)
})

test('a company without alarms sees what they are for, with a button that adds the first', async ({ page }) => {
  await logInAs(page, ANA)
  const emptyList = { contentType: 'text/tab-separated-values', body: encodeTsv(getAlarms.list.names, []) }
  await page.route(/\/api\/alarm\/alarms/, (route) => route.fulfill(emptyList))
  await page.goto('/alarm')
  await expect(page.getByText('Todavía no hay alarmas')).toBeVisible()
  await page.getByRole('button', { name: 'Crear la primera alarma' }).click()
  await expect(page.getByRole('dialog', { name: 'Nueva alarma' })).toBeVisible()
})

for (const size of SIZES) {
  test(`alarms and notices are accessible: ${size.width} px`, async ({ page }) => {
    const isEnglish = size.width === 1280
    await setPreferences(page, { language: isEnglish ? 'en' : 'es' })
    await page.setViewportSize(size)
    await logInAs(page, ADMIN)
    await page.goto('/alarm')
    await expect(page.getByRole('switch').first()).toBeVisible()
    await expectAccessibleInBothThemes(page)
    await page
      .getByRole('button', { name: isEnglish ? /^Edit alarm/ : /^Editar la alarma/ })
      .first()
      .click()
    await expect(page.getByRole('region').filter({ has: page.locator('dl') })).toBeVisible()
    await expectAccessibleInBothThemes(page)
    await page.goto('/alarm-notified')
    await expect(page.getByRole('table').getByRole('link').first()).toBeVisible()
    await expectAccessibleInBothThemes(page)
  })
}
