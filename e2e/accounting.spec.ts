import { expect } from '@playwright/test'
import { getAccounting } from '#contract/network-admin/accounting.calls.ts'
import { expectAccessibleInBothThemes, SIZES } from './support/accessibility.ts'
import { answerWith } from './support/answers.ts'
import { ADMIN, logInAs } from './support/people.ts'
import { test } from './support/test.ts'

test('an administrator adds an access server that sends accounting, edits it and removes it', async ({ page }) => {
  await logInAs(page, ADMIN)
  await page.goto('/networks?tab=accounting')
  const clients = page.getByRole('table', { name: 'Clientes RADIUS' })
  // the demo has its own gateways
  await expect(clients.getByRole('row', { name: /^Demo 127\.0\.0\.1\/32/ })).toBeVisible()
  await page.getByRole('button', { name: 'Agregar cliente', exact: true }).click()
  const form = page.getByRole('dialog', { name: 'Agregar cliente' })
  await expect(form.getByLabel('Nombre')).toBeFocused()
  await form.getByRole('button', { name: 'Guardar' }).click()
  await expect(form.getByText('Este campo es requerido')).toHaveCount(2)
  await expect(form.getByText('El secreto debe tener al menos 8 caracteres')).toBeVisible()

  await form.getByLabel('Nombre').fill('GGSN Santiago')
  await form.getByLabel('Direcciones').fill('ggsn.movistar.cl')
  await form.getByLabel('Secreto compartido').fill('Secreto-Compartido')
  await form.getByLabel('Puerto de desconexión').fill('3799')
  await form.getByRole('button', { name: 'Guardar' }).click()
  await expect(form.getByText('Escriba una dirección IP o un rango, como 10.20.0.0/24')).toBeVisible()
  await form.getByLabel('Direcciones').fill('10.20.0.0/24')
  await form.getByRole('button', { name: 'Guardar' }).click()
  const row = clients.getByRole('row', { name: /^GGSN Santiago 10\.20\.0\.0\/24/ })
  await expect(row.getByText('3799')).toBeVisible()

  await row.getByRole('button', { name: 'Acciones de GGSN Santiago' }).click()
  await page.getByRole('button', { name: 'Editar', exact: true }).click()
  const editDialog = page.getByRole('dialog', { name: 'Editar cliente' })
  await expect(editDialog.getByLabel('Secreto compartido')).toHaveValue('')
  await editDialog.getByLabel('Puerto de desconexión').fill('')
  await editDialog.getByRole('button', { name: 'Guardar' }).click()
  // the row leads back to the form
  await row.getByRole('button', { name: 'Configurar el puerto de desconexión de GGSN Santiago' }).click()
  await expect(editDialog.getByLabel('Nombre')).toHaveValue('GGSN Santiago')
  await page.keyboard.press('Escape')
  await expect(row).toContainText('Sin sesiones')

  await row.getByRole('button', { name: 'Acciones de GGSN Santiago' }).click()
  await page.getByRole('button', { name: 'Quitar', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Quitar' }).click()
  await expect(row).toHaveCount(0)
})

test('an administrator uploads a file of charging records and sees its rows that were read, the rejected ones, and the format', async ({
  page,
}) => {
  await logInAs(page, ADMIN)
  await page.goto('/networks?tab=accounting')
  const name = `cdr-${Date.now()}.csv`
  const lines = [
    'imsi,session,start,stop,uplink_bytes,downlink_bytes',
    '999990000000001,X-1,2026-11-20T09:00:00-03:00,2026-11-20T10:00:00-03:00,1,1',
    '999990000000001,X-2,ayer,2026-11-20T10:00:00-03:00,1,1',
  ]
  const card = page.getByRole('region', { name: 'Archivos de CDR' })
  const upload = (text: string) =>
    card.getByLabel('Subir archivo').setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text) })
  await upload(lines.join('\n'))
  await expect(card.getByText(`${name}: 1 sesión leída`)).toBeVisible()
  await expect(card.getByRole('table', { name: 'Líneas con error' }).getByRole('row')).toHaveCount(2)
  await expect(
    card.getByRole('table', { name: 'Archivos de CDR' }).getByRole('row', { name: new RegExp(`^${name} .+ 1 1$`) }),
  ).toBeVisible()
  await upload('una,dos\n1,2')
  await expect(card.getByRole('alert')).toContainText('Faltan columnas: session')
  await card.getByRole('button', { name: 'Formato del archivo' }).click()
  await expect(card.getByRole('row', { name: /^start, stop ISO 8601/ })).toBeVisible()
})

test('that all is in order is one sentence; a silent client is in its place, and dropped packets have their card', async ({
  page,
}) => {
  await logInAs(page, ADMIN)
  const at = new Date().toISOString()
  const client = {
    ...{ clientId: 1, name: 'GGSN', addresses: '10.20.0.0/24', interimSeconds: 900, disconnectPort: 3799, updatedAt: at },
    ...{ openSessions: 12, lastReportAt: at, droppedPackets: 0 },
  }
  const clear = { clients: [client], refusals: [], unknown: [], differences: [], files: [], stuck: 0, asOf: at }
  await answerWith(page, getAccounting, clear)
  await page.goto('/networks?tab=accounting')
  const health = page.getByRole('list', { name: 'Estado' })
  await expect(health.getByRole('listitem')).toHaveText([
    'Todo cuadraSin SIMs desconocidas, diferencias con los CDR ni paquetes descartados',
  ])
  // what is not there takes no card
  await expect(page.getByRole('region', { name: 'Paquetes descartados' })).toHaveCount(0)
  const row = page.getByRole('table', { name: 'Clientes RADIUS' }).getByRole('row', { name: /^GGSN/ })
  await expect(row).toContainText('Informa')
  await expect(row).toContainText('ahora')
  // before the first file its format is open, with an example, beside where it goes
  const card = page.getByRole('region', { name: 'Archivos de CDR' })
  await expect(card.getByRole('table')).toHaveCount(1)
  await expect(card.getByRole('row', { name: /^start, stop ISO 8601/ })).toBeVisible()
  await expect(card.getByRole('group', { name: 'Ejemplo' })).toContainText('imsi,session,start,stop')
  await expect(card.getByRole('region', { name: 'Arrastre aquí el archivo de CDR' })).toContainText('Subir archivo')
  await expectAccessibleInBothThemes(page)

  await page.unrouteAll()
  const refusal = { address: '10.20.0.9', reason: 'wrong_secret', times: 4, firstAt: at, lastAt: at }
  const late = { ...client, lastReportAt: new Date(Date.now() - 3 * 3_600_000).toISOString(), droppedPackets: 4 }
  await answerWith(page, getAccounting, { ...clear, clients: [late], refusals: [refusal] })
  await page.reload()
  await expect(page.getByRole('region', { name: 'Paquetes descartados' })).toContainText('10.20.0.9GGSN')
  await expect(row).toContainText('Sin informes')
  await expect(row).toContainText('hace 3 h')
  await expect(row.getByTitle('GGSN no informa desde hace 3 h; 12 sesiones siguen abiertas')).toBeVisible()
  // what the rows say needs no line over them, nor is it all well
  await expect(health).toHaveCount(0)
  await expectAccessibleInBothThemes(page)

  // nor do dropped packets alone: their card is in view
  await page.unrouteAll()
  await answerWith(page, getAccounting, { ...clear, refusals: [refusal] })
  await page.reload()
  await expect(page.getByRole('region', { name: 'Paquetes descartados' })).toBeVisible()
  await expect(health).toHaveCount(0)
})

test('a client that went silent, one with dropped packets, and a file that was not read are marked', async ({ page }) => {
  await logInAs(page, ADMIN)
  await page.goto('/networks?tab=accounting')
  const clients = page.getByRole('table', { name: 'Clientes RADIUS' })
  await expect(clients.getByRole('row', { name: /^GGSN Movistar Argentina/ })).toContainText(/Sin informes.*hace \d h/)
  await expect(clients.getByRole('row', { name: /^PGW Movistar México/ }).getByRole('cell', { name: '214' })).toBeVisible()
  const dropped = page.getByRole('table', { name: 'Paquetes descartados' })
  await clients.getByRole('link', { name: /^Paquetes descartados, .+: 214$/ }).click()
  await expect(dropped).toBeInViewport()
  await expect(dropped.getByRole('row', { name: /^192\.0\.2\.71/ })).toContainText('PGW Movistar México')
  await expect(dropped.getByRole('row', { name: /^192\.0\.2\.200/ })).toContainText('Cliente desconocido')
  const files = page.getByRole('table', { name: 'Archivos de CDR' })
  await expect(files.getByRole('row').filter({ hasText: 'Faltan columnas: start, stop' })).toContainText(/^CDR_PE_\d{8}\.csv/)
})

test('a client is added from an address that has none', async ({ page }) => {
  await logInAs(page, ADMIN)
  await page.goto('/networks?tab=accounting')
  await page.getByRole('button', { name: 'Agregar cliente: 192.0.2.200' }).click()
  const form = page.getByRole('dialog', { name: 'Agregar cliente' })
  await expect(form.getByLabel('Nombre')).toBeFocused()
  await expect(form.getByLabel('Direcciones')).toHaveValue('192.0.2.200')
})

test('a wrong secret leads to the form of its client', async ({ page }) => {
  await logInAs(page, ADMIN)
  await page.goto('/networks?tab=accounting')
  await page
    .getByRole('button', { name: /^Cambiar secreto de PGW Movistar México/ })
    .first()
    .click()
  await expect(page.getByRole('dialog', { name: 'Editar cliente' }).getByLabel('Nombre')).toHaveValue('PGW Movistar México')
})

test('accounting is accessible', async ({ page }) => {
  await logInAs(page, ADMIN)
  for (const size of SIZES) {
    await page.setViewportSize(size)
    await page.goto('/networks?tab=accounting')
    const health = page.getByRole('list', { name: 'Estado' })
    await expect(health.getByRole('listitem').first()).toBeVisible()
    await expect(page.getByRole('region', { name: 'Paquetes descartados' })).toContainText('192.0.2.71')
    await expect(page.getByRole('row', { name: /^Demo/ })).toBeVisible()
    await expectAccessibleInBothThemes(page)
  }
})
