import { expect, type Page } from '@playwright/test'
import { savePermit } from '#contract/users/permits.calls.ts'
import { expectAccessible, expectAccessibleInBothThemes, SIZES, setPreferences } from './support/accessibility.ts'
import { refuseWith } from './support/answers.ts'
import { findCompany } from './support/find-company.ts'
import { ADMIN, ANA, logInAs } from './support/people.ts'
import { test } from './support/test.ts'

const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })

test('a user is invited, given permits in the matrix by keyboard, deactivated and deleted [S2.15, S2.47, S3.38]', async ({
  page,
}) => {
  await logInAs(page, ANA)
  await page.goto('/users')
  await expect(page).toHaveTitle(/^Usuarios/)
  await page.getByRole('button', { name: 'Invitar usuario' }).click()
  const form = page.getByRole('dialog', { name: 'Invitar usuario' })
  await form.getByRole('button', { name: 'Crear y enviar invitación' }).click()
  await expect(form.getByText('Este campo es requerido').first()).toBeVisible()
  await expect(form.getByRole('textbox', { name: 'Nombre' })).toBeFocused()
  await expect(form.getByRole('combobox', { name: 'Empresa' })).toHaveAccessibleDescription('Este campo es requerido')
  await form.getByRole('textbox', { name: 'Nombre' }).fill('Inés')
  await form.getByRole('textbox', { name: 'Apellido' }).fill('Zúñiga')
  await form.getByRole('textbox', { name: 'E-mail' }).fill('ines@andes.test')
  await form.getByRole('textbox', { name: 'Teléfono' }).fill('+56 9 4417 1988')
  await form.getByRole('textbox', { name: 'Identificación tributaria' }).fill('12.345.678-5')
  await findCompany(page, form.getByRole('combobox', { name: 'Empresa' }), 'Andes Norte Logística')
  await form.getByRole('checkbox', { name: 'SIMs' }).check()
  await form.getByRole('button', { name: 'Crear y enviar invitación' }).click()
  await expect(page.getByText('La invitación va en camino')).toBeVisible()
  const invited = row(page, 'ines@andes.test')
  const texts = ['Inés Zúñiga', 'ines@andes.test', '+56 9 4417 1988', 'Andes Norte Logística', 'Invitado']
  for (const text of texts) await expect(invited).toContainText(text)
  await invited.getByRole('button', { name: 'Inés Zúñiga', exact: true }).click()
  const panel = page.getByRole('complementary', { name: 'Inés Zúñiga' })
  for (const text of [...texts, '12.345.678-5']) await expect(panel).toContainText(text)
  await panel.getByRole('button', { name: 'Cerrar' }).click()

  await page.getByRole('tab', { name: 'Permisos' }).click()
  await expect(page).toHaveTitle(/^Permisos/)
  await expect(page).toHaveURL('/users/permissions')
  await expect(page.getByRole('tab', { name: 'Permisos' })).toBeFocused()
  await page.keyboard.press('ArrowLeft')
  await expect(page).toHaveURL('/users')
  await expect(page.getByRole('tab', { name: 'Usuarios' })).toBeFocused()
  await expect(row(page, 'Ana Fuentes')).toContainText(/ahora|hace \d+ min/)
  await page.keyboard.press('ArrowRight')
  await page.getByRole('searchbox', { name: 'Buscar', exact: true }).fill('ines')
  await expect(page.getByRole('grid').getByRole('row')).toHaveCount(3)
  const box = (right: string) => page.getByRole('checkbox', { name: `${right}, Inés Zúñiga` })
  await expect(box('SIMs')).toBeChecked()
  await box('SIMs').focus()
  await page.keyboard.press('Space')
  await page.keyboard.press('End')
  await expect(box('Empresas')).toBeFocused()
  await page.keyboard.press('Home')
  await page.keyboard.press('ArrowRight')
  await expect(box('Hibernar y reactivar')).toBeFocused()
  await page.keyboard.press('Space')
  await expect(page.getByRole('button', { name: 'Guardar los permisos de Inés Zúñiga' })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page.getByText('Permisos guardados')).toBeVisible()
  await page.reload()
  await expect(box('SIMs')).not.toBeChecked()
  await expect(box('Hibernar y reactivar')).toBeChecked()

  await page.goto('/users?search=ines')
  const act = async (item: string, button = item) => {
    await row(page, 'ines@andes.test').getByRole('button', { name: 'Acciones de Inés Zúñiga' }).click()
    await page.getByRole('button', { name: item, exact: true }).click()
    await page.getByRole('dialog').getByRole('button', { name: button, exact: true }).click()
  }
  await act('Desactivar')
  await expect(row(page, 'ines@andes.test')).toContainText('Desactivado')
  await act('Eliminar', 'Eliminar el usuario')
  await expect(page.getByText('Ningún resultado con «ines»')).toBeVisible()
})

test('a role sets all permissions of a user, which are saved or reverted as one', async ({ page }) => {
  await logInAs(page, ADMIN)
  await page.goto('/users/permissions?search=luis')
  const role = page.getByRole('combobox', { name: 'Rol de Luis Paredes' })
  const box = (right: string) => page.getByRole('checkbox', { name: `${right}, Luis Paredes` })
  await expect(role.locator('option:checked')).toHaveText('Personalizado')
  await role.selectOption('Operaciones')
  for (const right of ['Hibernar y reactivar', 'Planes', 'Solicitudes']) await expect(box(right)).toBeChecked()
  await expect(box('Usuarios')).not.toBeChecked()
  await page.getByRole('button', { name: 'Deshacer los cambios de Luis Paredes' }).click()
  await expect(role.locator('option:checked')).toHaveText('Personalizado')
  await expect(box('Planes')).not.toBeChecked()
  await role.selectOption('Facturación')
  await refuseWith(page, savePermit, { code: 'conflict', error: 'Otro usuario los cambió' })
  const sent = page.waitForRequest((request) => request.method() === 'POST' && request.url().endsWith(savePermit.path))
  await page.getByRole('button', { name: 'Guardar los permisos de Luis Paredes' }).click()
  expect((await sent).postDataJSON()).toMatchObject({ permits: ['requests', 'plans'], canHibernate: '0', admin: '0' })
  await expect(row(page, 'Otro usuario los cambió')).toBeVisible()
  // one's own is only shown
  await page.goto('/users/permissions?search=admin')
  const own = row(page, 'Elena Rivas')
  await expect(own.getByRole('gridcell').first()).toHaveText('Administra el portal')
  await expect(own.getByRole('combobox')).toHaveCount(0)
})

test('on a phone the permissions of a user are a card with a line for each', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await logInAs(page, ADMIN)
  await page.goto('/users/permissions?search=luis')
  const card = page.getByRole('list', { name: 'Usuarios y permisos' }).getByRole('listitem')
  await expect(card).toHaveCount(1)
  const count = /^Personalizado · (\d+) de 9$/
  const held = Number(count.exec((await card.getByText(count).textContent()) ?? '')?.[1])
  await card.getByText('luis@andes.test').click()
  const plans = card.getByRole('checkbox', { name: 'Planes', exact: true })
  const isOn = await plans.isChecked()
  await plans.click()
  await expect(card).toContainText(`${held + (isOn ? -1 : 1)} de `)
  await card.getByRole('button', { name: /^Deshacer los cambios de Luis/ }).click()
  await expect(card).toContainText(`${held} de `)
  await plans.click()
  await card.getByRole('button', { name: /^Guardar los permisos de Luis/ }).click()
  await expect(page.getByText('Permisos guardados')).toBeVisible()
  await expect(plans).toBeChecked({ checked: !isOn })
  await plans.click()
  await card.getByRole('button', { name: /^Guardar los permisos de Luis/ }).click()
  await expect(page.getByText('Permisos guardados').last()).toBeVisible()
})

test('an administrator opens the portal view of a user, with a band on every page, and ends it', async ({ page }) => {
  await logInAs(page, ADMIN)
  await page.goto('/users?search=luis@andes.test')
  await row(page, 'luis@andes.test')
    .getByRole('button', { name: /^Acciones de/ })
    .click()
  await page.getByRole('button', { name: 'Ver el portal como este usuario' }).click()
  await page.getByRole('button', { name: 'Ver como este usuario' }).click()
  const band = page.getByRole('region', { name: 'Vista como otro usuario' })
  await expect(band).toContainText('Luis Paredes')
  await expect(page.getByRole('navigation').getByRole('link', { name: 'Mis planes' })).toHaveCount(0)
  await page.goto('/sims')
  await expect(band).toBeVisible()
  await expectAccessibleInBothThemes(page)
  await band.getByRole('button', { name: 'Terminar' }).click()
  await expect(page).toHaveURL('/users')
  await expect(band).toHaveCount(0)
})

test('the panel of a user shows also what is not granted, and the matrix why administrators can’t be made', async ({
  page,
}) => {
  await logInAs(page, ADMIN)
  await page.goto('/users')
  await expect(page.getByRole('columnheader', { name: 'Rol' })).toBeVisible()
  await expect(row(page, 'Ana Fuentes')).toContainText('Administrador')
  await expect(row(page, 'Ana Fuentes')).not.toContainText('de 9')
  // only another state than this one is said
  await expect(row(page, 'Ana Fuentes')).not.toContainText('Activo')
  await expect(row(page, 'luis@andes.test')).toContainText('Personalizado1 de 9 · SIMs')
  await expect(row(page, 'admin@enlace.test')).toContainText('Administra el portal')
  // only where a stolen password would open the users or companies of others
  const risk = (name: string) => row(page, name).getByText('Sin verificación en dos pasos')
  await expect(risk('admin@enlace.test')).toBeVisible()
  await expect(risk('luis@andes.test')).toHaveCount(0)
  await page.goto('/users?search=luis')
  await page.getByRole('button', { name: 'Luis Paredes', exact: true }).click()
  const panel = page.getByRole('complementary', { name: 'Luis Paredes' })
  await expect(panel.getByRole('link', { name: 'Transportes Andes Sur SpA' })).toHaveAttribute('href', /^\/companies\/\d+/)
  const permits = panel.getByRole('region', { name: 'Permisos' })
  // by the subjects of the matrix, and in its order
  await expect(permits.getByRole('heading')).toHaveText([
    'Permisos Personalizado · 1 de 9',
    'Flota',
    'Planes y compras',
    'Administración',
  ])
  await expect(permits.getByRole('listitem')).toHaveText([
    ...['SIMs', 'Hibernar y reactivar: sin permiso', 'Hardware y servicios: sin permiso', 'Alarmas: sin permiso'],
    ...['Reporte de SMS: sin permiso', 'Planes: sin permiso', 'Solicitudes: sin permiso', 'Usuarios: sin permiso'],
    'Empresas: sin permiso',
  ])
  await expect(panel.getByRole('link', { name: 'Ver en Auditoría' })).toHaveAttribute(
    'href',
    /^\/audit\?person=luis(@|%40)andes\.test&access=true$/,
  )
  await panel.getByRole('link', { name: 'Editar permisos' }).click()
  await expect(page.getByText('Solo los usuarios de la empresa principal pueden administrar el portal.')).toBeVisible()
})

test('the matrix has the company of each user whole, and ends in the middle of a row above the foot of the window', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 900 })
  await logInAs(page, ADMIN)
  await page.goto('/users/permissions')
  const about = row(page, 'Andrés Bravo').getByText('Pacífico Logística S.A.', { exact: true })
  await expect(about).toHaveAttribute('title', 'andres.bravo@pacifico.test · Pacífico Logística S.A.')
  expect(await about.evaluate(({ scrollWidth, clientWidth }) => scrollWidth <= clientWidth)).toBe(true)
  const rest = await page.getByRole('grid').evaluate((grid) => {
    const heads = grid.querySelector('thead')?.getBoundingClientRect().height ?? 0
    const shown = (grid.parentElement?.clientHeight ?? 0) - heads
    return [shown % 48, document.documentElement.scrollHeight <= innerHeight]
  })
  expect(rest).toEqual([24, true])
})

test('who was invited or deactivated is found by state, who works in the portal by the last activity', async ({ page }) => {
  await logInAs(page, ADMIN)
  await page.goto('/users?state=invited')
  await expect(row(page, 'rodrigo.aliaga@canaliot.test')).toContainText('Canal IoT Chile SpA')
  await expect(row(page, 'tomas.vidal@enlace.test')).toHaveCount(0)
  await page.goto('/users?state=deactivated')
  await expect(row(page, 'francisca.leiva@andes.test')).toContainText(/Desactivado.*última vez hace \d+ d/)
  // the matrix says it, too
  await page.goto('/users/permissions?search=francisca')
  await expect(row(page, 'Francisca Leiva')).toContainText('Desactivado · Transportes Andes Sur SpA')
  await page.goto('/users?search=tomas')
  await expect(row(page, 'tomas.vidal@enlace.test')).toContainText(/hace \d+ (min|h)/)
})

test('users and permits are accessible', async ({ page }) => {
  await setPreferences(page, { language: 'en' })
  await logInAs(page, ANA)
  for (const size of SIZES) {
    await page.setViewportSize(size)
    await page.goto('/users')
    await expect(row(page, 'luis@andes.test')).toBeVisible()
    await expectAccessibleInBothThemes(page)
    await page.goto('/users/permissions')
    if (size.width < 640) await page.getByText('luis@andes.test').click()
    else await expect(page.getByRole('grid')).toContainText('Luis Paredes')
    await expectAccessibleInBothThemes(page)
  }
  await page.goto('/users')
  await page.getByRole('button', { name: 'Invite user' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await expectAccessible(page)
})
