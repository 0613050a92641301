import { expect, type Page } from '@playwright/test'
import { expectAccessible, setPreferences } from './support/accessibility.ts'
import { ADMIN, ANA, logInAs } from './support/people.ts'
import { actions, button, CHILE, dialog, openMenu, openSim, simWith } from './support/sim-dialogs.ts'
import { test } from './support/test.ts'

test.use({ viewport: { width: 1440, height: 900 } })

/** Of one plan, so that others are offered. */
const ON_250 = { simTypeIds: [2], administrativeStatusIds: [2], providerIds: [CHILE], planCodes: ['CL-IOT250'] }

test('a SIM changes its plan today: the preview has the cost of both cycles, and the timeline follows', async ({ page }) => {
  await logInAs(page, ANA)
  await openSim(page, ON_250, 31)
  await button(await openMenu(page), /^Cambiar plan/).click()
  await expect(dialog(page)).toContainText('Plan actual: IoT 250 MB')
  const choice = dialog(page).getByLabel('Plan nuevo')
  await choice.selectOption(await choice.getByRole('option', { name: /M2M 50 MB/ }).getAttribute('value'))
  await button(dialog(page), 'Revisar').click()
  const cost = dialog(page).getByRole('table', { name: 'Costo del cambio de plan' })
  await expect(cost.getByRole('row')).toHaveCount(3)
  await expectAccessible(page)
  await button(dialog(page), 'Cambiar el plan de 1 SIM').click()
  await expect(dialog(page)).toContainText('Proceso realizado exitosamente')
  await button(dialog(page), 'Cerrar').last().click()
  await expect(page.getByText('Plan cambió a M2M 50 MB por Ana Fuentes').first()).toBeVisible()
})

test('a change for the next cycle is shown at the SIM until it is withdrawn', async ({ page }) => {
  await logInAs(page, ANA)
  await setPreferences(page, { language: 'en' })
  const icc = await simWith(page, ON_250, 32)
  await page.goto(`/sims/${icc}`)
  await button(await openMenu(page), /^Change plan/).click()
  const choice = dialog(page).getByLabel('New plan')
  await choice.selectOption(await choice.getByRole('option', { name: /^IoT 1 GB/ }).getAttribute('value'))
  await button(dialog(page), 'Next cycle').click()
  await button(dialog(page), 'Review').click()
  await expect(dialog(page)).toContainText('Until then, nothing changes.')
  await button(dialog(page), 'Change the plan of 1 SIM').click()
  await expect(dialog(page)).toContainText('Starts ')
  await button(dialog(page), 'Close').last().click()
  const note = page.getByRole('status').filter({ hasText: /Changes to .* on / })
  await expect(note).toBeVisible()
  await expect(page.getByText(/^Plan change to IoT 1 GB.* scheduled for .* by Ana Fuentes$/)).toBeVisible()
  await button(note, 'Withdraw').click()
  await expect(note).toHaveCount(0)
  await expect(page.getByText(/^Plan change to IoT 1 GB.* withdrawn by Ana Fuentes$/)).toBeVisible()
  await expect(button(actions(page), 'More options')).toBeVisible()
})

/** A plan that binds its SIMs for a year, on offer. */
async function createYearPlan(page: Page): Promise<number> {
  await logInAs(page, ADMIN)
  const headers = { 'x-api-key': 'enlace-web', accept: 'application/json' }
  const terms = { planPrice: 900, hibernationFee: 0, data: 100, sms: 0, voice: 0, overageUnit: 1, overagePrice: 5 }
  const plan = {
    planCode: 'E2E-YEAR',
    planName: 'Anual 100 MB',
    providerId: CHILE,
    simTypeId: 2,
    currency: 'CLP',
    pooled: false,
  }
  const data = { ...plan, minimumStay: 12, ...terms, smsPrice: 0, voicePrice: 0 }
  const response = await page.request.post('/api/plans', { headers, data })
  return (await response.json()).data.planId
}

async function takeOffOffer(page: Page, planId: number): Promise<void> {
  await logInAs(page, ADMIN)
  const headers = { 'x-api-key': 'enlace-web', accept: 'application/json' }
  await page.request.put(`/api/plans/plan/${planId}`, { headers, data: { planName: 'Anual 100 MB', offered: false } })
}

test('a plan with a minimum stay says so before it is chosen, and keeps its SIM until its end', async ({ page }) => {
  const planId = await createYearPlan(page)
  await logInAs(page, ANA)
  await openSim(page, ON_250, 33)
  await button(await openMenu(page), /^Cambiar plan/).click()
  const choice = dialog(page).getByLabel('Plan nuevo')
  await choice.selectOption('E2E-YEAR')
  await expect(dialog(page)).toContainText('Permanencia mínima de 12 meses: el plan se podrá cambiar de nuevo desde el')
  await button(dialog(page), 'Próximo ciclo').click()
  await expect(dialog(page)).toContainText('Permanencia mínima de 12 meses desde el próximo ciclo.')
  await button(dialog(page), 'Hoy').click()
  await button(dialog(page), 'Revisar').click()
  await button(dialog(page), 'Cambiar el plan de 1 SIM').click()
  await expect(dialog(page)).toContainText('Proceso realizado exitosamente')
  await button(dialog(page), 'Cerrar').last().click()
  await expect(page.getByText('Plan cambió a Anual 100 MB por Ana Fuentes').first()).toBeVisible()

  await button(await openMenu(page), /^Cambiar plan/).click()
  await expect(dialog(page)).toContainText('Plan actual: Anual 100 MB. Por su permanencia mínima, puede cambiar desde el')
  await choice.selectOption('CL-IOT250')
  await button(dialog(page), 'Revisar').click()
  await expect(dialog(page)).toContainText('La permanencia mínima en su plan no ha terminado: puede cambiarlo desde el')
  await expectAccessible(page)
  await takeOffOffer(page, planId)
})
