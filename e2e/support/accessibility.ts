import { expect, type Page } from '@playwright/test'
import axe, { type AxeResults, type RunOptions } from 'axe-core'
import { SEED, shareOf } from '#test/share.ts'

declare global {
  interface Window {
    axe: typeof axe
  }
}

type Theme = 'light' | 'dark'
const LAPTOP = { width: 1280, height: 800 }
/** Sizes for accessibility checks: a laptop; in a soak a phone and a large screen, too. */
export const SIZES = shareOf([LAPTOP], [{ width: 390, height: 844 }, LAPTOP, { width: 1920, height: 1080 }])

interface Preferences {
  theme?: Theme
  language?: 'es' | 'en'
}

/** Stores preferences as if chosen in an earlier visit. */
export async function setPreferences(page: Page, { theme, language }: Preferences): Promise<void> {
  await page.addInitScript(
    (entries) => {
      for (const [key, value] of entries) localStorage.setItem(key, value)
    },
    Object.entries({ 'enlace.theme': theme, 'enlace.language': language }).filter(
      (entry): entry is [string, Theme | 'es' | 'en'] => entry[1] !== undefined,
    ),
  )
}

/**
 * Waits until animations have ended: colours of a half-faded dialog are transient. A dialog starts to fade some frames after it
 * appears, so only a pause of 100 ms counts; endless animations are ignored.
 */
async function animationsEnd(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const ends = (animation: Animation) => Number.isFinite(Number(animation.effect?.getComputedTiming().endTime))
    const isAnimating = () => document.getAnimations().some((animation) => animation.playState === 'running' && ends(animation))
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
    for (let stableSince = performance.now(); performance.now() - stableSince < 100; await frame()) {
      if (isAnimating()) stableSince = performance.now()
    }
  })
}

const PHONE_PX = 640
/** From this width on the layout is that of a laptop. */
const WIDE_PX = 1900
/** Rules that a wider screen can still break. */
const LAYOUT: Rules = { type: 'rule', values: ['target-size', 'scrollable-region-focusable'] }

const STANDARDS: Rules = { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] }
/** Rules that a theme can break: all else is the same in both. */
const COLOURS: Rules = { type: 'rule', values: ['color-contrast', 'link-in-text-block'] }

const WITHOUT_COLOURS: RunOptions['rules'] = Object.fromEntries(COLOURS.values.map((rule) => [rule, { enabled: false }]))

type Rules = NonNullable<RunOptions['runOnly']>

/** Violations only: listing the passes takes as long as the check. No rule of ours needs the style sheets loaded once more. */
const TERSE: RunOptions = { resultTypes: ['violations'], selectors: false, iframes: false, preload: false }

/** Rows after the first ones have the same cells: they take half of the time of a list, and are checked in a soak. */
const LATER_ROWS = shareOf(['tbody tr:nth-child(n+9)', '[role="row"]:nth-child(n+9)'], [])

/**
 * axe is loaded once per document: loading takes as long as using it. Elements behind a modal dialog cannot be reached,
 * and were checked without it.
 */
async function expectNoViolations(page: Page, runOnly: Rules, rules: RunOptions['rules'] = {}): Promise<void> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  const { violations }: AxeResults = await page.evaluate(
    ({ options, exclude }) => {
      const layers = [...document.querySelectorAll<HTMLElement>('[data-portal]')]
      const hasModal = document.querySelector('[aria-modal="true"]') !== null
      return window.axe.run({ include: hasModal ? layers : [document], exclude }, options)
    },
    { options: { ...TERSE, runOnly, rules }, exclude: LATER_ROWS },
  )
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)).toEqual([])
}

/**
 * As expectAccessible, with the colours of both themes on a laptop; a phone has the same. They take half of axe's time: only a soak
 * checks both at once, otherwise themes alternate by day.
 */
export async function expectAccessibleInBothThemes(page: Page): Promise<void> {
  const checksOtherTheme = isLaptop(page) && shareOf(isColourDay(page), true)
  await expectAccessible(page, { withColours: !checksOtherTheme || shareOf(false, true) })
  if (!checksOtherTheme) return
  const theme = await page.evaluate(() => document.documentElement.dataset.theme)
  await setTheme(page, theme === 'dark' ? 'light' : 'dark')
  await animationsEnd(page)
  await expectNoViolations(page, COLOURS)
  await setTheme(page, theme === 'dark' ? 'dark' : 'light')
}

const isColourDay = (page: Page): boolean => (SEED + new URL(page.url()).pathname.length) % 2 === 0

const widthOf = (page: Page): number => page.viewportSize()?.width ?? 0
const isWide = (page: Page): boolean => widthOf(page) >= WIDE_PX
const isLaptop = (page: Page): boolean => !isWide(page) && widthOf(page) > PHONE_PX

async function setTheme(page: Page, theme: Theme): Promise<void> {
  await page.evaluate((name) => {
    document.documentElement.dataset.theme = name
    document.documentElement.dataset.mantineColorScheme = name
  }, theme)
}

/** axe finds nothing at WCAG 2.2 AA, and the page does not scroll sideways. */
export async function expectAccessible(page: Page, { withColours = true } = {}): Promise<void> {
  await animationsEnd(page)
  await expectNoViolations(page, isWide(page) ? LAYOUT : STANDARDS, withColours ? {} : WITHOUT_COLOURS)
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
  expect(overflow).toBe(0)
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
