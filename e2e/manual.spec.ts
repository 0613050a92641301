import { expect, type Page } from '@playwright/test'
import { getClientConfig } from '#contract/identity/identity.calls.ts'
import { expectAccessibleInBothThemes, SIZES, setPreferences } from './support/accessibility.ts'
import { answerWith } from './support/answers.ts'
import { ADMIN, ANA, logInAs } from './support/people.ts'
import { mainMenu, openAs } from './support/shell.ts'
import { test } from './support/test.ts'

const manuals = async (page: Page) => {
  await mainMenu(page).getByRole('button', { name: 'Ayuda' }).click()
  return page.getByRole('menuitem', { name: 'Manuales' })
}

test('the manuals are in the help menu and open in a new tab, the portal’s own or configured ones [S2.23]', async ({
  page,
  context,
}) => {
  await logInAs(page, ANA)
  await page.goto('/')
  const ownManuals = await manuals(page)
  await expect(ownManuals).toHaveAttribute('href', '/help/manual')
  await expect(ownManuals).toHaveAttribute('target', '_blank')
  await expect(ownManuals).toHaveAttribute('rel', /\bnoopener\b/)
  const opening = context.waitForEvent('page')
  await ownManuals.click()
  await expect(await opening).toHaveURL('/help/manual')
  await expect(page).toHaveURL('/')
  await answerWith(page, getClientConfig, {
    supportChatUrl: null,
    map: { worldUrl: '', archiveUrl: null, archiveAttribution: '', tilesUrl: null },
    manualsUrl: 'https://manuals.enlace.test/start',
    demo: false,
  })
  await page.reload()
  const other = await manuals(page)
  await expect(other).toHaveAttribute('href', 'https://manuals.enlace.test/start')
  await expect(other).toHaveAttribute('target', '_blank')
  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByRole('button', { name: 'Abrir el menú' }).click()
  const inDrawer = page.getByRole('dialog', { name: 'Menú principal' }).getByRole('link', { name: 'Manuales' })
  await expect(inDrawer).toHaveAttribute('href', 'https://manuals.enlace.test/start')
  await expect(inDrawer).toHaveAttribute('target', '_blank')
})

test('the manual has the topics that the reader has permits for, and no others', async ({ page }) => {
  await logInAs(page, ADMIN)
  await page.goto('/help/manual')
  await expect(page.getByRole('heading', { level: 1, name: 'Manual de Enlace' })).toBeVisible()
  const topics = page.getByRole('article')
  const contents = page.getByRole('navigation', { name: 'Contenido' })
  await expect(topics).toHaveCount(43)
  await expect(contents.getByRole('link')).toHaveCount(43)
  await openAs(page, ['sims'], '/help/manual')
  await expect(page.getByText('Para Carolina Fuentes, Transportes Andes Sur SpA')).toBeVisible()
  await expect(topics).toHaveCount(20)
  await expect(contents.getByRole('link', { name: 'Mis planes' })).toHaveCount(0)
  await contents.getByRole('link', { name: 'Acciones sobre una SIM' }).click()
  await expect(page).toHaveURL('/help/manual#sim-actions')
  await expect(page.getByRole('heading', { name: 'Acciones sobre una SIM' })).toBeInViewport()
  // links to other topics stay in the manual
  const hrefs = await topics.getByRole('link').evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''))
  expect(hrefs.length).toBeGreaterThan(3)
  expect(hrefs.filter((href) => href.startsWith('/help'))).toEqual([])
})

test('in print the manual is alone, in the light theme, on its own pages', async ({ page }) => {
  await setPreferences(page, { theme: 'dark' })
  await logInAs(page, ANA)
  await page.goto('/help/manual')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  const print = page.getByRole('button', { name: 'Imprimir o guardar como PDF' })
  await expect(print).toBeVisible()
  await page.evaluate(() => {
    window.print = () => document.documentElement.setAttribute('data-printed', '')
  })
  await print.click()
  await expect(page.locator('html')).toHaveAttribute('data-printed', '')
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('banner').first()).toBeHidden()
  await expect(print).toBeHidden()
  await expect(page.getByRole('heading', { level: 1 })).toHaveCSS('color', 'rgb(20, 24, 31)')
  const paper = (await page.pdf({ preferCSSPageSize: true })).toString('latin1')
  const pages = paper.match(/\/Type \/Page\b/g)?.length ?? 0
  expect(pages).toBeGreaterThan(10)
  // A4 in points
  expect(paper).toMatch(/\/MediaBox \[0 0 59[45]\.?\d* 84[12]\.?\d*\]/)
})

for (const size of SIZES.slice(0, 2)) {
  test(`the manual is accessible: ${size.width} px`, async ({ page }) => {
    await setPreferences(page, { language: size.width === 1280 ? 'en' : 'es' })
    await page.setViewportSize(size)
    await logInAs(page, ADMIN)
    await page.goto('/help/manual')
    await expect(
      page.getByRole('heading', { level: 1, name: size.width === 1280 ? 'Enlace manual' : 'Manual de Enlace' }),
    ).toBeVisible()
    await expectAccessibleInBothThemes(page)
  })
}
