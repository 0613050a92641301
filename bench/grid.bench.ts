import type { Page } from '@playwright/test'
import { addressOf, openBrowser, openWindow } from './browser.ts'
import { type Figure, figure, percent } from './figure.ts'
import { emptyPageRate, frameRate, frameTimes } from './frames.ts'
import type { Stand } from './stand.ts'
import { percentile } from './statistics.ts'

/** The page's, not Node's. */
declare function requestAnimationFrame(call: (now: number) => void): number

const SECONDS = 5
const WHEEL_PX = 240
const GRID = '[role=grid]'

async function turnWheel(page: Page): Promise<void> {
  const box = await page.locator(GRID).boundingBox()
  await page.mouse.move((box?.x ?? 0) + 400, (box?.y ?? 0) + 300)
  for (const until = performance.now() + SECONDS * 1000; performance.now() < until; ) await page.mouse.wheel(0, WHEEL_PX)
}

/** As the thumb of the scrollbar: from the top to the bottom, a place in each frame. */
const dragThumb = (page: Page): Promise<void> =>
  page.locator(GRID).evaluate(async (grid, seconds) => {
    const begin = performance.now()
    for (let share = 0; share < 1; ) {
      share = Math.min(1, (performance.now() - begin) / (seconds * 1000))
      grid.scrollTop = share * (grid.scrollHeight - grid.clientHeight)
      await new Promise(requestAnimationFrame)
    }
  }, SECONDS)

function gridFigure(name: string, times: readonly number[], empty: number): Figure {
  return figure({
    name: `grid: ${name}, median frames a second (slowest twentieth)`,
    value: `${frameRate(times).toFixed(1)} (${(1000 / percentile(times, 0.95)).toFixed(1)})`,
    limit: `${empty.toFixed(1)} empty page`,
    ratio: percent(frameRate(times) / empty),
    goal: '≥ 55',
    reached: frameRate(times) >= 55,
  })
}

/** Chromium scrolls through the whole list. */
export async function benchGrid(stand: Stand): Promise<Figure[]> {
  const browser = await openBrowser()
  const context = await openWindow(browser, stand.server.port, await stand.clientFor('administrator'))
  try {
    const empty = await emptyPageRate(await context.newPage())
    const page = await context.newPage()
    await page.goto(`${addressOf(stand.server.port)}/sims`)
    await page.locator(`${GRID} [data-index]`).first().waitFor()
    await page.waitForTimeout(1000)
    const wheel = await frameTimes(page, () => turnWheel(page))
    await page.reload()
    await page.locator(`${GRID} [data-index]`).first().waitFor()
    const thumb = await frameTimes(page, () => dragThumb(page))
    return [gridFigure('turning the wheel', wheel, empty), gridFigure('dragging the thumb from end to end', thumb, empty)]
  } finally {
    await browser.close()
  }
}
