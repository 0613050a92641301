import { expect } from '@playwright/test'
import { expectAccessible, setPreferences } from './support/accessibility.ts'
import { ANA, logInAs } from './support/people.ts'
import { ACTIVE, actions, button, CHILE, chip, choose, dialog, openMenu, openSim, simWith } from './support/sim-dialogs.ts'
import { test } from './support/test.ts'

test.use({ viewport: { width: 1440, height: 900 } })

const LUIS = 'luis@andes.test'

/** The network reports the slowest accepted change some seconds later; the page polls every two. */
const SETTLED = { timeout: 60_000 }

test.describe('activation', () => {
  test('is offered for status 1, warns that it cannot be undone, shows its price, and asks for confirmation [S4.04]', async ({
    page,
  }) => {
    await logInAs(page, ANA)
    await setPreferences(page, { language: 'en' })
    let sent = 0
    page.on('request', (request) => {
      if (request.url().includes('/sim/activate/')) sent += 1
    })
    await openSim(page, { simTypeIds: [2], administrativeStatusIds: [1], providerIds: [CHILE] }, 3)
    const confirmation = await choose(page, /^Activate/)
    await expect(confirmation).toContainText('This operation cannot be undone')
    await expect(confirmation).toContainText(/It costs \$[\d,]+ CLP per cycle, plan /)
    await button(confirmation, 'Cancel').click()
    await expect(dialog(page)).toHaveCount(0)
    expect(sent).toBe(0)
    await button(actions(page), 'Activate').click()
    await dialog(page).getByLabel('Reason (optional)').fill('Season begins')
    await button(dialog(page), 'Activate SIM').click()
    await expect(dialog(page).getByRole('status')).toContainText(/The SIM was activated|under way/)
    await button(dialog(page), 'OK').click()
    expect(sent).toBe(1)
    await expect(chip(page, 'Active')).toBeVisible(SETTLED)
    await expect(button(actions(page), 'Activate')).toHaveCount(0)
    await expect(page.getByText('Activated by Ana Fuentes').first()).toBeVisible(SETTLED)
    await expect(page.getByText('Reason: Season begins').first()).toBeVisible()
  })
})

test.describe('hibernation', () => {
  test('and reactivation ask for confirmation; list, panel and timeline follow [S4.05, S4.06]', async ({ page }) => {
    await logInAs(page, ANA)
    const icc = await simWith(page, ACTIVE, 22)
    await page.goto(`/sims?sim=${icc}`)
    await button(actions(page), 'Hibernar').click()
    await expect(dialog(page)).toContainText('Queda sin datos, SMS ni voz.')
    await button(dialog(page), 'Hibernar la SIM').click()
    await expect(dialog(page).getByRole('status')).toContainText('La SIM fue hibernada', SETTLED)
    await button(dialog(page), 'Aceptar').click()
    await expect(chip(page, 'Hibernada')).toBeVisible(SETTLED)
    await expect(page.getByText(/Hiberna.* por Ana Fuentes/).first()).toBeVisible(SETTLED)
    await button(actions(page), 'Reactivar').click()
    await button(dialog(page), 'Reactivar la SIM').click()
    await expect(dialog(page).getByRole('status')).toContainText('La SIM fue reactivada', SETTLED)
    await button(dialog(page), 'Aceptar').click()
    await expect(chip(page, 'Activa')).toBeVisible(SETTLED)
  })

  test('is not offered for type 1, nor to a user without the flag [S4.05, S4.06]', async ({ page }) => {
    await logInAs(page, ANA)
    await openSim(page, { simTypeIds: [1], administrativeStatusIds: [2], apnIds: [14] })
    await expect(button(await openMenu(page), /^Hibernar/)).toHaveCount(0)
    await page.keyboard.press('Escape')
    await logInAs(page, LUIS)
    await openSim(page, ACTIVE, 23)
    await expect(button(actions(page), 'Reiniciar')).toBeVisible()
    await expect(button(actions(page), 'Hibernar')).toHaveCount(0)
    await expect(button(await openMenu(page), /^Hibernar/)).toHaveCount(0)
    await page.keyboard.press('Escape')
    await openSim(page, { simTypeIds: [2], administrativeStatusIds: [11] }, 3)
    await expect(button(actions(page), 'Reactivar')).toHaveCount(0)
    await expect(button(await openMenu(page), /^Reactivar/)).toHaveCount(0)
  })
})

test('a termination is requested with a reason, shows its last day, and is withdrawn', async ({ page }) => {
  await logInAs(page, ANA)
  await openSim(page, ACTIVE, 24)
  const confirmation = await choose(page, /^Dar de baja/)
  // Enter alone does not do what nothing brings back
  await expect(button(confirmation, 'Cancelar')).toBeFocused()
  await confirmation.getByLabel('Motivo (opcional)').fill('Camión vendido')
  await button(confirmation, 'Dar de baja la SIM').click()
  await expect(dialog(page)).toContainText(/Se puede retirar hasta el \d/)
  await button(dialog(page), 'Aceptar').click()
  await expect(chip(page, 'Baja solicitada')).toBeVisible(SETTLED)
  await expect(page.getByText('Baja solicitada por Ana Fuentes', { exact: true })).toBeVisible()
  await button(actions(page), 'Retirar la baja').click()
  await button(dialog(page), 'Retirar la baja').click()
  await expect(dialog(page).getByRole('status')).toContainText('La baja se retiró')
  await button(dialog(page), 'Aceptar').click()
  await expect(chip(page, 'Activa')).toBeVisible(SETTLED)
})

test('the data of a SIM is cut and restored by its menu, and its history says by whom', async ({ page }) => {
  await logInAs(page, ANA)
  await openSim(page, ACTIVE, 40)
  const cut = await choose(page, /^Cortar datos/)
  await expect(cut.getByRole('list').first()).toContainText('La SIM queda sin datos y conserva SMS y voz')
  await expectAccessible(page)
  await button(cut, 'Cortar los datos').click()
  await expect(dialog(page).getByRole('status')).toContainText(/Los datos de la SIM están cortados|La red está cortando/)
  await button(dialog(page), 'Aceptar').click()
  await expect(chip(page, 'Desactivada por alarma')).toBeVisible(SETTLED)
  await button(actions(page), 'Diagnosticar').click()
  await expect(dialog(page).getByRole('status').first()).toContainText(`Sin datos: los cortó ${ANA}`)
  await button(dialog(page), 'Restablecer datos').click()
  await button(dialog(page), 'Restablecer los datos').click()
  await expect(dialog(page).getByRole('status')).toContainText(
    /Los datos de la SIM se restablecieron|La red está restableciendo/,
  )
  await button(dialog(page), 'Aceptar').click()
  await expect(chip(page, 'Activa')).toBeVisible(SETTLED)
})

test('a restart asks for confirmation, and is rejected when repeated too soon [S4.07]', async ({ page }) => {
  await logInAs(page, ANA)
  let sent = 0
  page.on('request', (request) => {
    if (request.url().includes('/sim/reset/')) sent += 1
  })
  await openSim(page, ACTIVE, 25)
  await button(actions(page), 'Reiniciar').click()
  await expect(dialog(page)).toContainText('Se corta la sesión de datos')
  await button(dialog(page), 'Cancelar').click()
  expect(sent).toBe(0)
  await button(actions(page), 'Reiniciar').click()
  await button(dialog(page), 'Reiniciar la SIM').click()
  await expect(dialog(page).getByRole('status')).toContainText(/La SIM fue reiniciada|próxima conexión|en curso/)
  await button(dialog(page), 'Aceptar').click()
  await button(actions(page), 'Reiniciar').click()
  await button(dialog(page), 'Reiniciar la SIM').click()
  await expect(dialog(page).getByRole('alert')).toContainText('Una SIM se puede reiniciar una vez por minuto')
  expect(sent).toBe(2)
})

test.describe('a SIM that is not editable', () => {
  for (const { title, filter, sentence } of [
    {
      title: 'of type 1 [S4.13]',
      filter: { simTypeIds: [1], apnIds: [1] },
      sentence: 'not available for legacy, except Telefónica legacy with private APN',
    },
    {
      title: 'of type 5 [S4.14]',
      filter: { simTypeIds: [5], apnIds: [7] },
      sentence: 'not available for Vodafone, except Vodafone with private APN',
    },
  ]) {
    test(`says so for messages, tests, restart and activation: ${title}`, async ({ page }) => {
      await logInAs(page, ANA)
      await setPreferences(page, { language: 'en' })
      await openSim(page, { ...filter, administrativeStatusIds: [2] }, 5)
      for (const name of [/^Send SMS/, /^Diagnose/, /^Restart/]) {
        const alert = await choose(page, name)
        await expect(alert.getByText(sentence, { exact: true })).toBeVisible()
        await button(alert, 'OK').click()
        await expect(dialog(page)).toHaveCount(0)
      }
      await openSim(page, { ...filter, administrativeStatusIds: [1] })
      const alert = await choose(page, /^Activate/)
      await expect(alert.getByText(sentence, { exact: true })).toBeVisible()
    })
  }
})
