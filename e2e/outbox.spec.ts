import { expect, type Page } from '@playwright/test'
import { expectAccessibleInBothThemes, SIZES, setPreferences } from './support/accessibility.ts'
import { typeFilter } from './support/list-filters.ts'
import { listRows } from './support/list-rows.ts'
import { ADMIN, ANA, logInAs } from './support/people.ts'
import { test } from './support/test.ts'

const rows = (page: Page) => listRows(page, 'Bandeja de salida')

test('mails are for administrators only', async ({ page }) => {
  await logInAs(page, ANA)
  await page.goto('/outbox')
  await expect(page).toHaveURL('/')
})

test('without a mail server a test mail is stored, and shown as its recipient would see it', async ({ page }) => {
  await logInAs(page, ADMIN)
  await page.goto('/')
  await page.getByRole('button', { name: 'Administración' }).click()
  await page.getByRole('menuitem', { name: 'Correos' }).click()
  await expect(page).toHaveURL('/outbox')
  await page.getByRole('button', { name: 'Correo de prueba' }).click()
  const form = page.getByRole('dialog', { name: 'Correo de prueba' })
  await expect(form.getByLabel('Para')).toBeFocused()
  await expect(form.getByLabel('Para')).toHaveValue(ADMIN)
  await form.getByLabel('Para').fill('nadie')
  await page.keyboard.press('Enter')
  await expect(form.getByText('El E-mail no es valido')).toBeVisible()
  await form.getByLabel('Para').fill('ops@enlace.test')
  await page.keyboard.press('Enter')
  await expect(page.getByText('El correo de prueba se guardó aquí, sin enviarse')).toBeVisible()
  await expect(form).toHaveCount(0)
  await expect(page.getByText(/^[\d.]+ correos? sin enviar: el portal no tiene servidor de correo$/)).toBeVisible()
  await expect(page.getByRole('link', { name: 'Ver la ayuda' })).toHaveAttribute('href', '/help/outbox')
  await expect(page.getByRole('rowheader', { name: /^Hoy, \d+ [a-z]+ \d{4}$/ })).toBeVisible()
  const row = rows(page).filter({ hasText: 'ops@enlace.test' }).first()
  // all of them have the same state, which is said over the list
  await expect(page.getByRole('columnheader', { name: 'Estado' })).toHaveCount(0)
  await expect(row.getByRole('cell').first()).toHaveText(/^\d\d:\d\d$/)
  await row.getByRole('button', { name: 'Correo de prueba de Enlace' }).click()
  const mail = page.getByRole('dialog', { name: 'Correo de prueba de Enlace' })
  const frame = mail.frameLocator('iframe')
  await expect(frame.getByRole('heading', { name: 'El correo de Enlace funciona' })).toBeVisible()
  // its own style sheet applies, under the content security policy of the page
  await expect(frame.locator('.paper')).toHaveCSS('border-radius', '12px')
  await mail.getByText('Como texto').click()
  await expect(mail.locator('pre')).toContainText('Abrir Enlace: http')
  await expect(mail.getByRole('button', { name: 'Reenviar' })).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(mail).toHaveCount(0)
  await typeFilter(page, 'Para', 'ops@enlace')
  await expect(page).toHaveURL('/outbox?address=ops%40enlace')
  const chip = page.getByRole('button', { name: /^Sin servidor \d/ })
  await expect(rows(page).filter({ hasNotText: 'ops@enlace.test' })).toHaveCount(0)
  await expect(rows(page)).not.toHaveCount(0)
  await expect(chip).toHaveText(`Sin servidor ${await rows(page).count()}`)
  await page.goto('/outbox?address=nadie')
  await expect(page.getByText('Ningún resultado coincide con los filtros')).toBeVisible()
})

test('mails of one event are one row, which opens the list of its recipients', async ({ page }) => {
  await logInAs(page, ADMIN)
  const row = rows(page).filter({ hasText: 'guardia@pacifico.test' }).filter({ hasText: 'flota@pacifico.test' }).first()
  // of the first of the demo's devices to exceed its limit, soon after the start
  await expect(async () => {
    await page.goto('/outbox')
    await expect(row).toBeVisible({ timeout: 2_000 })
  }).toPass({ timeout: 90_000 })
  await row.getByRole('button', { name: /límite de datos/ }).click()
  const mail = page.getByRole('dialog', { name: /límite de datos/ })
  const recipients = mail.getByRole('list', { name: 'Para' }).getByRole('button')
  await expect(recipients).toHaveCount(2)
  await expect(recipients.first()).toHaveAttribute('aria-pressed', 'true')
  await recipients.last().click()
  await expect(recipients.last()).toHaveAttribute('aria-pressed', 'true')
  await expect(mail.frameLocator('iframe').getByText('Ascensores').first()).toBeVisible()
})

test('an invitation that waits in the portal has its link, for a person who may pass it on', async ({ page }) => {
  await logInAs(page, ADMIN)
  await page.goto('/outbox?address=gabriela.mena')
  await expect(rows(page)).toHaveCount(1)
  await expect(rows(page)).toContainText('Sin servidor')
  await rows(page).getByRole('button', { name: 'Claudia Quispe le invitó a Enlace' }).click()
  const mail = page.getByRole('dialog', { name: 'Claudia Quispe le invitó a Enlace' })
  await mail.getByText('Como texto').click()
  await expect(mail.locator('pre')).toContainText(/restore-password\?token=[\w-]{43}/)
})

for (const size of SIZES) {
  test(`mails are accessible: ${size.width} px`, async ({ page }) => {
    const isEnglish = size.width === 1280
    await setPreferences(page, { language: isEnglish ? 'en' : 'es' })
    await page.setViewportSize(size)
    await logInAs(page, ADMIN)
    await page.request.post('/api/mails/test', {
      headers: { 'x-api-key': 'enlace-web' },
      data: { address: 'look@enlace.test' },
    })
    await page.goto('/outbox')
    await expect(page.getByRole('table').getByRole('button').first()).toBeVisible()
    await expectAccessibleInBothThemes(page)
    await page.getByRole('table').getByRole('button').first().click()
    await expect(page.getByRole('dialog').locator('iframe')).toBeVisible()
    // axe never returns for a frame in which no script may run
    await page.locator('iframe').evaluate((frame) => frame.remove())
    await expectAccessibleInBothThemes(page)
  })
}
