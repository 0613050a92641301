import { expect } from '@playwright/test'
import { expectAccessibleInBothThemes } from './support/accessibility.ts'
import { answerWith } from './support/answers.ts'
import { SIM, SIM_CALL } from './support/sample-sim.ts'
import { field, openPage, tab } from './support/sim-page.ts'
import { test } from './support/test.ts'

const SPECIFIED = ['Identificación', 'Dispositivo', 'Conexión', 'Consumo', 'Ubicación']

test.describe('tabs', () => {
  test('are those of the specification, in its order, after a summary, by arrow keys too [S2.41, S2.42, S2.43]', async ({
    page,
  }) => {
    await openPage(page)
    await expect(page.getByRole('tab')).toHaveText(['Resumen', ...SPECIFIED])
    await tab(page, 'Identificación').click()
    await expect(field(page, 'IMSI')).toHaveText(/730 021 234 567 890/)
    await page.keyboard.press('ArrowRight')
    await expect(tab(page, 'Dispositivo')).toBeFocused()
    await expect(field(page, 'IMEI')).toHaveText(/86 435605 118842 7/)
    await page.keyboard.press('ArrowRight')
    await expect(field(page, 'IP del SGSN')).toHaveText(/10\.200\.1\.12/)
    await page.keyboard.press('End')
    await expect(tab(page, 'Ubicación')).toHaveAttribute('aria-selected', 'true')
    await page.keyboard.press('ArrowRight')
    await expect(tab(page, 'Resumen')).toBeFocused()
    await expect(page).toHaveURL(/\/sims\/\d+$/)
    await page.keyboard.press('ArrowRight')
    await expect(tab(page, 'Identificación')).toBeFocused()
    await expect(page).toHaveURL(/tab=identification/)
  })

  test('the page opens on a summary: health, usage against the plan, place and numbers, each leading to more', async ({
    page,
  }) => {
    await openPage(page, {}, '')
    await expect(tab(page, 'Resumen')).toHaveAttribute('aria-selected', 'true')
    const part = (name: string) => page.getByRole('tabpanel').getByRole('region', { name, exact: true })
    await expect(part('Salud')).toContainText('Sin señal desde hace más de un día')
    await expect(part('Datos del ciclo').getByRole('img', { name: /250 MB/ })).toBeVisible()
    await expect(part('Lugar y red')).toContainText('-33.45000, -70.66000')
    await expect(part('Números y plan')).toContainText('86 435605 118842 7')
    await expectAccessibleInBothThemes(page)
    await part('Datos del ciclo').getByRole('button', { name: 'Consumo' }).click()
    await expect(tab(page, 'Consumo')).toHaveAttribute('aria-selected', 'true')
    await openPage(page, { lastSeen: SIM.asOf, monthlyDataConsumption: 1024 }, '')
    await expect(part('Salud')).toContainText(/Sin problemas a la vista.*Última señal (hace|ahora)/)
    // once on the page, with the other actions
    await page.getByRole('button', { name: 'Diagnosticar' }).click()
    await expect(page.getByRole('dialog', { name: /^Diagnóstico/ })).toBeVisible()
  })

  for (const [what, change, names] of [
    ['a local SIM', {}, ['Consumo', 'Ubicación']],
    ['a legacy SIM with a public APN', { simTypeId: 1, apnId: 7 }, []],
    ['a legacy SIM with a private APN', { simTypeId: 1, apnId: 14 }, ['Consumo', 'Ubicación']],
    ['a Vodafone SIM with a public APN', { simTypeId: 5, apnId: 14 }, []],
    ['a Vodafone SIM with a private APN', { simTypeId: 5, apnId: 15 }, ['Consumo', 'Ubicación']],
    ['a Manager SIM', { simTypeId: 4, apnId: 5 }, ['Consumo']],
  ] as const) {
    test(`${what} shows ${names.join(' and ') || 'neither usage nor map'} [S2.44, S2.45]`, async ({ page }) => {
      await openPage(page, change)
      await expect(page.getByRole('tab')).toHaveText(['Resumen', ...SPECIFIED.slice(0, 3), ...names])
      // the summary says no more of where it is than the tabs do
      await tab(page, 'Resumen').click()
      const place = page.getByRole('tabpanel').getByRole('region', { name: 'Lugar y red' })
      await expect(place).toContainText('APN')
      const isLocatable = (names as readonly string[]).includes('Ubicación')
      await expect(place.getByText('Posición')).toHaveCount(isLocatable ? 1 : 0)
    })
  }

  test('together show every field of a SIM [S3.08]', async ({ page }) => {
    await openPage(page, { lastConnStop: '2026-11-21T12:00:00Z', gprsStatus: 2 }, '?tab=identification')
    const expected = {
      Identificación: {
        ICC: '8956 0300 0418 2774 1933',
        MSISDN: '+56 9 4417 1988',
        Etiqueta: 'Camión 214',
        'Campo 2': 'Zona centro',
        'Tipo de SIM': 'Local',
        Origen: 'Chile',
        Empresas: 'Andes NorteTransportes Andes Sur SpA',
        Plan: 'IoT 250 MB',
        'Estado técnico': 'Activada',
        Activación: '3 mar 2025',
      },
      Dispositivo: { Dispositivo: 'Teltonika FMC130', 'Fabricante del módulo': 'Quectel', 'Modelo del módulo': 'BG95' },
      Conexión: {
        APN: 'm2m.andessur.cl',
        IP: '10.41.18.207',
        'IP del GGSN': '10.201.1.5',
        Operador: 'Movistar Chile',
        'Red actual': '730-02',
        'Tecnología de radio': 'LTE',
        'Última sesión, inicio': '21 nov 2026, 07:28 (GMT−3)',
        'Última sesión, fin': '21 nov 2026, 09:00 (GMT−3)',
        'Última sesión, duración': '1 h 32 min',
      },
      Consumo: {
        'Hoy, Datos de hoy': '8,0 MB',
        'Voz, Voz del ciclo': '2 min',
      },
    }
    for (const [name, fields] of Object.entries(expected)) {
      await tab(page, name).click()
      for (const [label, value] of Object.entries(fields)) await expect(field(page, label), label).toHaveText(value)
    }
    // the facts above the tabs have the others
    for (const [name, value] of [
      ['Datos del ciclo', '212 MB'],
      ['SMS', '12'],
    ] as const) {
      await expect(page.locator('dl > div').filter({ has: page.getByText(name, { exact: true }) })).toContainText(value)
    }
    await tab(page, 'Ubicación').click()
    await expect(page.getByRole('tabpanel')).toContainText('-33.45')
    await expect(page.getByRole('tabpanel')).toContainText('-70.66')
  })

  test('a SIM without calls has no figure of voice', async ({ page }) => {
    await openPage(page, { monthlyVoiceConsumption: 0 }, '?tab=consumption')
    await expect(field(page, 'Hoy, Datos de hoy')).toBeVisible()
    await expect(page.getByText('Voz del ciclo')).toHaveCount(0)
  })

  test('an open session has no end yet', async ({ page }) => {
    await openPage(page, {}, '?tab=connection')
    await expect(field(page, 'Última sesión, fin')).toHaveText('Sigue abierta')
    await expect(field(page, 'Última sesión, duración')).toHaveText(/^\d/)
  })

  test('an absent value is a dash', async ({ page }) => {
    await openPage(page, { lastConnStart: null, ip: null, currentNetwork: '', gprsStatus: 0 }, '?tab=connection')
    for (const name of ['IP', 'Red actual', 'Última sesión, inicio', 'Última sesión, fin', 'Última sesión, duración']) {
      await expect(field(page, name), name).toHaveText('—')
    }
  })

  test('every status has its name [S4.01, S4.02, S4.03]', async ({ page }) => {
    await openPage(page, {}, '?tab=identification')
    const words = {
      simCycleState: [
        'Nueva, inactiva',
        'En prueba',
        'Lista para activar',
        'Activada',
        'Desactivada',
        'Suspendida',
        'Retirada',
      ],
      simAdministrativeStatusId: [
        ...['Lista para usar', 'Activa', 'Desactivada', 'Suspendida', 'Baja en proceso', 'Terminada', 'Retirada'],
        ...['Hibernación en proceso', 'Baja solicitada', 'Desactivada por alarma', 'Hibernada'],
      ],
    }
    const places = { simCycleState: 'Estado técnico', simAdministrativeStatusId: 'Estado' }
    for (const key of ['simCycleState', 'simAdministrativeStatusId'] as const) {
      for (const [index, word] of words[key].entries()) {
        await answerWith(page, SIM_CALL, { ...SIM, [key]: index + 1 })
        await page.getByRole('button', { name: 'Actualizar' }).click()
        await expect(field(page, places[key])).toHaveText(word)
      }
    }
    for (const [gprsStatus, word] of [
      [0, 'No disponible'],
      [1, 'Conectada 2 h 14 min'],
      [2, 'Sin sesión'],
    ] as const) {
      await answerWith(page, SIM_CALL, { ...SIM, gprsStatus })
      await page.getByRole('button', { name: 'Actualizar' }).click()
      await expect(page.getByText(word, { exact: true })).toBeVisible()
    }
  })
})
