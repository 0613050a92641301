import { expect } from '@playwright/test'
import { ADMIN, logInAs } from './support/people.ts'
import { test } from './support/test.ts'

test.use({ viewport: { width: 1440, height: 900 } })

/** Dialogs other than the option menu, SIM tests and confirmations, by their screen and the button that opens them. */
const OTHERS = [
  ['/sims', 'Importar'],
  ['/operations', 'Nueva operación'],
  ['/alarm', 'Nueva alarma'],
  ['/plans', 'Nuevo plan'],
  ['/plans', 'Catálogo de planes'],
  ['/requests?tab=store', 'Nuevo producto'],
  ['/requests?tab=store', 'Ordenar categorías'],
  ['/companies', 'Nueva empresa'],
  ['/users', 'Invitar usuario'],
  ['/networks', 'Nueva red'],
  ['/networks?tab=accounting', 'Agregar cliente'],
  ['/outbox', 'Correo de prueba'],
  ['/popups', 'Nuevo aviso'],
  ['/integrations', 'Nueva clave'],
] as const

test('dialogs of every screen are 750 px wide [S9.12]', async ({ page }) => {
  test.slow()
  await logInAs(page, ADMIN)
  for (const [path, name] of OTHERS) {
    await page.goto(path)
    await page.getByRole('button', { name, exact: true }).first().click()
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByRole('heading', { level: 2 }).first(), name).toBeVisible()
    expect((await dialog.boundingBox())?.width, name).toBe(750)
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
  }
})

test('checkboxes are beside the first line of their label, and the chevrons of a form in line', async ({ page }) => {
  await logInAs(page, ADMIN)
  // labels of two lines, labels of one, and fields that open a list of each kind
  for (const [path, name] of [
    ['/networks', 'Nueva red'],
    ['/users', 'Invitar usuario'],
  ] as const) {
    await page.goto(path)
    await page.getByRole('button', { name, exact: true }).click()
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByRole('checkbox').first()).toBeVisible()
    const { offsets, chevrons } = await dialog.evaluate(measure)
    expect(offsets.length, name).toBeGreaterThan(1)
    for (const offset of offsets) expect(Math.abs(offset), name).toBeLessThan(1)
    expect(chevrons, name).toHaveLength(1)
  }
})

/** How far each checkbox is from the middle of its label's first line, and which places and colours chevrons have in their field. */
function measure(dialog: Element) {
  const middle = ({ top, height }: DOMRect): number => top + height / 2
  const offsets = [...dialog.querySelectorAll('input[type="checkbox"]')].map((box) => {
    const words = document.createTreeWalker(box.closest('label') ?? box, NodeFilter.SHOW_TEXT).nextNode()
    const text = document.createRange()
    if (words) text.selectNodeContents(words)
    const [line = new DOMRect()] = text.getClientRects()
    return middle(box.getBoundingClientRect()) - middle(line)
  })
  const chevrons = [...dialog.querySelectorAll('svg.tabler-icon-chevron-down')].map((icon) => {
    const field = icon.parentElement?.getBoundingClientRect()
    return `${(field?.right ?? 0) - icon.getBoundingClientRect().right} px, ${getComputedStyle(icon).color}`
  })
  return { offsets, chevrons: [...new Set(chevrons)] }
}
