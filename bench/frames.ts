import type { Page } from '@playwright/test'
import { median } from './statistics.ts'

/** The page's, not Node's. */
declare function requestAnimationFrame(call: (now: number) => void): number

/** Frames while something goes on in the page, as the times between them, ms. */
export async function frameTimes(page: Page, work: () => Promise<unknown>): Promise<number[]> {
  await page.evaluate(() => {
    const times: number[] = []
    Object.assign(globalThis, { frameTimes: times })
    let before = performance.now()
    const tick = (now: number): void => {
      times.push(now - before)
      before = now
      requestAnimationFrame(tick)
    }
    requestAnimationFrame(tick)
  })
  await work()
  return page.evaluate(() => (globalThis as unknown as { frameTimes: number[] }).frameTimes.slice(1))
}

/** The median rate, frames a second. */
export const frameRate = (frames: readonly number[]): number => 1000 / median(frames)

/** What an empty page reaches on this machine. */
export async function emptyPageRate(blank: Page): Promise<number> {
  const rate = frameRate(await frameTimes(blank, () => blank.waitForTimeout(2000)))
  await blank.close()
  return rate
}
