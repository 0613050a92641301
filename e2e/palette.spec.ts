import { expect, type Page } from '@playwright/test'
import { encodeTsv } from '#contract/list-codec.ts'
import { simList } from '#contract/sims/sims.calls.ts'
import { expectAccessibleInBothThemes, setPreferences } from './support/accessibility.ts'
import { ADMIN, ANA, logInAs } from './support/people.ts'
import { openAs, search } from './support/shell.ts'
import { test } from './support/test.ts'

const group = (page: Page, name: string) => page.getByRole('group', { name, exact: true })

interface Sim {
  readonly icc: string
  readonly msisdn?: string
  readonly customField1?: string
  readonly ip?: string
  readonly simAdministrativeStatusId?: number
}

const ACTIVE = { icc: '89560300000000002116', customField1: 'Camión 21', simAdministrativeStatusId: 2 }
const HIBERNATED = { icc: '89560300000000012116', customField1: 'Camión 22', simAdministrativeStatusId: 11 }

/** Every search finds these. */
async function findOnly(page: Page, sims: readonly Sim[]): Promise<void> {
  const rows = sims.map((sim) => {
    const cells: Readonly<Record<string, string | number>> = { simTypeId: 2, apnId: 1, simAdministrativeStatusId: 2, ...sim }
    return simList.names.map((name) => cells[name] ?? '')
  })
  await page.route(/\/api\/sim\/globalSearch\//, (route) =>
    route.fulfill({ contentType: 'text/tab-separated-values', body: encodeTsv(simList.names, rows) }),
  )
}

const open = async (page: Page) => {
  await logInAs(page, ANA)
  await page.goto('/')
  await expect(search(page)).toBeVisible()
  await page.keyboard.press('/')
}

test('a SIM shows what matched, its status and when it was last seen; choosing it opens its page', async ({ page }) => {
  await open(page)
  await findOnly(page, [ACTIVE, { icc: '8956030000000000017', msisdn: '56900002116', simAdministrativeStatusId: 11 }])
  await search(page).fill('2116')
  const sims = group(page, 'SIMs').getByRole('option')
  await expect(sims.first()).toHaveAccessibleName(/Activa.*Camión 21.*89560300000000002116.*Nunca/)
  await expect(sims.first().locator('mark')).toHaveText(['2116'])
  await expect(sims.nth(1)).toHaveAccessibleName(/Hibernada.*8956030000000000017.*\+56 9 0000 2116/)
  await expect(sims.nth(1).locator('mark')).toHaveText(['2116'])
  await expectAccessibleInBothThemes(page)
  await search(page).press('ArrowDown')
  await search(page).press('Enter')
  await expect(page).toHaveURL(`/sims/${ACTIVE.icc}`)
})

for (const [language, typed, verb] of [
  ['es', 'hibernar 2116', 'Hibernar'],
  ['es', 'hibernate 2116', 'Hibernar'],
  ['en', '2116 hibernar', 'Hibernate'],
] as const) {
  test(`'${typed}' offers the SIMs that can be hibernated, and asks before it does so, in ${language}`, async ({ page }) => {
    await setPreferences(page, { language })
    await logInAs(page, ANA)
    await page.goto('/')
    const box = page.getByRole('search').getByRole('combobox')
    await findOnly(page, [ACTIVE, HIBERNATED])
    const changes: string[] = []
    page.on('request', (request) => {
      if (request.url().includes('/sim/hibernate/')) changes.push(request.url())
    })
    await box.fill(typed)
    const offered = group(page, language === 'es' ? 'Acciones' : 'Actions').getByRole('option')
    await expect(offered).toHaveCount(1)
    await expect(offered).toHaveAccessibleName(new RegExp(`${verb} Camión 21`))
    await offered.click()
    await expect(page).toHaveURL(`/sims/${ACTIVE.icc}`)
    await expect(page.getByRole('dialog', { name: new RegExp(`^${verb}`) })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    expect(changes).toEqual([])
  })
}

test('a verb without its SIM is completed, and one that no SIM allows says so', async ({ page }) => {
  await open(page)
  await findOnly(page, [HIBERNATED])
  await search(page).fill('hiber')
  await page.getByRole('option', { name: 'Hibernar: elija la SIM' }).click()
  await expect(search(page)).toHaveValue('Hibernar ')
  await expect(search(page)).toBeFocused()
  await search(page).pressSequentially('2116')
  await expect(page.getByText('«Hibernar» no está disponible para las SIMs con «2116»')).toBeVisible()
})

test('verbs on SIMs are offered only to those who may see SIMs and hibernate', async ({ page }) => {
  await openAs(page, ['alarmas'])
  await search(page).fill('hibernar')
  await expect(group(page, 'Ayuda')).toBeVisible()
  await expect(page.getByRole('option', { name: /^Hibernar/ })).toHaveCount(0)
  await search(page).fill('invitar usuario')
  await expect(page.getByRole('option', { name: 'Invitar a un usuario' })).toHaveCount(0)
  await search(page).fill('crear alarma')
  await expect(page.getByRole('option', { name: 'Crear una alarma' })).toBeVisible()
})

test('without a text the actions begin with those on the fleet, and lead there', async ({ page }) => {
  await open(page)
  const actions = group(page, 'Acciones').getByRole('option')
  await expect(actions.nth(0)).toHaveText(/^Diagnosticar: elija la SIM *o escriba «diagnosticar 2116»$/)
  await expect(actions.nth(1)).toHaveText('Ver las SIMs silenciosas')
  await expect(actions.getByText('Ver las novedades')).toBeVisible()
  await search(page).press('ArrowDown')
  await search(page).press('Enter')
  await expect(search(page)).toHaveValue('Diagnosticar ')
  await search(page).fill('')
  await actions.getByText('Nueva operación').click()
  await expect(page).toHaveURL('/operations')
  await expect(page.getByRole('dialog')).toBeVisible()
  // the field has the focus again
  await page.keyboard.press('Escape')
  await page.keyboard.press('/')
  await actions.nth(1).click()
  await expect(page).toHaveURL(/\/sims\?.*silent=24h/)
})

test("'crear alarma' opens the form of an alarm, on its screen or from another", async ({ page }) => {
  await open(page)
  for (const times of [1, 2]) {
    await search(page).fill('crear alarma')
    await expect(page.getByRole('option').first()).toHaveText('Crear una alarma')
    await search(page).press('ArrowDown')
    await search(page).press('Enter')
    await expect(page).toHaveURL('/alarm')
    await expect(page.getByRole('dialog', { name: /alarma/i }), `time ${times}`).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
  }
})

for (const [typed, page_] of [
  ['factura', 'Cobros'],
  ['invoice', 'Cobros'],
  ['facutra', 'Cobros'],
  ['webhooks', 'Integraciones'],
  ['permisos', 'Permisos'],
] as const) {
  test(`'${typed}' leads to ${page_}`, async ({ page }) => {
    await open(page)
    await search(page).fill(typed)
    await expect(group(page, 'Páginas').getByRole('option').first()).toHaveText(new RegExp(`^${page_}`))
  })
}

test('the empty box offers what was opened last, without a request, and none of it after logging out', async ({ page }) => {
  await open(page)
  await page.goto('/plans')
  await findOnly(page, [ACTIVE])
  await search(page).fill('2116')
  await group(page, 'SIMs').getByRole('option').first().click()
  await expect(page).toHaveURL(`/sims/${ACTIVE.icc}`)
  await page.goto('/help')
  const requests: string[] = []
  page.on('request', (request) => requests.push(new URL(request.url()).pathname))
  await search(page).focus()
  const recents = group(page, 'Recientes').getByRole('option')
  await expect(recents).toHaveText([/^Camión 21/, 'Mis planes'])
  expect(requests.filter((path) => path.startsWith('/api/sim/'))).toEqual([])
  await expectAccessibleInBothThemes(page)
  await page.getByRole('button', { name: /^Menú de/ }).click()
  await page.getByRole('link', { name: 'Cerrar sesión' }).evaluate((link: HTMLElement) => {
    link.addEventListener('click', (event) => event.preventDefault())
    link.click()
  })
  expect(await page.evaluate(() => localStorage.getItem('enlace.recents'))).toBeNull()
})

test('a click opens the list again after a choice, which leaves the focus in the field', async ({ page }) => {
  await open(page)
  await group(page, 'Páginas').getByRole('option', { name: /^Sims/ }).click()
  await expect(page).toHaveURL('/sims')
  await expect(page.getByRole('listbox')).toHaveCount(0)
  await expect(search(page)).toBeFocused()
  await search(page).click()
  await expect(group(page, 'Páginas')).toBeVisible()
})

test('what another login opened in this browser is not shown', async ({ page }) => {
  await logInAs(page, ANA)
  await page.addInitScript(() => {
    const items = [{ kind: 'sim', href: '/sims/8956030000000002116', label: 'Camión ajeno' }]
    localStorage.setItem('enlace.recents', JSON.stringify({ owner: '3 otra@andes.test', items }))
  })
  await page.goto('/')
  await search(page).focus()
  await expect(group(page, 'Páginas')).toBeVisible()
  await expect(page.getByText('Camión ajeno')).toHaveCount(0)
})

test('nothing found says what can be searched for', async ({ page }) => {
  await open(page)
  await search(page).fill('zzqq xxyy')
  await expect(page.getByText('Ninguna SIM con «zzqq xxyy»')).toBeVisible()
  await expect(page.getByText(/^Busque por el final del ICC/)).toBeVisible()
  await expectAccessibleInBothThemes(page)
})

test('companies, users, invoices and plans are found and open their screen', async ({ page }) => {
  await logInAs(page, ADMIN)
  await page.goto('/')
  const choose = async (text: string, name: string) => {
    await search(page).fill(text)
    await group(page, name).getByRole('option').first().click()
  }
  await choose('andes norte', 'Empresas')
  await expect(page).toHaveURL(/\/companies\/\d+$/)
  await choose(ANA, 'Usuarios')
  await expect(page).toHaveURL(`/users?search=${encodeURIComponent(ANA)}`)
  await choose('octubre', 'Cobros')
  await expect(page).toHaveURL(/\/report-charges\?document=\d+/)
  await choose('m2m 50 mb mexico', 'Mis planes')
  await expect(page).toHaveURL(/\/plans\?plan=\d+/)
  await page.goto('/')
  await search(page).focus()
  await expect(group(page, 'Recientes').getByRole('option')).toHaveCount(7)
  await search(page).fill('andes')
  await expect(group(page, 'Empresas')).toBeVisible()
  await expectAccessibleInBothThemes(page)
})

test('operations, requests and alarms are found by what people call them and open their screen', async ({ page }) => {
  await logInAs(page, ADMIN)
  await page.goto('/')
  const options = (name: string) => group(page, name).getByRole('option')
  await search(page).fill('solicitudes pendientes')
  await options('Solicitudes').first().click()
  await expect(page).toHaveURL(/\/requests\/\d+$/)
  const number = page.url().split('/').at(-1)
  await search(page).fill(`solicitud ${number}`)
  await expect(options('Solicitudes')).toHaveCount(1)
  // tests beside this one make and delete alarms, which would be the first
  const name = 'Cadena de frío'
  await search(page).fill('alarma cadena de frio')
  await options('Alarmas').filter({ hasText: name }).click()
  await expect(page).toHaveURL(/\/alarm\?company=\d+&alarm=\d+$/)
  await expect(page.getByRole('dialog', { name: /alarma/i })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page).toHaveURL(/\/alarm\?company=\d+$/)
  await search(page).click()
  await expect(options('Recientes').filter({ hasText: name })).toHaveCount(1)
  await search(page).fill('hibernaciones fallidas')
  await expectAccessibleInBothThemes(page)
  await options('Páginas').first().click()
  await expect(page).toHaveURL('/operations?kind=hibernate&failed=true')
  await search(page).fill('failed restarts')
  await options('Páginas').first().click()
  await expect(page).toHaveURL('/operations?kind=restart&failed=true')
})

test('a SIM is found by its IP address and by the beginning of it, which is marked', async ({ page }) => {
  await open(page)
  await findOnly(page, [
    { ...ACTIVE, ip: '10.41.0.7' },
    { ...HIBERNATED, ip: '2001:db8::7' },
  ])
  const sims = group(page, 'SIMs').getByRole('option')
  for (const [at, text] of ['10.41.', '2001:db8'].entries()) {
    await search(page).fill(text)
    await expect(sims.nth(at).locator('mark')).toHaveText([text])
    await expect(sims.nth(at)).toHaveAccessibleName(new RegExp(`IP ${text}`))
  }
})

test('what is known is in the list within a frame of the key', async ({ page }) => {
  await open(page)
  await page.route('**/api/search?*', () => new Promise(() => undefined))
  await search(page).fill('tema')
  await expect(group(page, 'Cuenta y apariencia')).toBeVisible()
  const first = await page.evaluate(
    () =>
      new Promise<string>((resolve) => {
        const box = document.activeElement as HTMLInputElement
        Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(box, 'cobros')
        box.dispatchEvent(new Event('input', { bubbles: true }))
        // after this frame's rendering
        requestAnimationFrame(() => setTimeout(() => resolve(document.querySelector('[role=option]')?.textContent ?? '')))
      }),
  )
  expect(first).toMatch(/^Cobros/)
})

test('help topics are found by what they say', async ({ page }) => {
  await open(page)
  await search(page).fill('verificación en dos pasos')
  await group(page, 'Ayuda').getByRole('option').first().click()
  await expect(page).toHaveURL(/^.*\/help\/[a-z-]+$/)
})

test('on a phone the list is a sheet as wide as the page, with whole ICCs', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await logInAs(page, ANA)
  await findOnly(page, [ACTIVE, HIBERNATED])
  await page.goto('/')
  await page.getByRole('banner').getByRole('button', { name: 'Buscar' }).last().click()
  await expect(search(page)).toBeFocused()
  await search(page).fill('2116')
  const first = group(page, 'SIMs').getByRole('option').first()
  await expect(first).toBeVisible()
  const box = await page.getByRole('listbox').boundingBox()
  expect(box?.width).toBeGreaterThan(370)
  const isCut = await first.evaluate((option) => option.scrollWidth > option.clientWidth)
  expect(isCut).toBe(false)
  await expectAccessibleInBothThemes(page)
  await page.getByRole('button', { name: 'Cerrar la búsqueda' }).click()
  await expect(page.getByRole('listbox')).toHaveCount(0)
})

test('before anything is typed the list says what it finds; what is about the account comes last', async ({ page }) => {
  await open(page)
  await expect(page.getByText('Final de un ICC, etiqueta, IP, factura…')).toBeVisible()
  const groups = page.getByRole('listbox', { name: 'Resultados' }).getByRole('group')
  await expect(groups.last()).toHaveAccessibleName('Cuenta y apariencia')
  await expect(groups.last().getByRole('option').last()).toHaveText('Cerrar sesión')
  await search(page).fill('2116')
  await expect(page.getByText('Final de un ICC, etiqueta, IP, factura…')).toHaveCount(0)
})
