import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

export const THEMES = ['light', 'dark'] as const
/** Phone, laptop, large screen. */
export const SIZES = [
  { width: 390, height: 844 },
  { width: 1280, height: 800 },
  { width: 1920, height: 1080 },
] as const

interface Preferences {
  theme?: 'light' | 'dark'
  language?: 'es' | 'en'
}

/** What the browser remembers from an earlier visit. */
export async function remember(page: Page, { theme, language }: Preferences): Promise<void> {
  await page.addInitScript(
    (entries) => {
      for (const [key, value] of entries) localStorage.setItem(key, value)
    },
    Object.entries({ 'enlace.theme': theme, 'enlace.language': language }).filter(
      (entry): entry is [string, 'light' | 'dark' | 'es' | 'en'] => entry[1] !== undefined,
    ),
  )
}

/**
 * Waits until whatever moves or fades in has arrived: colours of a half-faded dialog are nobody's choice. A dialog
 * begins to fade some frames after it is there, so only a pause of 100 ms counts; what turns for ever is let be.
 */
async function settled(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const ends = (animation: Animation) => Number.isFinite(Number(animation.effect?.getComputedTiming().endTime))
    const moves = () => document.getAnimations().some((animation) => animation.playState === 'running' && ends(animation))
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
    for (let still = performance.now(); performance.now() - still < 100; await frame()) {
      if (moves()) still = performance.now()
    }
  })
}

/** As expectAccessible, in both themes: colours differ, all else is there already. */
export async function expectAccessibleInBothThemes(page: Page): Promise<void> {
  for (const theme of THEMES) {
    await page.evaluate((name) => {
      document.documentElement.dataset.theme = name
      document.documentElement.dataset.mantineColorScheme = name
    }, theme)
    await expectAccessible(page)
  }
}

/** axe finds nothing at WCAG 2.2 AA, and the page does not scroll sideways. */
export async function expectAccessible(page: Page): Promise<void> {
  await settled(page)
  const { violations } = await new AxeBuilder({ page })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
    .analyze()
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)).toEqual([])
  const sideways = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
  expect(sideways).toBe(0)
}

/** The colour that a token has now, as the browser computes it. */
export function tokenColor(page: Page, token: string): Promise<string> {
  return page.evaluate((name) => {
    const probe = document.createElement('i')
    probe.style.color = `var(${name})`
    document.body.append(probe)
    const { color } = getComputedStyle(probe)
    probe.remove()
    return color
  }, token)
}
