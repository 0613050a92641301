import { expect, type Locator, type Page } from '@playwright/test'
import { expectAccessible, expectAccessibleInBothThemes, setPreferences } from './support/accessibility.ts'
import { connect } from './support/database.ts'
import { ADMIN, ANA, FLOTA, logInAs } from './support/people.ts'
import { toastRegion } from './support/shell.ts'
import { test } from './support/test.ts'

/** Of the demo: 600 SIMs in Mexico that use little. */
const COMPANY = { id: 14, name: 'Bajío Norte S.A. de C.V.' }

const dialog = (page: Page): Locator => page.getByRole('dialog')
/** A rule of Ana's that asks whether to restart so many SIMs, while no other question of hers waits. @returns their ICCs */
async function askAbout(count: number): Promise<string[]> {
  const database = await connect()
  try {
    await database.query("UPDATE rule_firings SET operation = 'lapsed' WHERE operation = 'asked'")
    const { rows } = await database.query<{ iccid: string }>(
      `WITH asking AS (
         INSERT INTO rules (company_id, rule_id, name, definition, is_active, version, since, user_id, language, created_at, updated_at)
         SELECT company_id, nextval('rules_rule_id_seq'), 'Otro aparato',
           '{"trigger": {"kind": "device"}, "conditions": {"tags": [], "groups": [], "plans": [], "statuses": [], "hours": null, "weekdays": []},
             "actions": {"emails": [], "tag": "", "operation": "restart", "plan": "", "message": "", "asks": true},
             "limits": {"everyHours": 0, "quiet": null}}', true, 1, now(), user_id, 'es', now(), now()
         FROM users WHERE email = $1 RETURNING company_id, rule_id
       )
       INSERT INTO rule_firings (company_id, rule_id, rule_name, iccid, at, trigger, value, operation, tag, mailed_at)
       SELECT a.company_id, a.rule_id, 'Otro aparato', s.iccid, now(), 'device', '352099001761481', 'asked', 'none', now()
       FROM asking a, LATERAL (
         SELECT iccid FROM sims s WHERE s.company_id = a.company_id AND s.administrative_status = 2 ORDER BY iccid LIMIT $2
       ) s
       RETURNING iccid`,
      [ANA, count],
    )
    return rows.map(({ iccid }) => iccid)
  } finally {
    await database.end()
  }
}

/** A SIM of Ana's company that used forty times as much an hour ago. @returns its ICC */
async function insertAnomaly(): Promise<string> {
  const database = await connect()
  try {
    const { rows } = await database.query<{ iccid: string }>(
      `INSERT INTO anomalies (company_id, kind, measure, device, iccid, began_at, last_at, seen_at, hours, peers, sims, observed, expected, own, iccids)
       SELECT s.company_id, 'data', 'data', 'Teltonika FMB920', s.iccid, h.at, h.at, ARRAY[h.at], 1, 3112, 1, 125829120, 3145728, 20971520, '{}'
       FROM sims s JOIN users u ON u.company_id = s.company_id,
         (SELECT date_trunc('hour', now()) - interval '2 hours' AS at) h
       WHERE u.email = $1 AND s.administrative_status = 2 ORDER BY s.iccid DESC LIMIT 1
       ON CONFLICT (company_id, kind, device, iccid, began_at) DO UPDATE SET peers = excluded.peers RETURNING iccid`,
      [ANA],
    )
    return rows[0]?.iccid ?? ''
  } finally {
    await database.end()
  }
}

/** A rule of Ana's that fired twice three days ago and three times an hour ago. @returns its id */
async function insertFiredRule(name: string): Promise<number> {
  const database = await connect()
  try {
    const { rows } = await database.query<{ rule_id: string }>(
      `WITH fired AS (
         INSERT INTO rules (company_id, name, definition, is_active, version, since, user_id, language, created_at, updated_at)
         SELECT company_id, $2,
           '{"trigger": {"kind": "device"}, "conditions": {"tags": [], "groups": [], "plans": [], "statuses": [], "hours": null, "weekdays": []},
             "actions": {"emails": [], "tag": "", "operation": "", "plan": "", "message": "", "asks": false},
             "limits": {"everyHours": 0, "quiet": null}}', false, 1, now(), user_id, 'es', now(), now()
         FROM users WHERE email = $1 RETURNING company_id, rule_id
       )
       INSERT INTO rule_hours (company_id, rule_id, hour, at, rule_name, iccid, sims)
       SELECT company_id, rule_id, date_trunc('hour', now() - ago), now() - ago, $2, '', sims
       FROM fired, (VALUES (interval '3 days', 2), (interval '1 hour', 3)) AS h(ago, sims) RETURNING rule_id`,
      [ANA, name],
    )
    return Number(rows[0]?.rule_id)
  } finally {
    await database.end()
  }
}

const rule = (page: Page, name: string): Locator =>
  page.getByRole('table', { name: 'Reglas' }).locator('tbody tr').filter({ hasText: name })

test('rules are in the menu of alarms, with an explanation while there are none', async ({ page }) => {
  await logInAs(page, FLOTA)
  await page.goto('/')
  await page.getByRole('button', { name: 'Alarmas' }).click()
  await page.getByRole('menuitem', { name: 'Reglas' }).click()
  await expect(page).toHaveURL('/rules')
  await expect(page).toHaveTitle(/^Reglas/)
  await expect(page.getByText('Todavía no hay reglas')).toBeVisible()
  await expectAccessibleInBothThemes(page)
  await page.getByRole('link', { name: 'Historial' }).click()
  await expect(page.getByText('Todavía no se cumplió ninguna regla')).toBeVisible()
  const group = page.getByRole('button', { name: 'Alarmas' })
  await expect(group).toHaveAttribute('aria-current', 'true')
  await group.click()
  await expect(page.getByRole('menuitem', { name: 'Reglas' })).toHaveAttribute('aria-current', 'page')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('menu')).toHaveCount(0)
  await expectAccessible(page)
})

test('a rule is validated, tried, saved, paused, stopped with all others and deleted', async ({ page }) => {
  await logInAs(page, ADMIN)
  await page.goto(`/rules?company=${COMPANY.id}`)
  await page.getByRole('button', { name: 'Nueva regla' }).click()
  const form = dialog(page)
  await expect(form.getByRole('textbox', { name: 'Nombre' })).toBeFocused()
  await form.getByRole('button', { name: 'Probar la regla' }).click()
  await expect(form.getByText('Este campo es requerido')).toBeVisible()
  await form.getByRole('textbox', { name: 'Nombre' }).fill('Más de lo suyo')
  await form.getByRole('textbox', { name: 'Datos desde' }).fill('0')
  await expect(form.getByText('Escriba un número entero dentro de lo posible')).toBeVisible()
  // without conditions it says so in a line, and what it does is in view
  const conditions = form.getByRole('group', { name: 'Si', exact: true })
  const days = conditions.getByRole('combobox', { name: 'Días' })
  await expect(conditions.locator('summary')).toContainText('Cualquier SIM, todos los días, a toda hora')
  await expect(days).toBeHidden()
  await conditions.getByText('Cambiar', { exact: true }).click()
  await days.selectOption('De lunes a viernes')
  await expect(conditions.locator('summary')).toContainText('Lunes, martes, miércoles, jueves, viernes')
  await days.selectOption('Todos')
  await expect(days).toBeVisible()
  await form.getByRole('textbox', { name: 'Datos desde' }).fill('1')
  await expect(form.getByText('MB', { exact: true })).toBeVisible()
  await form.getByRole('combobox', { name: 'En', exact: true }).selectOption('El ciclo')
  const operation = form.getByRole('combobox', { name: 'Operación' })
  await operation.selectOption('Cambiar de plan')
  await form.getByRole('button', { name: 'Probar la regla' }).click()
  await expect(form.getByText('Este campo es requerido')).toBeVisible()
  await form.getByRole('combobox', { name: 'Nuevo plan, desde hoy' }).selectOption({ index: 1 })
  await operation.selectOption('Cortar los datos')
  await expect(form.getByText('hasta que una persona u otra regla los restablezca')).toBeVisible()
  await expectAccessibleInBothThemes(page)
  await operation.selectOption('Reiniciar')
  await expectAccessibleInBothThemes(page)
  await form.getByRole('button', { name: 'Probar la regla' }).click()
  const trial = page.getByRole('dialog', { name: 'Qué habría hecho esta regla' })
  await expect(trial.getByText(/^[\d.]+ SIMs? en los últimos tres ciclos y este$/)).toBeVisible({ timeout: 20_000 })
  await expect(trial.getByText('Haría: Reiniciar · Correo a 1 dirección')).toBeVisible()
  await expectAccessibleInBothThemes(page)
  await trial.getByRole('button', { name: 'Volver' }).click()
  await expect(dialog(page).getByRole('textbox', { name: 'Nombre' })).toHaveValue('Más de lo suyo')
  const happens = dialog(page).getByRole('combobox', { name: 'Qué pasa' })
  await happens.selectOption('SMS')
  await dialog(page).getByRole('textbox', { name: 'SMS desde' }).fill('0')
  await dialog(page).getByRole('button', { name: 'Probar la regla' }).click()
  await expect(dialog(page).getByText('Escriba un número entero dentro de lo posible')).toBeVisible()
  await happens.selectOption('Minutos de voz')
  await expect(dialog(page).getByRole('textbox', { name: 'Minutos desde' })).toHaveValue('30')
  await happens.selectOption('Voz fuera de lo habitual')
  await expect(dialog(page).getByRole('textbox', { name: 'Veces su día habitual' })).toBeVisible()
  await happens.selectOption('Otro dispositivo')
  await dialog(page).getByRole('button', { name: 'Probar la regla' }).click()
  await trial.getByRole('button', { name: 'Guardar la regla' }).click()
  await expect(toastRegion(page).getByText('Regla creada')).toBeVisible()

  const row = rule(page, 'Más de lo suyo')
  await expect(row).toContainText('Cambia de dispositivo')
  await expect(row).toContainText('Reiniciar · Correo a 1 dirección')
  await row.getByRole('switch', { name: 'Regla Más de lo suyo' }).click()
  await expect(row.getByRole('switch')).not.toBeChecked()
  await row.getByRole('switch').click()
  await expect(row.getByRole('switch')).toBeChecked()
  await page.getByRole('button', { name: 'Detener todas' }).click()
  await dialog(page).getByRole('button', { name: 'Detener todas' }).click()
  await expect(page.getByText('Las reglas de esta empresa están detenidas: no actúan.')).toBeVisible()
  await expectAccessibleInBothThemes(page)
  await page.getByRole('button', { name: 'Reanudar todas' }).click()
  await dialog(page).getByRole('button', { name: 'Reanudar todas' }).click()
  await expect(row).toContainText('Activa')

  await row.getByRole('button', { name: 'Editar la regla Más de lo suyo' }).click()
  await expect(dialog(page).getByRole('combobox', { name: 'Qué pasa' })).toHaveValue('device')
  await page.keyboard.press('Escape')
  await row.getByRole('button', { name: 'Acciones de la regla Más de lo suyo' }).click()
  await page.getByRole('button', { name: 'Eliminar la regla' }).click()
  await dialog(page).getByRole('button', { name: 'Eliminar la regla' }).click()
  await expect(toastRegion(page).getByText('Regla eliminada')).toBeVisible()
  await expect(row).toHaveCount(0)
})

test('a rule shows how often it fired by day, with the way to what it did', async ({ page }) => {
  const ruleId = await insertFiredRule('Por día')
  await logInAs(page, ANA)
  await page.goto('/rules')
  const row = rule(page, 'Por día')
  await expect(row.getByRole('img', { name: /^Por día: [235] como máximo, [03] hoy$/ })).toBeVisible()
  await expect(page.getByRole('columnheader', { name: 'Se cumplió · 14 días' })).toBeVisible()
  await expect(row).toContainText('5 veces')
  await row.getByRole('link', { name: '5 en 14 días. Ver lo que hizo la regla Por día' }).click()
  await expect(page).toHaveURL(`/rule-firings?rule=${ruleId}`)
})

test('rules about a pool, a cost and a minimum stay ask for their figures, and only SIMs have operations', async ({ page }) => {
  await logInAs(page, ANA)
  await page.goto('/rules')
  await page.getByRole('button', { name: 'Nueva regla' }).click()
  const form = dialog(page)
  await form.getByRole('textbox', { name: 'Nombre' }).fill('Lo que cuesta')
  const happens = form.getByRole('combobox', { name: 'Qué pasa' })
  await happens.selectOption('Costo de una SIM')
  const cost = form.getByRole('textbox', { name: 'Monto desde, en CLP' })
  await cost.fill('nada')
  await form.getByRole('button', { name: 'Probar la regla' }).click()
  await expect(form.getByText('Escriba un monto mayor que cero')).toBeVisible()
  await cost.fill('5.000')
  await expect(form.getByRole('combobox', { name: 'Operación' })).toBeVisible()
  await expectAccessibleInBothThemes(page)
  const trial = page.getByRole('dialog', { name: 'Qué habría hecho esta regla' })
  await form.getByRole('button', { name: 'Probar la regla' }).click()
  await expect(trial.getByText('se sabe el día, no la hora')).toBeVisible({ timeout: 30_000 })
  await trial.getByRole('button', { name: 'Volver' }).click()
  await happens.selectOption('Fin de la permanencia mínima')
  await expect(form.getByRole('textbox', { name: 'Días antes de que termine' })).toHaveValue('30')
  await happens.selectOption('Costo de la empresa')
  await expect(form.getByRole('combobox', { name: 'Operación' })).toHaveCount(0)
  await expect(form.getByRole('combobox', { name: 'Plan', exact: true })).toHaveCount(0)
  await happens.selectOption('Consumo de un pool')
  await form.getByRole('textbox', { name: 'Porcentaje del pool' }).fill('1')
  await form.getByText('Cualquier pool, todos los días, a toda hora').click()
  await expect(form.getByRole('combobox', { name: 'Pool del plan' })).toBeVisible()
  await form.getByRole('textbox', { name: 'Chat: URL de su webhook entrante' }).fill('chat')
  await form.getByRole('button', { name: 'Probar la regla' }).click()
  await expect(form.getByText('Escriba una URL que empiece por https://')).toBeVisible()
  await form
    .getByRole('textbox', { name: 'Chat: URL de su webhook entrante' })
    .fill('https://hooks.slack.com/services/T1/B2/abc123XYZ')
  await expectAccessibleInBothThemes(page)
  await form.getByRole('button', { name: 'Probar la regla' }).click()
  await expect(trial.getByText(/pools? en los últimos tres ciclos y este$/)).toBeVisible({ timeout: 30_000 })
  await expect(trial.getByText('Haría: Correo a 1 dirección · Mensaje al chat')).toBeVisible()
  await expectAccessibleInBothThemes(page)
  await trial.getByRole('button', { name: 'Guardar la regla' }).click()
  const row = rule(page, 'Lo que cuesta')
  await expect(row).toContainText('Un pool consumido desde el 1')
  await row.getByRole('button', { name: 'Editar la regla Lo que cuesta' }).click()
  await expect(dialog(page).getByRole('textbox', { name: 'Chat: URL de su webhook entrante' })).toHaveValue(
    'https://hooks.slack.com/…3XYZ',
  )
  await page.keyboard.press('Escape')
  await row.getByRole('button', { name: 'Acciones de la regla Lo que cuesta' }).click()
  await page.getByRole('button', { name: 'Eliminar la regla' }).click()
  await dialog(page).getByRole('button', { name: 'Eliminar la regla' }).click()
  await expect(row).toHaveCount(0)
})

test('from what is out of the ordinary a rule is made that waits for it, tried and saved', async ({ page }) => {
  await logInAs(page, ANA)
  await page.goto('/anomalies?kind=storm')
  await page.getByRole('link', { name: 'Nueva regla' }).click()
  const form = dialog(page)
  const happens = form.getByRole('combobox', { name: 'Qué pasa' })
  await expect(happens).toHaveValue('modelAnomaly')
  await expect(form.getByRole('combobox', { name: 'Operación' })).toHaveCount(0)
  await form.getByRole('combobox', { name: 'Qué le pasa al modelo' }).selectOption('Un lote en silencio')
  await expect(form.getByRole('combobox', { name: 'Qué le pasa al modelo' })).toHaveAccessibleDescription(
    /Una vez por hallazgo$/,
  )
  await expectAccessibleInBothThemes(page)
  await happens.selectOption('SIM fuera de lo común')
  await expect(form.getByRole('combobox', { name: 'Operación' })).toBeVisible()
  await expectAccessibleInBothThemes(page)
  await page.keyboard.press('Escape')
  await expect(form).toBeHidden()
  await expect(page).toHaveURL('/rules')

  const icc = await insertAnomaly()
  await page.goto('/anomalies')
  await page.getByRole('link', { name: 'Nueva regla' }).click()
  await expect(happens).toHaveValue('anomaly')
  await form.getByRole('textbox', { name: 'Nombre' }).fill('Ladrones')
  await form.getByRole('combobox', { name: 'Qué es fuera de lo común' }).selectOption('Muchos más datos')
  await form.getByRole('combobox', { name: 'Operación' }).selectOption('Cortar los datos')
  await form.getByRole('button', { name: 'Probar la regla' }).click()
  const trial = page.getByRole('dialog', { name: 'Qué habría hecho esta regla' })
  await expect(trial.getByText('Con los hallazgos de los últimos 90 días')).toBeVisible({ timeout: 30_000 })
  const named = trial.getByRole('listitem').filter({ hasText: icc.slice(-4) })
  await expect(named).toContainText('Usó 120 MB: 40 veces lo habitual entre 3.112 Teltonika FMB920 a esta hora')
  await expect(trial.getByText('Haría: Cortar los datos · Correo a 1 dirección')).toBeVisible()
  await expectAccessibleInBothThemes(page)
  await trial.getByRole('button', { name: 'Guardar la regla' }).click()
  await expect(page).toHaveURL('/rules')
  const row = rule(page, 'Ladrones')
  await expect(row).toContainText('Una SIM usa muchos más datos que sus pares')
  await row.getByRole('button', { name: 'Editar la regla Ladrones' }).click()
  await expect(dialog(page).getByRole('combobox', { name: 'Qué es fuera de lo común' })).toHaveValue('data')
  await page.keyboard.press('Escape')
  await row.getByRole('button', { name: 'Acciones de la regla Ladrones' }).click()
  await page.getByRole('button', { name: 'Eliminar la regla' }).click()
  await dialog(page).getByRole('button', { name: 'Eliminar la regla' }).click()
  await expect(row).toHaveCount(0)
})

test('what a rule asks is on the dashboard, and confirmed or declined by its two buttons, or all together', async ({
  page,
}) => {
  const sims = await askAbout(3)
  await logInAs(page, ANA)
  await page.goto('/')
  const need = page.getByRole('link', { name: '3 SIMs esperan que confirme una regla' })
  const all = page.getByRole('region', { name: /^Requiere atención/ }).getByRole('button', { name: /^Ver los \d+$/ })
  // the card shows the first six
  await expect(need.or(all).first()).toBeVisible()
  if (await all.isVisible()) await all.click()
  await need.click()
  await expect(page).toHaveURL(/rule-firings\?.*operation=asked/)
  const row = (icc: string) =>
    page
      .getByRole('table', { name: 'Lo que hicieron las reglas' })
      .locator('tbody tr')
      .filter({ hasText: icc.slice(-4) })
  const [one = '', other = '', last = ''] = sims
  await expectAccessibleInBothThemes(page)
  await row(one)
    .getByRole('button', { name: /^Reiniciar / })
    .click()
  await expect(toastRegion(page).getByText('Operación confirmada')).toBeVisible()
  await expect(row(one)).toHaveCount(0)
  await row(other)
    .getByRole('button', { name: /^Descartar: Reiniciar / })
    .click()
  await expect(toastRegion(page).getByText('Operación descartada')).toBeVisible()
  await expect(row(other)).toHaveCount(0)
  await page.getByRole('button', { name: 'Confirmar todas' }).click()
  await dialog(page).getByRole('button', { name: 'Confirmar todas' }).click()
  await expect(row(last)).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Confirmar todas' })).toHaveCount(0)
  await page.goto(`/rule-firings?icc=${other}`)
  await expect(row(other)).toContainText('Descartada')
  await expect(row(other)).toContainText('Respondió Ana Fuentes')
  await page.goto(`/rule-firings?icc=${one}`)
  await expect(row(one).getByRole('link', { name: /^Ver la operación/ })).toBeVisible()
})

test('a rule that asks, and writes to others when it is not acknowledged, is made in the form', async ({ page }) => {
  await logInAs(page, ANA)
  await page.goto('/rules')
  await page.getByRole('button', { name: 'Nueva regla' }).click()
  const form = dialog(page)
  await form.getByRole('textbox', { name: 'Nombre' }).fill('Pregunta primero')
  await form.getByRole('combobox', { name: 'Qué pasa' }).selectOption('Otro dispositivo')
  await form.getByRole('combobox', { name: 'Operación' }).selectOption('Cortar los datos')
  await form.getByRole('checkbox', { name: /^Preguntar antes/ }).check()
  await form.getByRole('combobox', { name: /^Si nadie la marca/ }).selectOption('después de 30 min')
  await form.getByRole('button', { name: 'Probar la regla' }).click()
  await expect(form.getByText('Este campo es requerido')).toBeVisible()
  await form.getByRole('textbox', { name: 'E-mails de esos otros' }).fill('jefe@andes.test')
  await expectAccessibleInBothThemes(page)
  await form.getByRole('button', { name: 'Probar la regla' }).click()
  const trial = page.getByRole('dialog', { name: 'Qué habría hecho esta regla' })
  await expect(trial.getByText(/en los últimos tres ciclos y este/)).toBeVisible({ timeout: 30_000 })
  await trial.getByRole('button', { name: 'Guardar la regla' }).click()
  const row = rule(page, 'Pregunta primero')
  await expect(row).toContainText('Cortar los datos, si una persona lo confirma')
  await row.getByRole('button', { name: 'Editar la regla Pregunta primero' }).click()
  await expect(dialog(page).getByRole('checkbox', { name: /^Preguntar antes/ })).toBeChecked()
  await expect(dialog(page).getByRole('textbox', { name: 'E-mails de esos otros' })).toHaveValue('jefe@andes.test')
  await page.keyboard.press('Escape')
  await row.getByRole('button', { name: 'Acciones de la regla Pregunta primero' }).click()
  await page.getByRole('button', { name: 'Eliminar la regla' }).click()
  await dialog(page).getByRole('button', { name: 'Eliminar la regla' }).click()
  await expect(row).toHaveCount(0)
})

test('the form is in English, and fits a phone', async ({ page }) => {
  await logInAs(page, ANA)
  await setPreferences(page, { language: 'en' })
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/rules')
  await page.getByRole('button', { name: 'New rule' }).click()
  await dialog(page).getByRole('combobox', { name: 'What happens' }).selectOption('Country or network')
  await expect(dialog(page).getByRole('combobox', { name: 'The session begins' })).toBeVisible()
  await expectAccessible(page)
})
