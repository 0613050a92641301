import { expect } from '@playwright/test'
import { getDashboard } from '#contract/dashboard/dashboard.calls.ts'
import { getSession } from '#contract/identity/identity.calls.ts'
import { markPopupSeen } from '#contract/popups/popups.calls.ts'
import { expectAccessible } from './support/accessibility.ts'
import { answerWith, refuseWith } from './support/answers.ts'
import { DASHBOARD, SESSION } from './support/sample-data.ts'
import { openAs } from './support/shell.ts'
import { test } from './support/test.ts'

test('a popup flagged in the user info opens with its title and content, once [S2.39, S3.05]', async ({ page }) => {
  await answerWith(page, getSession, { ...SESSION, popup1: 'mantencion', popup2: 'novedades' })
  await answerWith(page, getDashboard, DASHBOARD)
  await answerWith(page, markPopupSeen, null)
  await page.route('**/api/popups/mantencion', (route) =>
    route.fulfill({
      json: { status: true, data: { popupTitle: 'Mantención', popupContent: 'El domingo' }, message: '', error: null },
    }),
  )
  await page.route('**/api/popups/novedades', (route) =>
    route.fulfill({
      json: { status: true, data: { popupTitle: 'Novedades', popupContent: 'Hay más' }, message: '', error: null },
    }),
  )
  await page.goto('/')
  const first = page.getByRole('dialog', { name: 'Mantención' })
  await expect(first).toContainText('El domingo')
  await expectAccessible(page)
  const seenRequest = page.waitForRequest('**/api/popups/mantencion/seen')
  await first.getByRole('button', { name: 'Entendido' }).click()
  await seenRequest
  const second = page.getByRole('dialog', { name: 'Novedades' })
  await expect(second).toContainText('Hay más')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('no popup is fetched when both flags are 0', async ({ page }) => {
  const requests: string[] = []
  page.on('request', (request) => requests.push(request.url()))
  await openAs(page, SESSION.menu)
  await expect(page.getByText('936.904').first()).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  expect(requests.filter((address) => address.includes('/popups/'))).toEqual([])
})

test('under a dialog the page does not scroll and keeps its width', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 500 })
  await openAs(page, SESSION.menu)
  await expect(page.getByText('936.904').first()).toBeVisible()
  const width = (await page.getByRole('main').boundingBox())?.width
  await page.getByRole('button', { name: 'Menú de Carolina Fuentes' }).click()
  await page.getByRole('button', { name: 'Cuenta' }).click()
  await expect(page.getByRole('dialog', { name: 'Cuenta' })).toBeVisible()
  await page.mouse.move(640, 300)
  // a page that scrolls has moved two frames after the wheel turned
  const scrolled = page.evaluate(
    () =>
      new Promise((resolve) => {
        const afterTwoFrames = () => requestAnimationFrame(() => requestAnimationFrame(resolve))
        addEventListener('wheel', afterTwoFrames, { capture: true, once: true })
      }),
  )
  await page.mouse.wheel(0, 400)
  await scrolled
  expect(await page.evaluate(() => scrollY)).toBe(0)
  expect((await page.getByRole('main').boundingBox())?.width).toBe(width)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.mouse.wheel(0, 400)
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(0)
})

test('a dialog and the drawer return the focus to the element that opened them, the first time too', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await openAs(page, SESSION.menu)
  const opener = page.getByRole('button', { name: 'Abrir el menú' })
  await opener.click()
  await expect(page.getByRole('dialog', { name: 'Menú principal' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(opener).toBeFocused()
  await page.getByRole('button', { name: 'Menú de Carolina Fuentes' }).click()
  await page.getByRole('button', { name: 'Cuenta' }).click()
  await expect(page.getByRole('dialog', { name: 'Cuenta' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Menú de Carolina Fuentes' })).toBeFocused()
})

test('a layer that is closed while it opens returns the focus too', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await openAs(page, SESSION.menu)
  const opener = page.getByRole('button', { name: 'Abrir el menú' })
  const drawer = page.getByRole('dialog', { name: 'Menú principal' })
  const opened = page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        const observer = new MutationObserver(() => {
          if (!document.querySelector('[role=dialog]')) return
          observer.disconnect()
          // at once, before the timer after which the drawer takes the focus
          document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }))
          resolve()
        })
        observer.observe(document.body, { childList: true, subtree: true })
      }),
  )
  await opener.click()
  await opened
  await expect(drawer).toHaveCount(0)
  await expect(opener).toBeFocused()
})

test('toasts stay 3000 ms at the bottom right [S9.09]', async ({ page }) => {
  await page.clock.install()
  // reading the position of a notification may take longer than it stays
  await page.clock.pauseAt(Date.now() + 60_000)
  await refuseWith(page, getSession, { code: 'session_expired', error: 'Su sesión ha caducado' })
  await page.goto('/')
  const toast = page.getByRole('region', { name: 'Avisos' }).getByRole('listitem')
  await expect(toast).toHaveText('Su sesión ha caducado')
  await expect(toast.locator('svg').first()).toBeVisible()
  const box = await toast.boundingBox()
  const view = page.viewportSize()
  expect((view?.width ?? 0) - ((box?.x ?? 0) + (box?.width ?? 0))).toBe(16)
  expect((view?.height ?? 0) - ((box?.y ?? 0) + (box?.height ?? 0))).toBe(16)
  await page.clock.runFor(2900)
  await expect(toast).toHaveCount(1)
  await page.clock.runFor(200)
  await expect(toast).toHaveCount(0)
})
