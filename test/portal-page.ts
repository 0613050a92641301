import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type BrowserContext, chromium, type Page, expect as playwrightExpect } from '@playwright/test'
import { PAGE_DIR } from '#server/http/page.ts'
import { findChromium } from '../scripts/test/find-chromium.ts'
import { PASSWORD, type TestSim } from './fleet.ts'
import type { IsOver } from './portal-load.ts'

/** A page is slow while processes start beside it on two cores. */
const TIMEOUT_MS = 60_000
const expect = playwrightExpect.configure({ timeout: TIMEOUT_MS })

/** Without a graphics card and without the internet, Chromium should use neither. */
const QUIET = ['gpu', 'quic', 'background-networking', 'component-update', 'sync'].map((part) => `--disable-${part}`)

/** Whatever a page shows of an error: notifications, alerts, and the texts beside a button that repeats. */
const RECORD_TROUBLE = `
window.trouble = new Set()
const look = () => {
  for (const { parentElement } of document.querySelectorAll('[aria-live] .icon-stop, [role=alert] .icon')) window.trouble.add(parentElement.innerText)
  for (const button of document.querySelectorAll('button'))
    if (button.innerText === 'Reintentar') window.trouble.add(button.parentElement.parentElement.innerText)
}
new MutationObserver(look).observe(document, { subtree: true, childList: true, characterData: true })
`

/** What one user saw. */
export interface PageUse {
  /** lists and rows that were opened by a click */
  clicks: number
  /** mass operations that were started and seen to end */
  operations: number
  /** what was shown of errors, however briefly */
  trouble: string[]
}

export interface OpenPages {
  /** clicks through lists and starts mass operations for the given SIMs, which are active, until it is over */
  readonly useUntil: (isOver: IsOver, sims: readonly TestSim[]) => Promise<PageUse>
  /** resolves once the page of the followed SIM shows a text, without being asked for it */
  readonly untilShown: (text: string) => Promise<void>
  readonly close: () => Promise<void>
}

async function openPage(context: BrowserContext): Promise<Page> {
  const page = await context.newPage()
  page.setDefaultTimeout(TIMEOUT_MS)
  return page
}

/** Logs in by the page of the portal, as a user does, and opens the page of a SIM beside it. */
export async function openPages(address: string, email: string, followed: TestSim): Promise<OpenPages> {
  const executablePath = findChromium({ takesShell: true })
  if (!executablePath) throw new Error('There is no Chromium; set CHROMIUM_PATH.')
  if (!existsSync(join(PAGE_DIR, 'index.html'))) throw new Error('The page is not built: npm run build.')
  const browser = await chromium.launch({ executablePath, args: ['--no-first-run', ...QUIET] })
  const context = await browser.newContext({ baseURL: address, locale: 'es-CL', reducedMotion: 'reduce' })
  await context.addInitScript({ content: RECORD_TROUBLE })
  const page = await openPage(context)
  await page.goto('/login')
  await page.getByRole('textbox', { name: 'E-mail' }).fill(email)
  await page.getByLabel('Contraseña', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Entrar' }).click()
  await expect(page.getByRole('navigation', { name: 'Menú principal' })).toBeVisible()
  const beside = await openPage(context)
  await beside.goto(`/sims/${followed.iccid}`)
  await expect(beside.getByRole('heading', { level: 1 })).toHaveAccessibleName(`${followed.label}, SIM ${followed.iccid}`)
  const troubleOf = (shown: Page): Promise<string[]> => shown.evaluate('[...window.trouble]')
  return {
    useUntil: async (isOver, sims) => {
      const use: PageUse = { clicks: 0, operations: 0, trouble: [] }
      for (; !isOver(); use.operations++) {
        try {
          use.clicks += await clickThroughLists(page)
          await operate(page, sims, use.operations % 2 === 0 ? 'Hibernar' : 'Reactivar')
        } catch (error) {
          throw new Error(`the page shows\n${await page.locator('body').innerText()}`, { cause: error })
        }
        await sleep(200)
      }
      use.trouble = [...(await troubleOf(page)), ...(await troubleOf(beside))]
      return use
    },
    untilShown: (text) => expect(beside.getByText(text).first()).toBeVisible(),
    close: () => browser.close(),
  }
}

async function clickThroughLists(page: Page): Promise<number> {
  const menu = page.getByRole('navigation', { name: 'Menú principal' })
  await menu.getByRole('link', { name: 'Sims', exact: true }).click()
  const row = page.getByRole('grid', { name: 'SIMs' }).locator('[role=row][aria-rowindex="2"]:not([aria-busy])')
  await row.getByRole('gridcell').nth(2).click()
  await expect(page.getByRole('tab').first()).toBeVisible()
  await menu.getByRole('link', { name: 'Operaciones' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Operaciones' })).toBeVisible()
  return 3
}

/** From the list of operations: a new one for pasted ICCs, followed in its dialog to its end. */
async function operate(page: Page, sims: readonly TestSim[], action: 'Hibernar' | 'Reactivar'): Promise<void> {
  await page.getByRole('button', { name: 'Nueva operación' }).click()
  const chosen = page.getByRole('dialog', { name: 'Nueva operación' })
  await chosen.getByLabel('Acción').selectOption({ label: action })
  await chosen.getByRole('button', { name: 'Pegar ICC' }).click()
  await chosen.getByLabel('ICC, uno por línea').fill(sims.map(({ iccid }) => iccid).join('\n'))
  await chosen.getByRole('button', { name: 'Revisar' }).click()
  const dialog = page.getByRole('dialog', { name: action })
  await dialog.getByRole('button', { name: `${action} ${sims.length} SIMs` }).click()
  const done = dialog.locator('[data-operation-counts] > div').filter({ hasText: 'Realizada' }).locator('dd')
  await expect(done).toHaveText(String(sims.length))
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
}
