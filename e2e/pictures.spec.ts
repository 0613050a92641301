import { join } from 'node:path'
import { expect, type Page } from '@playwright/test'
import { decodeList } from '#contract/list-codec.ts'
import { massPlan } from '#contract/operations/mass-actions.calls.ts'
import { askPlanAdvice, getPlanAdvice } from '#contract/plans/plan-advice.calls.ts'
import { simList } from '#contract/sims/sims.calls.ts'
import { ADMINISTRATIVE_STATUS, SIM_TYPE } from '#domain/sim-status.ts'
import { SEED, shareOf } from '#test/share.ts'
import { setPreferences } from './support/accessibility.ts'
import { ADMIN, ANA, logInAs } from './support/people.ts'
import { API, recordAnswers, replayAnswers } from './support/recorded-answers.ts'
import { test } from './support/test.ts'

/**
 * Each screen is compared with its kept picture, from answers that were recorded: the same fleet at the same moment.
 * CONTRIBUTING.md says how pictures and answers are made anew.
 */
const ADVICE_MS = 120_000
const IS_RECORDING = process.env.ENLACE_RECORD === '1'
const FOLDER = join(import.meta.dirname, 'pictures')

interface Screen {
  readonly person?: string
  readonly path: string
  /** what a person presses to see it */
  readonly open?: (page: Page) => Promise<void>
}

/** Opens a dialog by its button in either language. */
const press = (es: string, en: string) => async (page: Page) => {
  const button = page.getByRole('button', { name: new RegExp(`^(${es}|${en})$`) })
  await button.first().click()
  await expect(page.getByRole('dialog')).toBeVisible()
}

/** Opens the first row of a list beside it. */
async function openFirstRow(page: Page): Promise<void> {
  // a group's head has no cells of its own
  await page
    .getByRole('row')
    .filter({ has: page.getByRole('cell').or(page.getByRole('gridcell')) })
    .first()
    .click({ position: { x: 4, y: 4 } })
  await expect(page.getByRole('complementary').first()).toBeVisible()
}

/** The list comes with a script of its own, after the field. */
async function openPalette(page: Page): Promise<void> {
  await page.keyboard.press('/')
  await expect(page.getByRole('option').first()).toBeVisible()
}

const customer = (path: string, open?: Screen['open']): Screen => ({ person: ANA, path, ...(open && { open }) })
const operator = (path: string, open?: Screen['open']): Screen => ({ person: ADMIN, path, ...(open && { open }) })

const SCREENS: Readonly<Record<string, Screen>> = {
  login: { path: '/login' },
  'restore-password': { path: '/restore-password' },
  dashboard: customer('/'),
  palette: customer('/', openPalette),
  sims: customer('/sims'),
  'sims-silent': customer('/sims?status=2&silent=24h'),
  'sims-none-found': customer('/sims?search=89999999'),
  'sim-panel': customer('/sims?sim={icc}'),
  sim: customer('/sims/{icc}'),
  operations: customer('/operations'),
  'operation-panel': customer('/operations', openFirstRow),
  operation: customer('/operations/{operationId}'),
  store: customer('/requests?tab=store'),
  alarms: customer('/alarm'),
  'new-alarm': customer('/alarm', press('Nueva alarma', 'New alarm')),
  notices: customer('/alarm-notified'),
  'sms-report': customer('/sms-report'),
  charges: customer('/report-charges'),
  'charge-panel': customer('/report-charges', openFirstRow),
  plans: customer('/plans'),
  'plan-advice': customer('/plans/optimise'),
  hardware: customer('/hys'),
  'dashboard-operator': operator('/'),
  'sims-operator': operator('/sims'),
  import: operator('/sims', press('Importar', 'Import')),
  requests: operator('/requests'),
  'request-panel': operator('/requests', openFirstRow),
  request: operator('/requests/1'),
  'plans-operator': operator('/plans'),
  plan: operator('/plans?plan=1'),
  companies: operator('/companies'),
  'company-panel': operator('/companies?open=2'),
  'new-company': operator('/companies', press('Nueva empresa', 'New company')),
  company: operator('/companies/2'),
  users: operator('/users'),
  'user-panel': operator('/users', openFirstRow),
  permissions: operator('/users/permissions'),
  networks: operator('/networks'),
  routes: operator('/networks?tab=rules'),
  differences: operator('/networks?tab=differences'),
  accounting: operator('/networks?tab=accounting'),
  keys: operator('/integrations'),
  webhooks: operator('/integrations?tab=webhooks'),
  outbox: operator('/outbox'),
  popups: operator('/popups'),
  audit: operator('/audit?access=true'),
  support: operator('/support'),
  help: customer('/help'),
  'help-article': customer('/help/sims'),
}

/** One theme in each language: every picture proves both. */
const APPEARANCES = [
  { theme: 'light', language: 'es' },
  { theme: 'dark', language: 'en' },
] as const
const SIZES = [
  { width: 390, height: 844 },
  { width: 1280, height: 800 },
  { width: 1920, height: 1080 },
] as const
/** The sizes in which a screen is compared in an appearance: each day one picture of its six, in a soak all. */
const comparedSizes = (screen: number, appearance: number): readonly (typeof SIZES)[number][] => {
  const ofDay = (SEED + screen) % (SIZES.length * APPEARANCES.length)
  return SIZES.filter((_, size) => shareOf(size + SIZES.length * appearance === ofDay, true))
}

// half the size: what is misplaced is seen, what another version of the browser draws otherwise within a letter is not
test.use({ deviceScaleFactor: 0.5 })

async function settle(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
  await expect(page.getByRole('main').locator('[aria-busy="true"]')).toHaveCount(0)
  await page.waitForLoadState('networkidle')
}

interface Identifiers {
  icc: string
  operationId: number
}
const identifiers: Identifiers = { icc: '', operationId: 0 }

/** The identifiers of the addresses: a SIM in use, and a hibernation of some SIMs beside it. And advice that was asked for and followed. */
test.beforeAll(async ({ browser }) => {
  if (!IS_RECORDING) return
  const page = await browser.newPage()
  await logInAs(page, ANA)
  const headers = { 'x-api-key': 'enlace-web', accept: 'application/json' }
  const post = (path: string, data: object) => page.request.post(`/api${path}`, { headers, data })
  const active = { administrativeStatusIds: [ADMINISTRATIVE_STATUS.active] }
  const simsOf = async (limit: number, filter: object) =>
    decodeList(simList, (await (await post('/sim/sims', { limit, filter })).json()).data).map(({ icc }) => icc)
  // one with all tabs
  const [icc = ''] = await simsOf(1, { ...active, simTypeIds: [SIM_TYPE.local] })
  identifiers.icc = icc
  const others = await simsOf(60, active)
  const operation = await post('/sim/massiveHibernation', { icc: others.slice(20) })
  identifiers.operationId = (await operation.json()).data.operationId
  await page.goto(`/operations/${identifiers.operationId}`)
  await expect(page.getByRole('main')).toContainText(/Terminada|100 %/)
  await post(askPlanAdvice.path, {})
  await page.goto('/plans/optimise')
  await expect(page.getByRole('region', { name: 'Por plan', exact: true })).toBeVisible({ timeout: ADVICE_MS })
  const { company, last } = (await (await page.request.get(`/api${getPlanAdvice.path}`, { headers })).json()).data
  const { planCode } = last.result.moves[0]
  await post(massPlan.path, { advice: { company, adviceId: last.adviceId, planCode }, planCode, from: 'nextCycle' })
  await page.close()
})

async function record(page: Page, screen: Screen, file: string): Promise<void> {
  if (screen.person) await logInAs(page, screen.person)
  const path = screen.path.replace(/\{(\w+)\}/, (_, name: keyof Identifiers) => String(identifiers[name]))
  const { save } = await recordAnswers(page, path)
  await page.goto(path)
  await settle(page)
  await screen.open?.(page)
  for (const size of SIZES) {
    await page.setViewportSize(size)
    await settle(page)
  }
  // a column of the widest size may ask for names of people, which are asked for together a moment later
  await page.waitForTimeout(1000)
  save(file)
  await page.unroute(API)
}

for (const [index, [name, screen]] of Object.entries(SCREENS).entries()) {
  for (const [appearance, { theme, language }] of APPEARANCES.entries()) {
    const sizes = IS_RECORDING ? SIZES : comparedSizes(index, appearance)
    if (sizes.length === 0) continue
    test(`${name}, ${theme}`, async ({ page }) => {
      const file = join(FOLDER, `${name}-${language}.json.gz`)
      await setPreferences(page, { theme, language })
      if (IS_RECORDING) await record(page, screen, file)
      const { path, unknown } = await replayAnswers(page, file)
      await page.goto(path)
      await settle(page)
      await screen.open?.(page)
      for (const size of sizes) {
        await page.setViewportSize(size)
        await settle(page)
        // in another size the row of a panel may have been scrolled to
        await page.evaluate(() => scrollTo(0, 0))
        await expect.soft(page).toHaveScreenshot(`${name}-${theme}-${size.width}.png`)
      }
      expect(unknown, 'calls that were not recorded').toEqual([])
    })
  }
}
