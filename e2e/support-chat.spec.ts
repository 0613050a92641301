import { type Browser, expect, type Page } from '@playwright/test'
import { getClientConfig } from '#contract/identity/identity.calls.ts'
import { expectAccessible, expectAccessibleInBothThemes, SIZES, setPreferences } from './support/accessibility.ts'
import { ATTEMPTS, answerWith } from './support/answers.ts'
import { connect } from './support/database.ts'
import { ADMIN, ANA, createPerson, logInAs } from './support/people.ts'
import { ACTIVE, simWith } from './support/sim-dialogs.ts'
import { test } from './support/test.ts'

const bubble = (page: Page) => page.getByRole('button', { name: /^(Chat de soporte|Support chat)/ })
const panel = (page: Page) => page.getByRole('dialog', { name: /^(Chat de soporte|Support chat)$/ })
const field = (page: Page) => page.getByRole('textbox', { name: /^(Escriba un mensaje|Write a message|Responder a|Answer) ?/ })
const thread = (page: Page) => page.getByRole('log')
/** A conversation of the operator's list; the names are links beside it, too. */
const conversation = (page: Page, name: string) =>
  page.getByRole('list', { name: /^(Sin responder|Abiertas|Cerradas)$/ }).getByRole('link', { name })

/** A page of another user, in their own browser context. */
async function pageOf(browser: Browser, email: string): Promise<Page> {
  const page = await (await browser.newContext()).newPage()
  await logInAs(page, email)
  return page
}

async function ask(page: Page, text: string): Promise<void> {
  await bubble(page).click()
  await expect(field(page)).toBeFocused()
  await field(page).fill(text)
  await page.keyboard.press('Enter')
  await expect(thread(page).getByText(text)).toBeVisible()
  await expect(panel(page).getByText(/^(Enviado|Leído|Sent|Read)$/)).toBeVisible()
}

test('the support chat loads on start, by itself and after the first paint [S1.12]', async ({ page }) => {
  await logInAs(page, ANA)
  const document = await (await page.request.get('/')).text()
  expect(document).not.toMatch(/support-(launcher|bubble)/)
  const chunk = page.waitForRequest(/\/support-launcher-[^/]*\.js$/)
  await page.goto('/')
  const at = await page.evaluate(() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0)
  await chunk
  await expect(bubble(page)).toBeVisible()
  // the browser lists it once it is loaded, which can be later than the bubble
  const requested = () =>
    page.evaluate(
      () => performance.getEntriesByType('resource').find(({ name }) => /support-launcher-/.test(name))?.startTime ?? 0,
    )
  await expect.poll(requested).toBeGreaterThan(at)
  // the panel loads when it is first opened
  await expect(panel(page)).toHaveCount(0)
})

test('a configured provider’s script replaces the built-in chat [S1.12]', async ({ page }) => {
  await answerWith(page, getClientConfig, {
    supportChatUrl: '/chat.js',
    map: { worldUrl: '', archiveUrl: null, archiveAttribution: '', tilesUrl: null },
    manualsUrl: null,
    demo: true,
  })
  await page.route('**/chat.js', (route) =>
    route.fulfill({ contentType: 'text/javascript', body: 'document.documentElement.dataset.chat = "ready"' }),
  )
  await logInAs(page, ANA)
  await page.goto('/')
  await expect(page.locator('html')).toHaveAttribute('data-chat', 'ready')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(bubble(page)).toHaveCount(0)
})

test('the operator sees a question from a SIM’s page live with its link, and answers; the badge appears live', async ({
  page,
  browser,
}) => {
  await createPerson('eva.chat@andes.test', 'Eva', 'Torres')
  const operator = await pageOf(browser, ADMIN)
  await operator.goto('/support')
  await expect(operator.getByRole('heading', { name: 'Soporte', level: 1 })).toBeVisible()

  await logInAs(page, 'eva.chat@andes.test')
  const icc = await simWith(page, ACTIVE, 7)
  await page.goto(`/sims/${icc}`)
  await ask(page, 'La cámara no transmite: https://enlace.test/foto')
  await expect(thread(page).getByRole('link', { name: 'https://enlace.test/foto' })).toHaveAttribute('rel', /noopener/)
  await page.keyboard.press('Escape')
  await expect(panel(page)).toHaveCount(0)
  await expect(bubble(page)).toBeFocused()

  const row = conversation(operator, 'Eva Torres')
  await expect(row).toContainText('La cámara no transmite')
  await row.click()
  await expect(thread(operator).getByRole('link', { name: icc })).toHaveAttribute('href', `/sims/${icc}`)
  await expect(thread(operator).getByText(/^Español/)).toBeVisible()
  const name = operator.getByRole('heading', { name: 'Eva Torres' })
  await expect(name.getByRole('link')).toHaveAttribute('href', /^\/users\?open=\d+$/)
  await field(operator).fill('La reiniciamos ahora')
  await operator.keyboard.press('Enter')
  await expect(thread(operator).getByText('La reiniciamos ahora')).toBeVisible()
  await expect(operator.getByText('Asignada a usted')).toBeVisible()

  await expect(page.getByRole('button', { name: 'Chat de soporte: 1 respuesta sin leer' })).toBeVisible()
  await bubble(page).click()
  await expect(thread(page).getByText('La reiniciamos ahora')).toBeVisible()
  await expect(bubble(page)).toHaveAccessibleName('Chat de soporte')
  await expect(operator.getByText('Leído')).toBeVisible()

  await operator.getByRole('button', { name: 'Cerrar conversación' }).click()
  await expect(operator.getByRole('button', { name: 'Reabrir' })).toBeVisible()
  await expect(panel(page).getByText('Esta conversación está cerrada')).toBeVisible()
  await operator.context().close()
})

test('the conversation that waits longest is open at once, and is read only when its reply box is used', async ({
  page,
  browser,
}) => {
  await createPerson('noa.chat@andes.test', 'Noa', 'Vera')
  await logInAs(page, 'noa.chat@andes.test')
  await page.goto('/')
  await ask(page, '¿Sigue abierto el pedido?')
  const client = await connect()
  try {
    // before those of other tests
    await client.query(
      `UPDATE support_conversations SET waiting_since = '2020-01-01' WHERE user_id = (SELECT user_id FROM users WHERE email = 'noa.chat@andes.test')`,
    )
  } finally {
    await client.end()
  }
  const operator = await pageOf(browser, ADMIN)
  await operator.goto('/support')
  const row = conversation(operator, 'Noa Vera')
  await expect(row).toHaveAttribute('aria-current', 'true')
  await expect(thread(operator).getByText('¿Sigue abierto el pedido?')).toBeVisible()
  await expect(operator.getByRole('button', { name: /^Sin responder \d/, pressed: true })).toBeVisible()
  const customer = operator.getByRole('complementary', { name: 'Cliente: Transportes Andes Sur SpA' })
  await expect(customer.getByRole('heading', { name: 'Flota' })).toBeVisible()
  // asked from the dashboard: the fleet first, in seven lines
  await expect(customer.getByRole('heading')).toHaveText(['Transportes Andes Sur SpA', 'Flota', 'Usuarios', 'Cobros'])
  await expect(customer.getByRole('button', { name: /^Ver el portal como / }).first()).toBeVisible()
  await expect(customer.getByRole('button', { name: 'Trabajar en esta empresa' })).toBeVisible()
  const fleet = customer.getByRole('region', { name: 'Flota' })
  await expect(fleet.getByRole('listitem')).toHaveCount(7)
  await fleet.getByRole('button', { name: /^Ver \d+ estados más$/ }).click()
  await expect(fleet.getByRole('listitem').nth(7)).toBeVisible()
  await expect(fleet.getByRole('button', { name: /más$/ })).toHaveCount(0)
  await expect(row).toContainText('sin leer')
  await expect(row).toContainText(/espera [\d.]+ d/)
  await expect(operator).toHaveURL('/support')
  await field(operator).focus()
  await expect(row).not.toContainText('sin leer')
  await expect(operator).toHaveURL(/conversation=\d+/)
  await expect(field(operator)).toBeFocused()
  await operator.context().close()
})

test('a message that the operator does not read is mailed with a link to it', async ({ page, browser }) => {
  await createPerson('ivan.chat@andes.test', 'Iván', 'Soto')
  await logInAs(page, 'ivan.chat@andes.test')
  await page.goto('/')
  await ask(page, 'Nadie lee esto todavía')
  const client = await connect()
  try {
    const mails = async () =>
      (
        await client.query<{ address: string; text: string }>(
          `SELECT address, text FROM mails WHERE kind = 'support' AND text LIKE '%Nadie lee esto%'`,
        )
      ).rows
    await expect.poll(mails).toMatchObject([{ address: ADMIN }])
    expect((await mails())[0]?.text).toContain('/support')
  } finally {
    await client.end()
  }
  const operator = await pageOf(browser, ADMIN)
  await operator.goto('/')
  await operator.getByRole('link', { name: /^Soporte: \d+ conversaci/ }).click()
  await expect(operator).toHaveURL('/support')
  await operator.context().close()
  await page.goto('/plans#support')
  await expect(panel(page)).toBeVisible()
})

test('a message that failed is kept and sent again; a draft is kept', async ({ page }) => {
  await createPerson('olga.chat@andes.test', 'Olga', 'Peña')
  await logInAs(page, 'olga.chat@andes.test')
  // the message does not arrive; sent again it does, and its response is lost
  let sent = 0
  await page.route('**/api/support/conversation/messages', async (route) => {
    sent += 1
    if (sent > ATTEMPTS + 1) return route.fallback()
    if (sent > ATTEMPTS) await route.fetch()
    return route.abort()
  })
  await page.goto('/')
  await bubble(page).click()
  await expect(panel(page).getByText('¿En qué le ayudamos?')).toBeVisible()
  await field(page).fill('Una línea')
  await page.keyboard.press('Shift+Enter')
  await page.keyboard.type('y otra')
  await page.keyboard.press('Escape')
  await bubble(page).click()
  await expect(field(page)).toHaveValue('Una línea\ny otra')
  await field(page).press('Enter')
  await expect.poll(() => sent).toBe(ATTEMPTS)
  await panel(page).getByRole('button', { name: 'Reintentar' }).click()
  await expect(panel(page).getByText('Enviado')).toBeVisible()
  await expect(thread(page).getByText('y otra')).toHaveCount(1)
  await expect(panel(page).getByText('No se envió')).toHaveCount(0)
  await page.reload()
  await bubble(page).click()
  await expect(thread(page).getByText('y otra')).toHaveCount(1)
})

test('an open chat does not cover a printed page', async ({ page }) => {
  await logInAs(page, ANA)
  await page.goto('/plans')
  await bubble(page).click()
  await expect(panel(page)).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  await expect(panel(page)).toBeHidden()
  await expect(bubble(page)).toBeHidden()
  await page.emulateMedia({ media: 'screen' })
  await expect(panel(page)).toBeVisible()
})

test('the operator’s screen is for administrators only', async ({ page }) => {
  await logInAs(page, ANA)
  await page.goto('/support')
  await expect(page).toHaveURL('/')
})

for (const size of SIZES) {
  test(`the chat and the operator’s screen are accessible: ${size.width} px`, async ({ page, browser }) => {
    await setPreferences(page, { language: size.width === 1280 ? 'en' : 'es' })
    await page.setViewportSize(size)
    await logInAs(page, ANA)
    await page.goto('/')
    await bubble(page).click()
    await expect(thread(page).getByText('Reiniciada. Ya se ve la imagen, gracias.')).toBeVisible()
    await expectAccessibleInBothThemes(page)
    const operator = await pageOf(browser, ADMIN)
    await operator.setViewportSize(size)
    await operator.goto('/support?show=closed')
    await conversation(operator, 'Luis Paredes').click()
    await expect(thread(operator).getByText('¿Cómo exporto solo')).toBeVisible()
    await expect(thread(operator).getByRole('link', { name: 'Desde: SIMs' })).toHaveAttribute('href', '/sims?company=4')
    await expectAccessibleInBothThemes(operator)
    await operator.goto('/support?show=open')
    await expect(conversation(operator, 'Ana Fuentes')).toBeVisible()
    // the name and the company of this one are as long, so that their links stand one below the other
    await conversation(operator, 'Marcela Ossandón').click()
    await expect(operator.getByRole('heading', { name: 'Marcela Ossandón' })).toBeVisible()
    await expectAccessible(operator)
    await operator.context().close()
  })
}
