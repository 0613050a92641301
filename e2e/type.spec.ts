import { expect, type Page } from '@playwright/test'
import { ADMIN, ANA, logInAs } from './support/people.ts'
import { openList } from './support/sims-page.ts'
import { test } from './support/test.ts'

test.use({ viewport: { width: 1440, height: 900 } })

/** Words of the page whose weight differs from the faces of its fonts. */
const wordsWithoutFace = (page: Page) =>
  page.evaluate(async () => {
    await document.fonts.ready
    const latin = [...document.fonts].filter(({ unicodeRange }) => /U\+0{1,4}-FF/i.test(unicodeRange))
    const [least = 0, most = 0] = latin[0]?.weight.split(' ').map(Number) ?? []
    const written = [...document.body.querySelectorAll('*')].filter((element) =>
      [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim()),
    )
    const wrong = written.filter((element) => {
      const weight = Number(getComputedStyle(element).fontWeight)
      return weight < least || weight > most
    })
    return { faces: latin.length, most, wrong: wrong.map((element) => element.outerHTML.slice(0, 120)) }
  })

test('no word is heavier than the typeface that the page brings', async ({ page }) => {
  await logInAs(page, ADMIN)
  for (const path of ['/', '/help/sims', '/help/manual', '/users', '/report-charges', '/networks']) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
    await expect(page.locator('main [aria-busy=true]')).toHaveCount(0)
    expect(await wordsWithoutFace(page), path).toEqual({ faces: 1, most: 600, wrong: [] })
  }
  await openList(page)
  await page.getByRole('button', { name: 'Importar' }).click()
  await expect(page.getByRole('dialog').getByText('Suelte aquí el archivo')).toBeVisible()
  expect(await wordsWithoutFace(page)).toEqual({ faces: 1, most: 600, wrong: [] })
})

/** Space between two words in the regular face, less the closer letter spacing. */
const REGULAR_GAP = 0.276

/** The narrowest gap between two words of a text, relative to its font size. */
const narrowestGap = (page: Page, text: string) =>
  page.evaluate((searched) => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const gaps: number[] = []
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      if (node.textContent?.trim() !== searched || !node.parentElement?.checkVisibility()) continue
      const size = Number.parseFloat(getComputedStyle(node.parentElement).fontSize)
      for (const { index } of node.textContent.matchAll(/\S \S/g)) {
        const range = document.createRange()
        range.setStart(node, index + 1)
        range.setEnd(node, index + 2)
        gaps.push(range.getBoundingClientRect().width / size)
      }
    }
    return gaps.length === 0 ? undefined : Math.min(...gaps)
  }, text)

test('words keep their spacing in small sizes, on buttons too', async ({ page }) => {
  await logInAs(page, ANA)
  await page.goto('/')
  await expect(page.getByText('sin uso todavía')).toBeVisible()
  expect(await narrowestGap(page, 'sin uso todavía')).toBeCloseTo(REGULAR_GAP, 2)
  await page.goto('/alarm')
  await expect(page.getByRole('button', { name: 'Nueva alarma' }).first()).toBeVisible()
  expect(await narrowestGap(page, 'Nueva alarma')).toBeGreaterThan(0.2)
  const renderings = await page
    .locator('button, input, select, textarea')
    // what was replaced meanwhile has no style
    .evaluateAll((controls) => [
      ...new Set(controls.flatMap((control) => (control.isConnected ? [getComputedStyle(control).textRendering] : []))),
    ])
  expect(renderings).toEqual(['geometricprecision'])
})
