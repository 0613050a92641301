import { expect } from '@playwright/test'
import { getSimLock } from '#contract/locks/locks.calls.ts'
import { expectAccessibleInBothThemes } from './support/accessibility.ts'
import { answerWith } from './support/answers.ts'
import { manage } from './support/labels.ts'
import { ANA, FLOTA, logInAs } from './support/people.ts'
import { ACTIVE, button, choose, dialog, openSim, WITHOUT_LABELS } from './support/sim-dialogs.ts'
import { headers, openList } from './support/sims-page.ts'
import { test } from './support/test.ts'

test.use({ viewport: { width: 1440, height: 900 } })

test('a SIM is locked to two devices; the tab says so, and the dialog refuses what is no IMEI', async ({ page }) => {
  await logInAs(page, ANA)
  await openSim(page, ACTIVE, 70)
  const form = await choose(page, /^Vincular a dispositivo/)
  await form.getByLabel('Dispositivos permitidos').selectOption('imei')
  await expect(form.getByLabel('Notificar por correo a')).toHaveValue(ANA)
  await form.getByLabel('IMEI', { exact: true }).fill('12345')
  await button(form, 'Guardar vínculo').click()
  await expect(form.getByText('El IMEI debe tener 15 dígitos y su dígito verificador')).toBeVisible()
  await expect(form.getByLabel('IMEI', { exact: true })).toBeFocused()
  await form.getByLabel('IMEI', { exact: true }).fill('35 694900 123456 4\n4901542032375199')
  await expectAccessibleInBothThemes(page)
  await button(form, 'Guardar vínculo').click()
  await expect(dialog(page)).toHaveCount(0)
  await page.getByRole('tab', { name: 'Dispositivo' }).click()
  const lock = page.getByRole('region', { name: 'Vínculo' })
  await expect(lock.getByRole('listitem')).toHaveText(['35 694900 123456 4', '49 015420 323751 8'])
  await expect(lock).toContainText('La red todavía no informó ningún dispositivo.')
  await button(lock, 'Editar').click()
  await expect(dialog(page).getByLabel('Dispositivos permitidos')).toBeFocused()
  // a network holds a SIM to one device
  await expect(lock).not.toContainText('La red también')
  await dialog(page).getByLabel('IMEI', { exact: true }).fill('356949001234564')
  await button(dialog(page), 'Guardar vínculo').click()
  await expect(lock).toContainText('La red también bloquea otros IMEI.')
  await button(lock, 'Editar').click()
  await dialog(page).getByLabel('Dispositivos permitidos').selectOption('off')
  await button(dialog(page), 'Guardar vínculo').click()
  await expect(lock).toContainText('Cualquier dispositivo')
})

test('of a SIM that is outside of both of its locks the tab says where, that its data is cut, and in which devices it was', async ({
  page,
}) => {
  await logInAs(page, ANA)
  await answerWith(page, getSimLock, {
    icc: '',
    device: { mode: 'learn', values: ['356949001234564'] },
    area: { mode: 'listed', values: ['CL', '716-06', '722-99'], geofences: [] },
    emails: [],
    policy: null,
    isOwn: true,
    setAt: '2026-11-20T12:00:00Z',
    setBy: ANA,
    atNetwork: 'held',
    breach: { imei: '490154203237518', since: '2026-11-21T11:00:00Z', action: 'cut', releasedBy: '' },
    areaBreach: { network: '722-07', since: '2026-11-21T11:30:00Z', action: 'cut', releasedBy: '' },
    geofenceBreach: { latitude: -33.4, longitude: -70.65, since: '2026-11-21T11:40:00Z', action: 'cut', releasedBy: '' },
    devices: [
      { imei: '490154203237518', firstSeen: '2026-11-21T11:00:00Z', lastSeen: '2026-11-21T11:00:00Z' },
      { imei: '356949001234564', firstSeen: '2026-03-01T11:00:00Z', lastSeen: '2026-11-21T10:00:00Z' },
    ],
  })
  await openSim(page, ACTIVE, 71)
  await page.getByRole('tab', { name: 'Dispositivo' }).click()
  const lock = page.getByRole('region', { name: 'Vínculo' })
  await expect(lock).toContainText('En otro dispositivo desde el')
  await expect(lock).toContainText('IMEI 49 015420 323751 8. Sus datos están cortados.')
  await expect(lock).toContainText('Fuera de sus países y redes desde el')
  await expect(lock).toContainText('Movistar AR, Argentina. Sus datos están cortados.')
  await expect(lock).toContainText('Fuera de sus geocercas desde el')
  await expect(lock).toContainText('-33.4, -70.65. Sus datos están cortados.')
  await expect(lock.getByRole('listitem')).toHaveText(['Chile', 'Movistar PE (716-06)', '722-99 (Argentina)'])
  await expect(lock).toContainText('El primero que se detecte · 35 694900 123456 4')
  await expect(lock).toContainText('La red también bloquea otros IMEI.')
  await expect(lock.getByRole('row')).toHaveCount(3)
  await expect(lock.getByRole('row').nth(1)).toContainText('No permitido')
  await expectAccessibleInBothThemes(page)
})

test('a SIM is locked to countries and networks, by name or by code; the device stays as it is', async ({ page }) => {
  await logInAs(page, ANA)
  const icc = await openSim(page, ACTIVE, 72)
  const form = await choose(page, /^Vincular a dispositivo o lugar/)
  await form.getByLabel('Lugares permitidos').selectOption('listed')
  const areas = form.getByRole('combobox', { name: 'Países y redes', exact: true })
  for (const chosen of await form.getByRole('button', { name: /^Quitar/ }).all()) await chosen.click()
  await button(form, 'Guardar vínculo').click()
  await expect(form.getByText('Este campo es requerido')).toBeVisible()
  await areas.fill('cl')
  await areas.press('Enter')
  await areas.fill('bolivi')
  await areas.press('Enter')
  await areas.fill('71606')
  await areas.press('Enter')
  await areas.fill('722-99')
  await expect(page.getByRole('listbox').last().getByRole('option')).toHaveText(['722-99 (Argentina)'])
  await areas.press('Enter')
  await areas.fill('Claro P')
  await page.getByRole('option', { name: 'Claro PE (716-10)' }).click()
  await expect(areas).toHaveValue('')
  await expectAccessibleInBothThemes(page)
  await button(form, 'Guardar vínculo').click()
  await expect(dialog(page)).toHaveCount(0)
  await page.getByRole('tab', { name: 'Dispositivo' }).click()
  const lock = page.getByRole('region', { name: 'Vínculo' })
  await expect(lock.getByRole('listitem')).toHaveText([
    'Chile',
    'Bolivia',
    'Movistar PE (716-06)',
    '722-99 (Argentina)',
    'Claro PE (716-10)',
  ])
  await expect(lock).toContainText('Cualquier dispositivo')
  await button(lock, 'Editar').click()
  await dialog(page).getByLabel('Lugares permitidos').selectOption('off')
  await button(dialog(page), 'Guardar vínculo').click()
  await expect(lock).toContainText('Cualquier lugar')
  await button(page, 'Deshacer').last().click()
  await expect(lock).toContainText('Estos lugares')
  await expect(lock.getByRole('listitem')).toHaveCount(5)
  // it may be in another country, and its data would stay cut: other tests take such SIMs for those of an alarm
  const freed = await page.request.post(`/api/sim/lock/${icc}`, { headers, data: { area: { mode: 'off' } } })
  expect(freed.status()).toBe(200)
})

test('the SIMs of a group inherit its lock; one has its own instead, and inherits again', async ({ page }) => {
  await logInAs(page, ANA)
  const icc = await openSim(page, WITHOUT_LABELS, 120)
  const moved = await page.request.post(`/api/sim/group/${icc}`, { headers, data: { group: 'e2e Vínculo' } })
  expect(moved.status()).toBe(200)

  await openList(page)
  const groups = await manage(page, 'grupos')
  await button(groups, 'Vínculo de las SIMs del grupo «e2e Vínculo»').click()
  const policy = page.getByRole('dialog', { name: 'Vínculo de las SIMs del grupo «e2e Vínculo»' })
  await expect(policy.getByLabel('Dispositivos permitidos')).toBeFocused()
  await policy.getByLabel('Dispositivos permitidos').selectOption('imei')
  await policy.getByLabel('IMEI', { exact: true }).fill('nada')
  await button(policy, 'Guardar vínculo').click()
  await expect(policy.getByText('El IMEI debe tener 15 dígitos y su dígito verificador')).toBeVisible()
  await policy.getByLabel('Dispositivos permitidos').selectOption('tac')
  await policy.getByLabel('Modelos').fill('35694900')
  await expectAccessibleInBothThemes(page)
  await button(policy, 'Guardar vínculo').click()
  await expect(policy).toHaveCount(0)
  await expect(groups.getByText('Vínculo: Estos modelos: 35694900')).toBeVisible()
  await button(groups, 'Vínculo de las SIMs del grupo «e2e Vínculo»').press('Enter')
  await page.keyboard.press('Escape')
  await expect(groups).toBeVisible()

  await page.goto(`/sims/${icc}`)
  await page.getByRole('tab', { name: 'Dispositivo' }).click()
  const lock = page.getByRole('region', { name: 'Vínculo' })
  await expect(lock).toContainText('Hereda el vínculo del grupo «e2e Vínculo».')
  await expect(lock.getByRole('listitem')).toHaveText(['35694900'])
  await button(lock, 'Editar').click()
  await expect(dialog(page)).toContainText('Si lo edita aquí, la SIM pasa a tener uno propio.')
  await dialog(page).getByLabel('Dispositivos permitidos').selectOption('off')
  await button(dialog(page), 'Guardar vínculo').click()
  await expect(lock).toContainText('Tiene un vínculo propio en lugar del que da el grupo «e2e Vínculo».')
  await expect(lock).toContainText('Cualquier dispositivo')
  await button(lock, 'Editar').click()
  await button(dialog(page), 'Heredar').click()
  await expect(lock).toContainText('Hereda el vínculo del grupo «e2e Vínculo».')
  await expectAccessibleInBothThemes(page)

  await openList(page)
  await manage(page, 'grupos')
  await button(groups, 'Vínculo de las SIMs del grupo «e2e Vínculo»').click()
  await button(policy, 'Quitar vínculo').click()
  await expect(policy).toHaveCount(0)
  await expect(groups.getByText('Vínculo: Estos modelos: 35694900')).toHaveCount(0)
})

test('the SIMs of a whole company can have a lock before there is any group', async ({ page }) => {
  await logInAs(page, FLOTA)
  await openList(page)
  const groups = await manage(page, 'grupos')
  await expect(groups.getByText('Todavía no hay grupos')).toBeVisible()
  await button(groups, /^Vínculo de todas las SIMs de/).click()
  const policy = page.getByRole('dialog', { name: 'Vínculo de las SIMs de la empresa' })
  await expect(policy.getByLabel('Dispositivos permitidos')).toBeFocused()
  await expectAccessibleInBothThemes(page)
})
