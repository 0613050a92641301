import { expect } from '@playwright/test'
import { getOperation, type OperationData } from '#contract/operations/operations.calls.ts'
import { activateSim, hibernateSim, reactivateSim } from '#contract/operations/sim-actions.calls.ts'
import { setPreferences } from './support/accessibility.ts'
import { answerWith, refuseWith } from './support/answers.ts'
import { ADMIN, ANA, logInAs } from './support/people.ts'
import { ACTIVE, actions, button, CHILE, chip, choose, dialog, openMenu, openSim, simWith } from './support/sim-dialogs.ts'
import { iccOf, openList, row } from './support/sims-page.ts'
import { test } from './support/test.ts'

test.use({ viewport: { width: 1440, height: 900 } })

const LUIS = 'luis@andes.test'
/** The network reports the slowest accepted change some seconds later; the page polls every two. */
const SETTLED = { timeout: 60_000 }

test.describe('the option menu', () => {
  test('opens from a row by its button or by M, and returns the focus', async ({ page }) => {
    await logInAs(page, ANA)
    await openList(page)
    const icc = await iccOf(page, 2)
    await row(page, 2).hover()
    await button(row(page, 2), 'Opciones').click()
    await expect(dialog(page)).toContainText(icc.slice(-4))
    await page.keyboard.press('Escape')
    await expect(dialog(page)).toHaveCount(0)
    await expect(page.getByRole('grid')).toBeFocused()
    await page.keyboard.press('j')
    await page.keyboard.press('m')
    await expect(button(dialog(page), /^Detalles/)).toBeVisible()
  })

  test("opens the SIM's details in a dialog, which opens them beside the list or as a page; a row opens the panel [S2.40, S9.12]", async ({
    page,
  }) => {
    await logInAs(page, ADMIN)
    // of a company whose SIMs no other test changes: the row keeps its SIM
    await openList(page, '?status=2&company=6')
    const icc = await iccOf(page, 2)
    const panel = page.getByRole('complementary', { name: `SIM ${icc}` })
    const details = page.getByRole('dialog', { name: /^Detalles/ })
    const open = async () => {
      await row(page, 2).hover()
      await button(row(page, 2), 'Opciones').click()
      await button(dialog(page), /^Detalles/).click()
      await expect(details).toContainText(icc.slice(-4))
    }
    await open()
    expect((await details.boundingBox())?.width).toBe(750)
    await expect(details.getByRole('tab')).toHaveText(['Identificación', 'Dispositivo', 'Conexión', 'Consumo', 'Ubicación'])
    await details.getByRole('tab', { name: 'Dispositivo' }).click()
    await expect(details.getByRole('tabpanel')).toContainText('IMEI')
    await expect(page).not.toHaveURL(/[?&]sim=/)
    await button(details, 'Abrir junto a la lista').click()
    await expect(details).toHaveCount(0)
    await expect(panel).toBeVisible()
    await expect(page).toHaveURL(new RegExp(`[?&]sim=${icc}`))
    await page.keyboard.press('Escape')
    await expect(panel).toHaveCount(0)

    await open()
    await details.getByRole('tab', { name: 'Conexión' }).click()
    await details.getByRole('link', { name: 'Abrir como página' }).click()
    await expect(page).toHaveURL(new RegExp(`/sims/${icc}[?]`))
    await expect(page.getByRole('heading', { level: 1, name: `SIM ${icc}` })).toBeVisible()
    await expect(page.getByRole('tab', { name: 'Conexión' })).toHaveAttribute('aria-selected', 'true')
    await expect(details).toHaveCount(0)
    await page.getByRole('navigation', { name: 'Ruta' }).getByRole('link', { name: 'SIMs' }).click()
    await expect(page).toHaveURL(/\/sims[?].*status=2/)

    await row(page, 2).getByRole('gridcell').nth(2).click()
    await expect(panel).toBeVisible()
    await expect(dialog(page)).toHaveCount(0)
  })

  test('and its dialogs have the widths of the specification [S9.12]', async ({ page }) => {
    await logInAs(page, ANA)
    await openSim(page, ACTIVE, 20)
    const width = async () => (await dialog(page).boundingBox())?.width
    await openMenu(page)
    await expect.poll(width).toBe(700)
    await page.keyboard.press('Escape')
    for (const [name, expected] of [
      [/^Diagnosticar/, 1000],
      [/^Reiniciar/, 500],
      [/^Hibernar/, 500],
      [/^Dar de baja/, 500],
      [/^Enviar SMS/, 750],
      [/^Editar campos/, 750],
      [/^Configuración APN/, 750],
    ] as const) {
      await choose(page, name)
      await expect.poll(width, String(name)).toBe(expected)
      await page.keyboard.press('Escape')
      await expect(dialog(page)).toHaveCount(0)
    }
  })

  test('and the list open each dialog of the specification [S2.40]', async ({ page }) => {
    test.slow()
    await logInAs(page, ANA)
    const open = async (filter: object, entries: readonly (readonly [RegExp, RegExp])[]) => {
      await openSim(page, filter, 40)
      for (const [entry, title] of entries) {
        await choose(page, entry)
        await expect(dialog(page).getByRole('heading', { level: 2 })).toContainText(title)
        await page.keyboard.press('Escape')
        await expect(dialog(page)).toHaveCount(0)
      }
    }
    await open({ simTypeIds: [2], administrativeStatusIds: [1] }, [[/^Activar/, /^Activar esta SIM/]])
    await open(ACTIVE, [
      [/^Reiniciar/, /^Reiniciar esta SIM/],
      [/^Hibernar/, /^Hibernar esta SIM/],
      [/^Diagnosticar/, /^Diagnóstico/],
      [/^Editar campos/, /^Editar campos/],
      [/^Enviar SMS/, /^Enviar SMS/],
      [/^Configuración APN/, /^Configuración APN/],
    ])
    await openList(page, '?status=2')
    await row(page, 1).hover()
    await button(row(page, 1), 'Opciones').click()
    await expect(dialog(page).getByRole('heading', { level: 2 })).toContainText('Opciones')
    await button(dialog(page), /^Detalles/).click()
    await expect(dialog(page).getByRole('heading', { level: 2 })).toContainText('Detalles')
    await page.keyboard.press('Escape')
    await expect(dialog(page)).toHaveCount(0)
    await row(page, 1).getByRole('checkbox').click()
    await button(page.getByRole('toolbar', { name: /^Acciones para/ }), 'Acciones').click()
    await button(page.getByRole('dialog', { name: /^Elija una acción para/ }), 'Hibernar').click()
    await expect(page.getByRole('dialog', { name: 'Hibernar 1 SIM' })).toBeVisible()
  })

  test('lists unavailable actions with the reason', async ({ page }) => {
    await logInAs(page, ANA)
    await openSim(page, ACTIVE, 21)
    const menu = await openMenu(page)
    await expect(button(menu, /^Activar/)).toHaveCount(0)
    await menu.getByText(/^No disponible ahora/).click()
    await expect(menu.getByRole('listitem').filter({ hasText: /^Activar/ })).toContainText('La SIM ya está en ese estado')
  })
})

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
    await expect(confirmation).toContainText(/It costs \$[\d.]+ CLP per cycle, plan /)
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
    await expect(page.getByText(`Activated by ${ANA}`).first()).toBeVisible(SETTLED)
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
    await expect(page.getByText(new RegExp(`Hiberna.* por ${ANA}`)).first()).toBeVisible(SETTLED)
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
  await confirmation.getByLabel('Motivo (opcional)').fill('Camión vendido')
  await button(confirmation, 'Dar de baja la SIM').click()
  await expect(dialog(page)).toContainText(/Se puede retirar hasta el \d/)
  await button(dialog(page), 'Aceptar').click()
  await expect(chip(page, 'Baja solicitada')).toBeVisible(SETTLED)
  await expect(page.getByText(`Baja solicitada por ${ANA}`, { exact: true })).toBeVisible()
  await button(actions(page), 'Retirar la baja').click()
  await button(dialog(page), 'Retirar la baja').click()
  await expect(dialog(page).getByRole('status')).toContainText('La baja se retiró')
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

test.describe('the result of an action', () => {
  const CASES = [
    { call: hibernateSim, filter: ACTIVE, open: 'Hibernar', yes: 'Hibernar la SIM' },
    {
      call: reactivateSim,
      filter: { simTypeIds: [2], administrativeStatusIds: [11] },
      open: 'Reactivar',
      yes: 'Reactivar la SIM',
    },
    {
      call: activateSim,
      filter: { simTypeIds: [2], administrativeStatusIds: [1] },
      open: 'Activar',
      yes: 'Activar la SIM',
    },
  ] as const
  const DATA = {
    operationId: 1,
    icc: '89560300041827741933',
    state: 'succeeded',
    simAdministrativeStatusId: 2,
    targetStatusId: null,
    dueAt: null,
  }

  const SUCCESS = '.sa-tile.active .tabler-icon-circle-check'
  const RUNNING: OperationData = {
    operationId: 7,
    kind: 'hibernate',
    state: 'running',
    total: 1,
    counts: { pending: 1, running: 0, succeeded: 0, failed: 0, skipped: 0, cancelled: 0 },
    percent: 0,
    source: 'single',
    filter: null,
    fileName: null,
    parameters: {},
    reason: '',
    user: ANA,
    companyId: 4,
    createdAt: '2026-11-21T12:42:00Z',
    scheduledAt: null,
    startedAt: '2026-11-21T12:42:00Z',
    finishedAt: null,
    coolingUntil: null,
    rate: null,
    expectedAt: null,
    reasons: [],
    actions: [],
    summary: '',
  }

  for (const { call, filter, open, yes } of CASES) {
    test(`${open}: an alert with the message of the server, for status true and for an error [S8.07]`, async ({ page }) => {
      await logInAs(page, ANA)
      const address = `**/api${call.path.replace('{id}', '*')}`
      await page.route(address, (route) =>
        route.fulfill({ json: { status: true, data: DATA, message: 'Así dice el servidor', error: null } }),
      )
      await openSim(page, filter, 26)
      await button(actions(page), open).click()
      await button(dialog(page), yes).click()
      await expect(dialog(page).getByRole('status')).toContainText('Así dice el servidor')
      await expect(dialog(page).locator(SUCCESS)).toBeVisible()
      await button(dialog(page), 'Aceptar').click()
      await expect(dialog(page)).toHaveCount(0)
      await page.unroute(address)
      await refuseWith(page, call, { code: 'network_refused', error: 'La red dijo que no' })
      await button(actions(page), open).click()
      await button(dialog(page), yes).click()
      await expect(dialog(page).getByRole('alert')).toContainText('La red dijo que no')
      await expect(dialog(page)).toContainText('req-7f3a91c2')
    })
  }

  test('an operation that continues shows success with its message, and ends with the message of the server [S8.07]', async ({
    page,
  }) => {
    await logInAs(page, ANA)
    const data = { ...DATA, operationId: 7, state: 'pending' }
    await page.route('**/api/sim/hibernate/*', (route) =>
      route.fulfill({ json: { status: true, data, message: 'Así empieza, dice el servidor', error: null } }),
    )
    await answerWith(page, getOperation, RUNNING)
    await openSim(page, ACTIVE, 30)
    await button(actions(page), 'Hibernar').click()
    await button(dialog(page), 'Hibernar la SIM').click()
    await expect(dialog(page).getByRole('status')).toContainText('Así empieza, dice el servidor')
    await expect(dialog(page).locator(SUCCESS)).toBeVisible()
    await expect(dialog(page)).toContainText('Puede cerrar esta ventana')
    const ended = { ...RUNNING, state: 'finished' as const, counts: { ...RUNNING.counts, pending: 0, succeeded: 1 } }
    await answerWith(page, getOperation, { ...ended, summary: 'Así termina, dice el servidor' })
    await expect(dialog(page).getByRole('status')).toContainText('Así termina, dice el servidor')
    await expect(dialog(page).locator(SUCCESS)).toBeVisible()
    await expect(dialog(page)).not.toContainText('Puede cerrar esta ventana')
  })

  test('OK closes the dialogs of the action, and the next attempt has a new idempotency key [S4.19]', async ({ page }) => {
    await logInAs(page, ANA)
    await refuseWith(page, hibernateSim, { code: 'network_refused', error: 'La red dijo que no' })
    const keys: (string | undefined)[] = []
    page.on('request', (request) => {
      if (request.url().includes('/sim/hibernate/')) keys.push(request.headers()['idempotency-key'])
    })
    await openSim(page, ACTIVE, 27)
    for (const time of [1, 2]) {
      const confirmation = await choose(page, /^Hibernar/)
      await expect(confirmation.getByRole('alert')).toHaveCount(0)
      await expect(confirmation.getByLabel('Motivo (opcional)')).toHaveValue('')
      await confirmation.getByLabel('Motivo (opcional)').fill(`Vez ${time}`)
      await button(confirmation, 'Hibernar la SIM').click()
      await expect(confirmation.getByRole('alert')).toBeVisible()
      await button(confirmation, 'Aceptar').click()
      await expect(dialog(page)).toHaveCount(0)
    }
    expect(keys).toHaveLength(2)
    expect(keys[0]).toMatch(/^[0-9a-f]{32}$/)
    expect(keys[1]).toMatch(/^[0-9a-f]{32}$/)
    expect(keys[1]).not.toBe(keys[0])
  })

  test('that never arrived is requested again with the same key', async ({ page }) => {
    await logInAs(page, ANA)
    const keys: (string | undefined)[] = []
    await page.route('**/api/sim/hibernate/*', (route) => {
      keys.push(route.request().headers()['idempotency-key'])
      return keys.length === 1 ? route.abort() : route.fallback()
    })
    await openSim(page, ACTIVE, 28)
    await button(actions(page), 'Hibernar').click()
    await button(dialog(page), 'Hibernar la SIM').click()
    await expect(dialog(page).getByRole('alert')).toContainText('No hay conexión con el servicio')
    await button(dialog(page), 'Reintentar').click()
    await expect(dialog(page).getByRole('status')).toContainText('La SIM fue hibernada', SETTLED)
    expect(keys).toHaveLength(2)
    expect(keys[1]).toBe(keys[0])
  })

  test('appears as a popup when the dialog was closed', async ({ page }) => {
    await logInAs(page, ANA)
    const { promise, resolve } = Promise.withResolvers<void>()
    await page.route('**/api/sim/reset/*', async (route) => {
      await promise
      const data = { ...DATA, success: true, result: 'Reiniciada', takesEffect: 'now' }
      await route.fulfill({ json: { status: true, data, message: 'La SIM fue reiniciada', error: null } })
    })
    await openSim(page, ACTIVE, 29)
    await button(actions(page), 'Reiniciar').click()
    await button(dialog(page), 'Reiniciar la SIM').click()
    await expect(button(dialog(page), 'Reiniciando')).toHaveAttribute('aria-busy', 'true')
    await page.keyboard.press('Escape')
    await expect(dialog(page)).toHaveCount(0)
    resolve()
    await expect(page.getByRole('region', { name: 'Avisos' })).toContainText('La SIM fue reiniciada')
  })
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
