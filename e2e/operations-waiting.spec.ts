import { expect, type Locator, type Page } from '@playwright/test'
import { encodeTsv } from '#contract/list-codec.ts'
import { NOTE_SENTENCES } from '#contract/operations/operation-messages.ts'
import { getOperation, type OperationData, operationItemList } from '#contract/operations/operations.calls.ts'
import { getSimActions } from '#contract/operations/sim-actions.calls.ts'
import { expectAccessible } from './support/accessibility.ts'
import { answerWith } from './support/answers.ts'
import { ANA, logInAs } from './support/people.ts'
import { answerSampleSim, ICC } from './support/sample-sim.ts'
import { test } from './support/test.ts'

const PHONE = { width: 390, height: 844 }
const WAITING_SINCE = '2026-11-21T11:35:00Z'
const REASON = NOTE_SENTENCES.network_busy.es
const WAITING = 'Esperando a la red desde el 21 nov 2026, 08:35'

const OPERATION: OperationData = {
  operationId: 7,
  kind: 'hibernate',
  state: 'running',
  total: 12,
  counts: { pending: 0, running: 3, succeeded: 9, failed: 0, skipped: 0, cancelled: 0 },
  percent: 75,
  source: 'list',
  filter: null,
  fileName: null,
  parameters: {},
  reason: '',
  user: 'carolina.fuentes@transportes-andes-sur.test',
  companyId: 3,
  companyName: 'Transportes Andes Sur SpA',
  createdAt: WAITING_SINCE,
  scheduledAt: null,
  startedAt: WAITING_SINCE,
  finishedAt: null,
  coolingUntil: null,
  rate: 0.8,
  expectedAt: null,
  reasons: [{ state: 'running', code: 'network_busy', text: REASON, lines: 3, since: WAITING_SINCE }],
  actions: ['pause'],
  summary: '',
}

async function answerOperation(page: Page, about: Partial<OperationData> = {}): Promise<void> {
  await answerWith(page, { ...getOperation, path: '/operations/7' }, { ...OPERATION, ...about })
  const line = { line: 1, icc: ICC, state: 'running', code: 'network_busy', text: REASON, updatedAt: WAITING_SINCE }
  const cells = operationItemList.names.map((name) => String({ ...line, retryable: false, attempts: 1, dueAt: '' }[name] ?? ''))
  const body = encodeTsv(operationItemList.names, [cells])
  await page.route('**/api/operations/7/items**', (route) => route.fulfill({ contentType: 'text/tab-separated-values', body }))
}

/** Whether two elements overlap. */
async function overlap(one: Locator, other: Locator): Promise<boolean> {
  const [a, b] = [await one.boundingBox(), await other.boundingBox()]
  if (!a || !b) throw new Error('one of them is not to be seen')
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height
}

test('an operation and its line show since when they wait for the network, without an expected end', async ({ page }) => {
  await logInAs(page, ANA)
  await answerOperation(page)
  await page.goto('/operations/7')
  await expect(page.locator('[data-operation-summary]')).toContainText(`${REASON} (3 líneas). ${WAITING}`)
  await expect(page.locator('[data-operation-state]')).toContainText('48 líneas/min')
  await expect(page.locator('[data-operation-state]')).not.toContainText('quedan')
  await expect(page.getByRole('cell', { name: `${REASON}. ${WAITING}` })).toBeVisible()
  await page.setViewportSize(PHONE)
  const state = page.locator('[data-operation-state]')
  await expect.poll(() => overlap(state.locator('.grow'), state.locator('.tabular-numbers'))).toBe(false)
  const line = page.getByRole('cell').filter({ hasText: REASON })
  await expect(line).toContainText(WAITING)
  await expectAccessible(page)
})

test('its panel says of how many lines it shows the first, and links to the advice that it follows', async ({ page }) => {
  await logInAs(page, ANA)
  const advice = { companyId: 3, adviceId: '6f1c9a52-7a1e-4b7a-9a1e-52b1f0f5c6d7' }
  await answerOperation(page, { kind: 'plan', parameters: { advice } })
  await page.goto('/operations?open=7')
  const panel = page.getByRole('complementary', { name: 'n.º 7' })
  await expect(panel.getByRole('heading', { name: 'Líneas primeras 5 de 12' })).toBeVisible()
  await expect(panel.getByText('Optimizar planes · Ver el cálculo')).toBeVisible()
  await expect(panel.getByRole('link', { name: 'Ver el cálculo' })).toHaveAttribute('href', '/plans/optimise?company=3')
})

test('a SIM shows it line by line, also without an earlier dialog', async ({ page }) => {
  await logInAs(page, ANA)
  await answerSampleSim(page)
  await answerWith(
    page,
    { ...getSimActions, path: `/sim/actions/${ICC}` },
    {
      icc: ICC,
      actions: [],
      open: {
        operationId: 7,
        kind: 'hibernate',
        state: 'running',
        text: REASON,
        targetStatusId: 11,
        actor: ANA,
        since: WAITING_SINCE,
        dueAt: null,
        askedAt: WAITING_SINCE,
      },
      scheduledPlan: null,
      activation: { planCode: 'CL-IOT250', planName: 'IoT 250 MB', group: '', amountMinor: 1190, currency: 'CLP' },
      hibernation: { amountMinor: 1190, hibernatedMinor: 120, savesFrom: '2026-12-01', pooled: false },
    },
  )
  await page.goto(`/sims/${ICC}`)
  const note = page.getByRole('status').filter({ hasText: 'Hibernación en curso' })
  await expect(note).toContainText('de Ana Fuentes, desde el 21 nov 2026, 08:35')
  const [reason, waiting] = [note.getByText(REASON), note.getByText(WAITING)]
  await expect(reason).toHaveCSS('display', 'block')
  await expect.poll(() => overlap(reason, waiting)).toBe(false)
})
