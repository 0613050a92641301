import { expect } from '@playwright/test'
import { getOperation, type OperationData } from '#contract/operations/operations.calls.ts'
import { activateSim, hibernateSim, reactivateSim } from '#contract/operations/sim-actions.calls.ts'
import { ATTEMPTS, answerWith, refuseWith } from './support/answers.ts'
import { ANA, logInAs } from './support/people.ts'
import { ACTIVE, actions, button, choose, dialog, openSim } from './support/sim-dialogs.ts'
import { test } from './support/test.ts'

test.use({ viewport: { width: 1440, height: 900 } })

/** The network reports the slowest accepted change some seconds later; the page polls every two. */
const SETTLED = { timeout: 60_000 }

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

  const SUCCESS = '[data-tone=active] .tabler-icon-circle-check'
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
    companyName: 'Transportes Andes Sur SpA',
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
      return keys.length <= ATTEMPTS ? route.abort() : route.fallback()
    })
    await openSim(page, ACTIVE, 28)
    await button(actions(page), 'Hibernar').click()
    await button(dialog(page), 'Hibernar la SIM').click()
    await expect(dialog(page).getByRole('alert')).toContainText('No hay conexión con el servicio')
    await button(dialog(page), 'Reintentar').click()
    await expect(dialog(page).getByRole('status')).toContainText('La SIM fue hibernada', SETTLED)
    expect(keys).toEqual(Array(ATTEMPTS + 1).fill(keys[0]))
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
