import { expect, type Page } from '@playwright/test'
import type { CallData } from '#contract/call.ts'
import { askPlanAdvice, getAdvisedSims, getPlanAdvice } from '#contract/plans/plan-advice.calls.ts'
import { getPlans } from '#contract/plans/plans.calls.ts'
import { expectAccessibleInBothThemes, SIZES, setPreferences } from './support/accessibility.ts'
import { answerWith, holdBack, refuseWith } from './support/answers.ts'
import { ANA, logInAs } from './support/people.ts'
import { test } from './support/test.ts'

type Advice = CallData<typeof getPlanAdvice>
type Last = NonNullable<Advice['last']>
type Result = Last['result']

/** Months of usage of tens of thousands of SIMs, behind all other work of a busy machine. */
const COMPUTED_MS = 900_000

const plan = (planCode: string, planName: string, sims: [today: number, advised: number]): Result['plans'][number] => ({
  ...{ planCode, planName, currency: 'CLP', pooled: false, dataMb: 250, use: [3, 10, 5, 2, 1, 1] },
  today: { sims: sims[0], amountMinor: sims[0] * 1_200 },
  advised: { sims: sims[1], amountMinor: sims[1] * 900 },
})

const RESULT: Result = {
  ...{ sims: 42, termsOf: '2026-12-01', cycles: [{ start: '2026-10-01', end: '2026-11-01' }] },
  totals: [{ currency: 'CLP', invoicedMinor: 50_100, todayMinor: 50_400, advisedMinor: 40_000, atMostMinor: 41_000 }],
  plans: [plan('CL-IOT250', 'IoT 250 MB', [42, 30]), plan('CL-TEL50', 'M2M 50 MB', [0, 12])],
  moves: [{ planCode: 'CL-TEL50', sims: 12, from: [{ planCode: 'CL-IOT250', sims: 12 }] }],
}
const LAST: Last = {
  ...{ adviceId: '6f1c9a52-7a1e-4b7a-9a1e-52b1f0f5c6d7', askedAt: '2026-11-20T12:00:00.000Z', actor: 'ana@andes.test' },
  options: { cycles: 1, marginPercent: 20, maxMoves: 12, exceptPlans: [], exceptSims: ['8956030041827000001'] },
  result: RESULT,
}
/** Advice of the 20th of a month, of which the next cycle is invoiced. */
const followed = (month: string, savedMinor: number): Advice['followed'][number] => ({
  ...{ adviceId: `6f1c9a52-7a1e-4b7a-9a1e-52b1f0f5c6${month}`, askedAt: `2026-${month}-20T12:00:00.000Z`, actor: LAST.actor },
  ...{ sims: 30, promised: [{ currency: 'CLP', amountMinor: 21_000 }] },
  outcome: {
    cycle: RESULT.cycles[0] ?? { start: '', end: '' },
    moved: 28,
    saved: [{ currency: 'CLP', amountMinor: savedMinor }],
  },
})
const ADVICE: Advice = {
  ...{ company: 3, companyName: 'Transportes Andes Sur SpA', running: null, failedAt: null, last: LAST },
  followed: [
    {
      ...{ adviceId: LAST.adviceId, askedAt: LAST.askedAt, actor: LAST.actor, sims: 12 },
      ...{ promised: [{ currency: 'CLP', amountMinor: 10_400 }], outcome: null },
    },
    ...[followed('09', 19_750), followed('08', 21_000), followed('07', -1_250)],
  ],
}
const RUNNING = { adviceId: LAST.adviceId, askedAt: '2026-11-25T12:00:00.000Z', actor: 'beto@andes.test', percent: 34 }

/** Answers with advice, and with pages of twelve SIMs. */
async function answerWithAdvice(page: Page, advice: Advice): Promise<void> {
  await answerWith(page, getPlanAdvice, advice)
  const sims = Array.from({ length: 12 }, (_, n) => ({
    ...{ icc: `89560300418270${String(n).padStart(6, '0')}`, from: 'CL-IOT250', todayMinor: 1_200, advisedMinor: 900 },
  }))
  await page.route(`**/api${getAdvisedSims.path}*`, (route) => {
    const query = new URL(route.request().url()).searchParams
    const after = Number(query.get('after'))
    const data = sims.slice(after, after + Number(query.get('limit')))
    return route.fulfill({ json: { status: true, data, message: '', error: null } })
  })
}

const changes = (page: Page) => page.getByRole('button', { name: /^Cambiar [\d.]+ SIMs? a / })

test('a customer sees how plans are used, what others would save, and opens the change with exactly those SIMs', async ({
  page,
}) => {
  test.setTimeout(2 * COMPUTED_MS)
  await logInAs(page, ANA)
  await page.goto('/plans')
  await page.getByRole('link', { name: 'Optimizar planes' }).click()
  await expect(page).toHaveURL('/plans/optimise')
  await page.getByRole('button', { name: 'Calcular el ahorro' }).click()
  await expect(page.getByRole('progressbar', { name: 'Avance del cálculo' })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('progressbar')).toBeHidden({ timeout: COMPUTED_MS })
  await expect(page.getByRole('region', { name: 'Por plan', exact: true })).toBeVisible({ timeout: COMPUTED_MS })
  await expect(page.getByText(/Pedido el .* por Ana Fuentes/)).toBeVisible()
  const plans = page.getByRole('table', { name: 'Por plan' }).getByRole('row')
  await expect(plans.nth(1)).toContainText(/hasta 25 %: [\d.]+ SIM/)
  const totals = page.getByRole('region', { name: 'Por ciclo' }).first()
  await expect(totals).toContainText(/Con los planes actuales\s*\$[\d.]+ CLP/)
  await expect(totals).toContainText(/Ahorro por ciclo\s*\$[\d.]+ CLP/)
  const change = changes(page).last()
  const count = /[\d.]+/.exec((await change.getAttribute('aria-label')) ?? '')?.[0] ?? ''
  await change.click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByLabel('Plan nuevo')).not.toHaveValue('')
  await expect(dialog.getByRole('button', { name: 'Próximo ciclo' })).toHaveAttribute('aria-pressed', 'true')
  await dialog.getByRole('button', { name: 'Revisar' }).click()
  await expect(dialog.getByRole('button', { name: new RegExp(`Cambiar el plan de ${count} SIM`) })).toBeVisible()
})

test('what is asked for is sent, after it is checked', async ({ page }) => {
  await logInAs(page, ANA)
  await answerWithAdvice(page, ADVICE)
  await page.goto('/plans/optimise')
  const options = page.getByRole('region', { name: 'Opciones' })
  const asked = options.getByText(/último ciclo · margen de 20.% · a lo más 12 SIMs · 1 SIM se queda/)
  await expect(asked).toBeVisible()
  await expect(options.getByRole('button', { name: 'Calcular' })).toBeHidden()
  await expect(changes(page)).toHaveText('Cambiar 12 SIMs')
  await expect(page.getByRole('table', { name: 'Pasar a M2M 50 MB' }).getByRole('row')).toHaveCount(11)
  await page.getByRole('button', { name: 'Ver 2 más' }).click()
  await expect(page.getByRole('table', { name: 'Pasar a M2M 50 MB' }).getByRole('row')).toHaveCount(13)
  await asked.click()
  await options.getByText('Planes y SIMs que no entran').click()
  await expect(options.getByLabel('SIMs que se quedan como están')).toHaveValue('8956030041827000001')
  await expect(options.getByLabel('Margen de seguridad')).toHaveValue('20')
  await options.getByLabel('SIMs que cambian, como máximo').fill('0')
  await options.getByLabel('SIMs que se quedan como están').fill('89560300418270 esta')
  await options.getByRole('button', { name: 'Calcular' }).click()
  await expect(options).toContainText('Un número entero desde 1')
  await expect(options).toContainText('No es un ICC: 89560300418270')
  await options.getByLabel('SIMs que cambian, como máximo').fill('2')
  await options.getByLabel('SIMs que se quedan como están').fill('8956030041827000001, 8956030041827000002')
  await options.getByLabel('Ciclos').selectOption({ label: 'El último' })
  await options.getByLabel('Margen de seguridad').selectOption({ label: 'Sin margen' })
  await options.getByRole('checkbox', { name: /M2M 50 MB CL-TEL50/ }).check()
  await answerWith(page, askPlanAdvice, { ...ADVICE, running: RUNNING })
  const sent = page.waitForRequest((request) => request.method() === 'POST' && request.url().endsWith(askPlanAdvice.path))
  await options.getByRole('button', { name: 'Calcular' }).click()
  expect((await sent).postDataJSON()).toEqual({
    ...{ cycles: 1, marginPercent: 0, maxMoves: 2, exceptPlans: ['CL-TEL50'] },
    exceptSims: ['8956030041827000001', '8956030041827000002'],
  })
})

test('changes come first, closed where there are several, then each plan with its use and what changes', async ({ page }) => {
  await logInAs(page, ANA)
  const moves: Result['moves'] = [
    {
      ...{ planCode: 'CL-TEL50', sims: 12 },
      from: [
        { planCode: 'CL-IOT250', sims: 11 },
        { planCode: 'CL-OLD', sims: 1 },
      ],
    },
    // as an earlier version kept it
    { planCode: 'CL-IOT250', sims: 1 },
  ]
  await answerWithAdvice(page, { ...ADVICE, last: { ...LAST, result: { ...RESULT, moves } } })
  await page.goto('/plans/optimise')
  await expect(changes(page)).toHaveText(['Cambiar 12 SIMs', 'Cambiar 1 SIM'])
  const changed = page.getByRole('region', { name: 'Cambios propuestos' })
  await expect(changed.getByText('desde IoT 250 MB (11) y 1 plan más')).toBeVisible()
  await expect(changed.getByText(/^desde/)).toHaveCount(1)
  const sims = page.getByRole('table', { name: 'Pasar a M2M 50 MB' })
  await expect(sims).toHaveCount(0)
  const opener = page.getByRole('button', { name: /^Pasar a M2M 50 MB/ })
  await opener.click()
  await expect(opener).toHaveAttribute('aria-expanded', 'true')
  await expect(sims.getByRole('row').nth(1)).toContainText('−$300 CLP')
  const plans = page.getByRole('table', { name: 'Por plan' }).getByRole('row')
  await expect(plans.nth(1)).toContainText(/CL-IOT250 · 250.MB.*nada: 3 SIMs, hasta 25 %: 10 SIMs/)
  await expect(plans.nth(1)).toContainText(/42 → 30\$50\.400 → \$27\.000 CLP−\$23\.400 CLP/)
  await expect(plans.nth(2)).toContainText(/0 → 12\$0 → \$10\.800 CLP\+\$10\.800 CLP/)
})

test('no advice yet, a company without SIMs, the best plans and failures are said', async ({ page }) => {
  await logInAs(page, ANA)
  const none: Result = { ...RESULT, totals: [], plans: [], moves: [] }
  const cases: readonly [Partial<Advice>, string][] = [
    [{ last: null }, 'Calcule el ahorro de Transportes Andes Sur SpA'],
    [{ last: { ...LAST, result: { ...none, sims: 0 } } }, 'La empresa no tiene SIMs'],
    [{ last: { ...LAST, result: none } }, 'Sus SIMs ya tienen los planes más baratos'],
    [{ last: null, failedAt: LAST.askedAt }, 'No se pudo calcular'],
  ]
  for (const [advice, text] of cases) {
    await answerWithAdvice(page, { ...ADVICE, ...advice })
    await page.goto('/plans/optimise')
    await expect(page.getByText(text)).toBeVisible()
  }
  await refuseWith(page, getPlanAdvice, { code: 'invalid_request', error: 'Algo falló' })
  await page.goto('/plans/optimise')
  await expect(page.getByText('No se pudo cargar el último cálculo')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Reintentar' })).toBeVisible()
})

test('the first advice is asked for by name of the company, with options that are folded', async ({ page }) => {
  await logInAs(page, ANA)
  const headers = { 'x-api-key': 'enlace-web' }
  const { company } = (await (await page.request.get(`/api${getPlanAdvice.path}`, { headers })).json()).data
  const none = { ...ADVICE, company, last: null, followed: [] }
  await answerWithAdvice(page, none)
  await page.goto('/plans/optimise')
  const first = page.getByRole('region', { name: 'Calcule el ahorro de Transportes Andes Sur SpA' })
  await expect(first).toContainText(/[\d.]+ SIMs? activas? en \d+ plan/)
  const options = page.getByRole('region', { name: 'Opciones' })
  // of which company is in view though the address has none, and can be changed but not removed
  const main = page.getByRole('main')
  await expect(main.getByRole('button', { name: 'Empresa Transportes Andes Sur SpA' })).toBeVisible()
  await expect(main.getByRole('button', { name: /^Quitar / })).toHaveCount(0)
  await main.getByRole('button', { name: 'Empresa Transportes Andes Sur SpA' }).click()
  await expect(page.getByRole('dialog').getByRole('button', { name: /^Transportes Andes Sur SpA/ })).toHaveAttribute(
    'aria-pressed',
    'true',
  )
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Todos', exact: true })).toHaveCount(0)
  await page.keyboard.press('Escape')
  await options.getByText(/últimos 3 ciclos · margen de 10.% · sin límite de cambios/).click()
  await options.getByLabel('Ciclos').selectOption({ label: 'El último' })
  await options.getByLabel('SIMs que cambian, como máximo').fill('0')
  await options.getByText('Opciones:').click()
  // a problem opens them
  await first.getByRole('button', { name: 'Calcular el ahorro' }).click()
  await expect(options.getByLabel('SIMs que cambian, como máximo')).toBeFocused()
  await options.getByLabel('SIMs que cambian, como máximo').fill('2')
  await expect(options.getByText(/último ciclo · margen de 10.% · a lo más 2 SIMs/)).toBeVisible()
  const begun = { ...none, running: RUNNING }
  await answerWithAdvice(page, begun)
  await answerWith(page, askPlanAdvice, begun)
  const sent = page.waitForRequest((request) => request.method() === 'POST' && request.url().endsWith(askPlanAdvice.path))
  await first.getByRole('button', { name: 'Calcular el ahorro' }).click()
  expect((await sent).postDataJSON()).toMatchObject({ cycles: 1, marginPercent: 10, maxMoves: 2 })
  await expect(page.getByRole('region', { name: 'Avance del cálculo' })).toBeFocused()
})

test('the first calculation can be started once its SIMs are counted: its button moves no more', async ({ page }) => {
  await logInAs(page, ANA)
  await answerWithAdvice(page, { ...ADVICE, last: null, followed: [] })
  const release = await holdBack(page, { ...getPlans, path: `${getPlans.path}*` })
  await page.goto('/plans/optimise')
  await expect(page.getByRole('region', { name: 'Opciones' }).getByText('Opciones:')).toBeVisible()
  const start = page.getByRole('button', { name: 'Calcular el ahorro' })
  await expect(start).toBeHidden()
  release()
  await expect(start).toBeVisible()
})

test('the plans show what the last advice saves, and what is left of it once SIMs follow it', async ({ page }) => {
  await logInAs(page, ANA)
  await answerWithAdvice(page, { ...ADVICE, followed: [] })
  await page.goto('/plans')
  const totals = page.getByRole('region', { name: 'Total por ciclo' }).first()
  await expect(totals).toContainText(/Por ciclo.*[\d.]+ SIMs activas/)
  await totals.getByRole('link', { name: /Ahorro posible.*\$10\.400\s*CLP.*Transportes Andes Sur SpA/ }).click()
  await expect(page).toHaveURL('/plans/optimise')
  await answerWithAdvice(page, ADVICE)
  await page.goto('/plans')
  await expect(totals.getByText('SIMs activas', { exact: true })).toBeVisible()
  // a figure of its own is not the note of another
  await expect(totals).toContainText(/Por ciclo.*en \d+ planes/)
  await expect(totals.getByRole('link', { name: /Ahorro/ })).toBeHidden()
  const moves: Result['moves'] = [
    {
      planCode: 'CL-TEL50',
      sims: 12,
      savedMinor: 8_000,
      operation: { operationId: 10, state: 'scheduled', failed: 0, open: 12 },
    },
    { planCode: 'CL-IOT250', sims: 3, savedMinor: 2_400 },
  ]
  await answerWithAdvice(page, { ...ADVICE, last: { ...LAST, result: { ...RESULT, moves } } })
  await page.goto('/plans')
  await totals.getByRole('link', { name: /Ahorro pendiente.*\$2\.400\s*CLP/ }).click()
  // it leads to the same figure
  await expect(page.getByRole('region', { name: 'Por ciclo', exact: true })).toContainText(
    /Ahorro pendiente por ciclo\s*\$2\.400\s*CLP\s*de \$10\.400 propuestos/,
  )
})

test('while it is computed the page shows how far it is, also for who did not ask, and the last one', async ({ page }) => {
  await logInAs(page, ANA)
  await answerWithAdvice(page, { ...ADVICE, running: RUNNING })
  await page.goto('/plans/optimise')
  await expect(page.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '34')
  await expect(page.getByText(/por beto@andes.test/)).toBeVisible()
  await page.getByText('Calcular con otras opciones').click()
  await expect(page.getByRole('button', { name: 'Calculando…' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Por plan', exact: true })).toBeVisible()
  await answerWithAdvice(page, ADVICE)
  await expect(page.getByRole('button', { name: 'Calcular' })).toBeVisible()
  await expect(page.getByRole('progressbar')).toBeHidden()
})

test('what was promised stands beside what was saved, once the cycle is invoiced', async ({ page }) => {
  await logInAs(page, ANA)
  await answerWithAdvice(page, ADVICE)
  await page.goto('/plans/optimise')
  const section = page.getByRole('region', { name: 'Prometido y ahorrado' })
  const rows = section.getByRole('table', { name: 'Prometido y ahorrado' }).getByRole('row')
  await expect(rows).toHaveCount(4)
  await expect(rows.nth(1)).toContainText(/20 nov 2026.*12—\$10\.400 CLPSe sabrá con la factura/)
  await expect(rows.nth(2)).toContainText(/28 de 301–31 oct\$21\.000 CLP\$19\.750 CLP/)
  await section.getByRole('button', { name: 'Ver 1 más' }).click()
  await expect(rows.nth(4)).toContainText(/20 jul 2026.*−\$1\.250 CLP/)
  await expect(section.getByRole('button')).toBeHidden()
})

test('an advice that SIMs followed says so and leads to their operations', async ({ page }) => {
  await logInAs(page, ANA)
  await answerWithAdvice(page, ADVICE)
  await page.goto('/plans/optimise')
  await expect(page.getByText('desde IoT 250 MB · 12 SIMs', { exact: true })).toBeVisible()
  const asked = page.getByText('Ya hay cambios pedidos con este cálculo.')
  await asked.getByRole('link', { name: 'Ver operaciones' }).click()
  await expect(page).toHaveURL('/operations?kind=plan')
  await answerWithAdvice(page, { ...ADVICE, followed: [] })
  await page.goto('/plans/optimise')
  await expect(asked).toHaveCount(0)
  // on a phone the changes are out of view
  const see = page.getByRole('button', { name: 'Ver las 12 SIMs por cambiar' })
  await expect(see).toBeHidden()
  await page.setViewportSize({ width: 390, height: 844 })
  await see.click()
  await expect(page.getByRole('region', { name: 'Cambios propuestos' })).toBeInViewport()
})

test('a change says what it saves, and once it is ordered leads to its operation', async ({ page }) => {
  await logInAs(page, ANA)
  const move = { planCode: 'CL-TEL50', sims: 12, savedMinor: 3_600 }
  const cycles = ['2026-08-01', '2026-09-01', '2026-10-01'].map((start) => ({ start, end: start }))
  const withMove = (moves: Result['moves'], pooled = false) => {
    const plans = RESULT.plans.map((one) => ({ ...one, pooled }))
    return { ...ADVICE, last: { ...LAST, result: { ...RESULT, cycles, plans, moves } } }
  }
  await answerWithAdvice(page, withMove([move]))
  await page.goto('/plans/optimise')
  const proposed = page.getByRole('region', { name: 'Cambios propuestos' })
  await expect(proposed.getByText(/^ahorra \$1\.200\s*CLP$/)).toBeVisible()
  await expect(proposed.getByText('por ciclo', { exact: true })).toBeVisible()
  // with what the pools save, the lines add up to the saving of $10.400 in three cycles
  await expect(proposed.getByRole('listitem').filter({ hasText: 'Menos exceso de los pools' })).toContainText(
    /con todos los cambios\s*ahorra \$2\.267\s*CLP/,
  )
  // it pays off by less overage of the pools
  await answerWithAdvice(page, withMove([{ ...move, savedMinor: -3_600 }], true))
  await page.reload()
  await expect(proposed.getByText(/^agrega \$1\.200\s*CLP\s*baja el exceso de los pools$/)).toBeVisible()
  await expect(proposed.getByText(/^por ciclo, sin el exceso de los pools/)).toBeVisible()
  await answerWithAdvice(page, withMove([{ ...move, operation: { operationId: 10, state: 'scheduled', failed: 0, open: 12 } }]))
  await page.reload()
  await expect(page.getByText('Programada · Ver operación n.º 10')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Ver operación n.º 10' })).toHaveAttribute('href', '/operations/10')
  await expect(changes(page)).toHaveCount(0)
  // the open operation is polled
  await answerWithAdvice(page, withMove([{ ...move, operation: { operationId: 10, state: 'finished', failed: 2, open: 0 } }]))
  await expect(page.getByText('Terminada, 2 fallidas · Ver operación n.º 10')).toBeVisible({ timeout: 20_000 })
})

test('advice is accessible', async ({ page }) => {
  await setPreferences(page, { language: 'en' })
  await logInAs(page, ANA)
  await answerWithAdvice(page, { ...ADVICE, running: RUNNING })
  for (const size of SIZES) {
    await page.setViewportSize(size)
    await page.goto('/plans/optimise')
    await expect(page.getByRole('region', { name: 'By plan', exact: true })).toBeVisible()
    await page.getByText('Calculate with other options').click()
    await page.getByText('Plans and SIMs left out').click()
    await expect(page.getByLabel('SIMs that stay as they are')).toBeVisible()
    await expectAccessibleInBothThemes(page)
  }
})
