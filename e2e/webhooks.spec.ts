import { expect, type Page } from '@playwright/test'
import { Webhook } from 'standardwebhooks'
import { openReceiver, type Receiver } from '#test/webhook-receiver.ts'
import { expectAccessibleInBothThemes, SIZES, setPreferences } from './support/accessibility.ts'
import { ANA, logInAs } from './support/people.ts'
import { test } from './support/test.ts'

let receiver: Receiver
test.beforeAll(async () => {
  receiver = await openReceiver()
})
test.afterAll(() => receiver.close())

const headers = { 'x-api-key': 'enlace-web' }

async function removeAll(page: Page): Promise<void> {
  const { data } = await (await page.request.get('/api/webhooks', { headers })).json()
  for (const { endpointId } of data.endpoints) await page.request.delete(`/api/webhooks/${endpointId}`, { headers })
}

/** Responds with a message about many SIMs: more than fits in its frame. */
async function answerLongMessages(page: Page): Promise<void> {
  const body = JSON.stringify(Array.from({ length: 60 }, (_, line) => ({ line })))
  await page.route(/\/api\/webhooks\/messages\/\d+$/, async (route) => {
    const response = await route.fetch()
    const answer = await response.json()
    await route.fulfill({ response, json: { ...answer, data: { ...answer.data, body } } })
  })
}

test('an endpoint is created, its first message arrives with a valid signature, and the log lists it [S9.12]', async ({
  page,
}) => {
  await logInAs(page, ANA)
  await removeAll(page)
  await page.goto('/integrations?tab=webhooks')
  await expect(page.getByText('Todavía no hay destinos')).toBeVisible()
  const kinds = page.getByRole('region', { name: 'Destinos' }).getByRole('listitem')
  await expect(kinds).toHaveCount(9)
  // what begins it is before the list: on a phone it is in the first view
  const addBox = await page.getByRole('button', { name: 'Nuevo destino' }).boundingBox()
  expect(addBox?.y).toBeLessThan((await kinds.first().boundingBox())?.y ?? 0)
  const examples = page.getByRole('region', { name: 'Ejemplos de mensajes' })
  await expect(examples).toContainText('hasta 500 elementos por mensaje · 10 intentos en 24 horas')
  const example = examples.getByRole('group', { name: 'Contenido del mensaje' })
  await expect(example).toContainText('"operation.finished"')
  expect(await example.evaluate(({ scrollHeight, clientHeight }) => scrollHeight <= clientHeight)).toBe(true)
  await examples.getByRole('tab', { name: 'Alarma disparada' }).click()
  await expect(example).toContainText('"alarm.fired"')
  await page.getByRole('button', { name: 'Nuevo destino' }).click()
  const form = page.getByRole('dialog', { name: 'Nuevo destino' })
  await form.getByRole('button', { name: 'Crear destino' }).click()
  await expect(form.getByText('Este campo es requerido')).toBeVisible()
  await expect(form.getByText('Elija al menos un evento')).toBeVisible()
  await form.getByLabel('URL').fill('http://192.168.1.1/')
  await form.getByLabel('Descripción').fill('Bodega')
  await form.getByRole('checkbox', { name: 'SMS recibido' }).check()
  await form.getByRole('checkbox', { name: 'Operación terminada' }).check()
  await form.getByRole('button', { name: 'Crear destino' }).click()
  await expect(form.getByText('No se permiten direcciones privadas')).toBeVisible()
  await form.getByLabel('URL').fill(receiver.url)
  await form.getByRole('button', { name: 'Crear destino' }).click()

  const secretDialog = page.getByRole('dialog', { name: 'Secreto del destino' })
  const secret = await secretDialog.getByLabel('Secreto', { exact: true }).inputValue()
  expect(secret).toMatch(/^whsec_/)
  expect((await secretDialog.boundingBox())?.width).toBe(750)
  await secretDialog.getByRole('button', { name: 'Ya lo copié' }).click()

  await page.getByRole('button', { name: 'Registro de Bodega' }).click()
  const log = page.getByRole('dialog', { name: 'Registro de Bodega' })
  expect((await log.boundingBox())?.width).toBe(750)
  await log.getByRole('button', { name: 'Enviar prueba' }).click()
  const row = log.getByRole('row', { name: /Prueba/ })
  await expect(row).toContainText('Entregado')
  await expect(row).toContainText('HTTP 200')
  // operations of other tests may end now, too
  const delivered = receiver.received.find(({ body }) => body.includes('"ping"'))
  expect(new Webhook(secret).verify(delivered?.body ?? '', (delivered?.headers ?? {}) as Record<string, string>)).toMatchObject(
    {
      type: 'ping',
    },
  )

  await row.getByRole('button', { name: 'Prueba' }).click()
  await expect(log.getByRole('group', { name: 'Contenido enviado' })).toContainText('"type": "ping"')
  await expect(log.getByText(receiver.url)).toBeVisible()
  await log.getByRole('button', { name: 'Reenviar' }).click()
  await expect(log.getByRole('listitem')).toHaveCount(2)
  await log.getByRole('button', { name: 'Volver al registro' }).click()
  await page.keyboard.press('Escape')

  await page.getByRole('switch', { name: /Bodega/ }).click()
  await expect(page.getByRole('switch', { name: /Bodega/ })).not.toBeChecked()
  await page.getByRole('button', { name: 'Editar Bodega' }).click()
  await page.getByRole('button', { name: 'Cambiar secreto' }).click()
  await page.getByRole('dialog', { name: 'Cambiar el secreto' }).getByRole('button', { name: 'Cambiar secreto' }).click()
  await expect(secretDialog.getByLabel('Secreto', { exact: true })).not.toHaveValue(secret)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Eliminar Bodega' }).click()
  await page.getByRole('dialog', { name: 'Eliminar destino' }).getByRole('button', { name: 'Eliminar' }).click()
  await expect(page.getByText('Todavía no hay destinos')).toBeVisible()
})

for (const size of SIZES.slice(0, 2)) {
  test(`webhooks are accessible: ${size.width} px`, async ({ page }) => {
    const isEnglish = size.width === 1280
    await setPreferences(page, { language: isEnglish ? 'en' : 'es' })
    await page.setViewportSize(size)
    await logInAs(page, ANA)
    const { data: session } = await (await page.request.get('/api/users/session/', { headers })).json()
    const body = {
      companyId: session.clientId,
      url: receiver.url,
      description: `Look ${size.width}`,
      events: ['sms.received', 'alarm.fired'],
    }
    const { data } = await (await page.request.post('/api/webhooks', { headers, data: body })).json()
    await page.request.post(`/api/webhooks/${data.endpointId}/ping`, { headers, data: {} })
    await page.goto('/integrations?tab=webhooks')
    const row = page.getByRole('row', { name: new RegExp(`Look ${size.width}`) })
    await expect(row).toBeVisible()
    await expectAccessibleInBothThemes(page)
    await row.getByRole('button', { name: isEnglish ? /^Edit/ : /^Editar/ }).click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await expectAccessibleInBothThemes(page)
    await page.keyboard.press('Escape')
    await answerLongMessages(page)
    await row.getByRole('button', { name: isEnglish ? / log$/ : /^Registro/ }).click()
    await page.getByRole('dialog').getByRole('row').getByRole('button').first().click()
    const sent = page.getByRole('group', { name: isEnglish ? 'Content sent' : 'Contenido enviado' })
    await expectAccessibleInBothThemes(page)
    await sent.focus()
    await page.keyboard.press('End')
    await expect(sent.getByText('"line": 59')).toBeInViewport()
  })
}
