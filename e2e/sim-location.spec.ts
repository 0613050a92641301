import { expect } from '@playwright/test'
import { expectAccessible, expectAccessibleInBothThemes, setPreferences } from './support/accessibility.ts'
import { ANDES, expectOpeningView, frame, openMap, town, withoutWebgl } from './support/sim-map.ts'
import { test } from './support/test.ts'

const AT_SEA = {
  ...{ latitude: -40, longitude: -120, locatedAt: '2026-11-21T12:40:00Z' },
  townsAround: [town('Hanga Roa', 'CL', -27.15, -109.43, 'Valparaíso')],
}

const NOWHERE = { latitude: null, longitude: null, locatedAt: null, townsAround: [] }

for (const language of ['es', 'en'] as const) {
  const words = {
    es: { place: 'A 24 km al suroeste de Ayacucho, Perú', copy: 'Copiar las coordenadas', open: /Abrir en OpenStreetMap/ },
    en: { place: '24 km southwest of Ayacucho, Peru', copy: 'Copy the coordinates', open: /Open in OpenStreetMap/ },
  }[language]
  const noMap = { es: 'Este navegador no puede mostrar el mapa.', en: 'This browser can’t show the map.' }[language]

  for (const size of [
    { width: 360, height: 780 },
    { width: 1280, height: 900 },
  ]) {
    test(`without WebGL it shows the nearest town, the coordinates and a link to another map: ${language}, ${size.width} px`, async ({
      page,
    }) => {
      await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
      await page.setViewportSize(size)
      await setPreferences(page, { language })
      await withoutWebgl(page)
      await openMap(page, ANDES)
      const panel = page.getByRole('tabpanel')
      await expect(panel.getByText(noMap)).toBeVisible()
      await expect(frame(page)).toHaveCount(0)
      await expect(panel.getByRole('heading', { name: words.place })).toBeVisible()
      await expect(panel.getByText('-13.32000, -74.37000')).toHaveCount(1)
      await panel.getByRole('button', { name: words.copy }).click()
      await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe('-13.32000, -74.37000')
      const externalLink = panel.getByRole('link', { name: words.open })
      await expect(externalLink).toHaveAttribute('href', /mlat=-13.32&mlon=-74.37#map=14/)
      await expect(externalLink).toHaveAttribute('rel', /noopener/)
      const towns = panel.getByRole('list').first().getByRole('listitem')
      await expect(towns).toHaveText([/^Ayacucho\s*24 km/, /^Huancavelica/, /^Andahuaylas/, /^Ica/])
      await expect(panel.getByText('GeoNames (CC BY 4.0)')).toBeVisible()
      await expectAccessibleInBothThemes(page)
    })
  }
}

test('names the place and time in words, and links to an external map', async ({ page }) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await openMap(page)
  const panel = page.getByRole('tabpanel')
  await expect(panel).toContainText('-33.49180, -70.59739')
  await expect(panel.getByRole('heading', { name: /Santiago, Chile$/ })).toBeVisible()
  await expect(panel).toContainText('21 nov 2026, 09:40 (GMT−3)')
  await expect(panel).toContainText('Radio de 548 m')
  const externalLink = panel.getByRole('link', { name: /Abrir en OpenStreetMap/ })
  await expect(externalLink).toHaveAttribute('rel', /noopener/)
  await expect(externalLink).toHaveAttribute('href', /mlat=-33.4918&mlon=-70.59739#map=14\/-33.4918\/-70.59739$/)
  await panel.getByRole('button', { name: 'Copiar las coordenadas' }).click()
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe('-33.49180, -70.59739')
})

test('a SIM without a position says so', async ({ page }) => {
  await openMap(page, NOWHERE)
  await expect(page.getByRole('tabpanel')).toContainText('Sin posición conocida')
  await expect(frame(page)).toHaveCount(0)
  await expectAccessible(page)
})

test('is in English too', async ({ page }) => {
  await setPreferences(page, { language: 'en' })
  await openMap(page)
  await expectOpeningView(page)
  await expect(page.getByRole('region', { name: /^Map showing the SIM’s position/ })).toBeVisible()
  await expect(page.getByRole('tabpanel')).toContainText('548 m radius')
})

for (const [language, near, atSea] of [
  ['es', 'A 24 km al suroeste de Ayacucho, Perú', 'A 1.729 km al suroeste de Hanga Roa, Valparaíso, Chile'],
  ['en', '24 km southwest of Ayacucho, Peru', '1,729 km southwest of Hanga Roa, Valparaíso, Chile'],
] as const) {
  test(`names the nearest town, at any distance: ${language}`, async ({ page }) => {
    await setPreferences(page, { language })
    await openMap(page, ANDES)
    await expect(page.getByRole('heading', { name: near })).toBeVisible()
    await openMap(page, AT_SEA)
    await expect(page.getByRole('heading', { name: atSea })).toBeVisible()
    await expect(page.getByRole('tabpanel')).toContainText('-40.00000, -120.00000')
  })
}

test('the towns from the server are around the SIM', async ({ page }) => {
  await openMap(page, {})
  await expect(
    page.getByRole('heading', {
      name: /^(A \d+ km al [a-z]+ de|En) [A-ZÁÉÍÓÚÑ].*, (Chile|México|Perú|Ecuador|Argentina)/,
    }),
  ).toBeVisible()
})
