import { expect } from '@playwright/test'
import { ADMIN, ANA, logInAs } from './support/people.ts'
import { ACTIVE, button, choose, dialog, openMenu, openSim } from './support/sim-dialogs.ts'
import { iccOf, openList, row } from './support/sims-page.ts'
import { test } from './support/test.ts'

test.use({ viewport: { width: 1440, height: 900 } })

test.describe('the option menu', () => {
  test('opens from a row by its button or by M, and returns the focus', async ({ page }) => {
    await logInAs(page, ANA)
    await openList(page)
    const icc = await iccOf(page, 2)
    await row(page, 2).hover()
    await button(row(page, 2), 'Opciones').click()
    await expect(dialog(page)).toContainText(icc.slice(-4))
    await page.keyboard.press('Escape')
    await expect(dialog(page)).toHaveCount(0)
    await expect(page.getByRole('grid')).toBeFocused()
    await page.keyboard.press('j')
    await page.keyboard.press('m')
    await expect(button(dialog(page), /^Detalles/)).toBeVisible()
  })

  test("opens the SIM's details in a dialog, which opens them beside the list or as a page; a row opens the panel [S2.40, S9.12]", async ({
    page,
  }) => {
    await logInAs(page, ADMIN)
    // of a company whose SIMs no other test changes: the row keeps its SIM
    await openList(page, '?status=2&company=6')
    const icc = await iccOf(page, 2)
    const panel = page.getByRole('complementary', { name: `SIM ${icc}` })
    const details = page.getByRole('dialog', { name: /^Detalles/ })
    const open = async () => {
      await row(page, 2).hover()
      await button(row(page, 2), 'Opciones').click()
      await button(dialog(page), /^Detalles/).click()
      await expect(details).toContainText(icc.slice(-4))
    }
    await open()
    expect((await details.boundingBox())?.width).toBe(750)
    await expect(details.getByRole('tab')).toHaveText(['Identificación', 'Dispositivo', 'Conexión', 'Consumo', 'Ubicación'])
    await details.getByRole('tab', { name: 'Dispositivo' }).click()
    await expect(details.getByRole('tabpanel')).toContainText('IMEI')
    await expect(page).not.toHaveURL(/[?&]sim=/)
    await button(details, 'Abrir junto a la lista').click()
    await expect(details).toHaveCount(0)
    await expect(panel).toBeVisible()
    await expect(page).toHaveURL(new RegExp(`[?&]sim=${icc}`))
    await page.keyboard.press('Escape')
    await expect(panel).toHaveCount(0)

    await open()
    await details.getByRole('tab', { name: 'Conexión' }).click()
    await details.getByRole('link', { name: 'Abrir como página' }).click()
    await expect(page).toHaveURL(new RegExp(`/sims/${icc}[?]`))
    await expect(page.getByRole('heading', { level: 1, name: `SIM ${icc}` })).toBeVisible()
    await expect(page.getByRole('tab', { name: 'Conexión' })).toHaveAttribute('aria-selected', 'true')
    await expect(details).toHaveCount(0)
    await page.getByRole('navigation', { name: 'Ruta' }).getByRole('link', { name: 'SIMs' }).click()
    await expect(page).toHaveURL(/\/sims[?].*status=2/)

    await row(page, 2).getByRole('gridcell').nth(2).click()
    await expect(panel).toBeVisible()
    await expect(dialog(page)).toHaveCount(0)
  })

  test('and its dialogs have the widths of the specification [S9.12]', async ({ page }) => {
    await logInAs(page, ANA)
    await openSim(page, ACTIVE, 20)
    const width = async () => (await dialog(page).boundingBox())?.width
    await openMenu(page)
    await expect.poll(width).toBe(700)
    await page.keyboard.press('Escape')
    for (const [name, expected] of [
      [/^Diagnosticar/, 1000],
      [/^Reiniciar/, 500],
      [/^Hibernar/, 500],
      [/^Dar de baja/, 500],
      [/^Enviar SMS/, 750],
      [/^Editar campos/, 750],
      [/^Configuración APN/, 750],
    ] as const) {
      await choose(page, name)
      await expect.poll(width, String(name)).toBe(expected)
      await page.keyboard.press('Escape')
      await expect(dialog(page)).toHaveCount(0)
    }
  })

  test('and the list open each dialog of the specification [S2.40]', async ({ page }) => {
    test.slow()
    await logInAs(page, ANA)
    const open = async (filter: object, entries: readonly (readonly [RegExp, RegExp])[]) => {
      await openSim(page, filter, 40)
      for (const [entry, title] of entries) {
        await choose(page, entry)
        await expect(dialog(page).getByRole('heading', { level: 2 })).toContainText(title)
        await page.keyboard.press('Escape')
        await expect(dialog(page)).toHaveCount(0)
      }
    }
    await open({ simTypeIds: [2], administrativeStatusIds: [1] }, [[/^Activar/, /^Activar esta SIM/]])
    await open(ACTIVE, [
      [/^Reiniciar/, /^Reiniciar esta SIM/],
      [/^Hibernar/, /^Hibernar esta SIM/],
      [/^Diagnosticar/, /^Diagnóstico/],
      [/^Editar campos/, /^Editar campos/],
      [/^Enviar SMS/, /^Enviar SMS/],
      [/^Configuración APN/, /^Configuración APN/],
    ])
    await openList(page, '?status=2')
    await row(page, 1).hover()
    await button(row(page, 1), 'Opciones').click()
    await expect(dialog(page).getByRole('heading', { level: 2 })).toContainText('Opciones')
    await button(dialog(page), /^Detalles/).click()
    await expect(dialog(page).getByRole('heading', { level: 2 })).toContainText('Detalles')
    await page.keyboard.press('Escape')
    await expect(dialog(page)).toHaveCount(0)
    await row(page, 1).getByRole('checkbox').click()
    await button(page.getByRole('toolbar', { name: /^Acciones para/ }), 'Acciones').click()
    await button(page.getByRole('dialog', { name: /^Elija una acción para/ }), 'Hibernar').click()
    await expect(page.getByRole('dialog', { name: 'Hibernar 1 SIM' })).toBeVisible()
  })

  test('lists unavailable actions with the reason', async ({ page }) => {
    await logInAs(page, ANA)
    await openSim(page, ACTIVE, 21)
    const menu = await openMenu(page)
    await expect(button(menu, /^Activar/)).toHaveCount(0)
    await menu.getByText(/^No disponible ahora/).click()
    await expect(menu.getByRole('listitem').filter({ hasText: /^Activar/ })).toContainText('La SIM ya está en ese estado')
  })
})
