import i18next from 'i18next'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { language } from '#web/lib/preferences.ts'
import { dashboardEn } from './dashboard.en.ts'
import { dashboardEs } from './dashboard.es.ts'
import { failureFacts, sinceText, whoseFact } from './need-details.ts'

beforeAll(async () => {
  vi.stubGlobal('document', { documentElement: { dataset: {} } })
  vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => undefined })
  await i18next.init({
    resources: { es: { translation: { dashboard: dashboardEs } }, en: { translation: { dashboard: dashboardEn } } },
  })
})

// other files of the process are in Spanish
afterAll(async () => {
  language.set('es')
  await i18next.changeLanguage('es')
  vi.unstubAllGlobals()
})

test.each([
  ['es', 'una red sin servicio'],
  ['en', 'one network down'],
])('an intermittent operator with a closed network has no share of failures, in %s', async (language, closed) => {
  await i18next.changeLanguage(language)
  expect(failureFacts(0)).toEqual([])
  expect(failureFacts(94)).toEqual([expect.stringContaining('94')])
  expect(failureFacts(95)).toEqual([closed])
  expect(failureFacts(100)).toEqual([closed])
})

test('what several companies have says of how many, what another one has its name', async () => {
  await i18next.changeLanguage('es')
  expect(whoseFact({ companies: 2, companyName: '' })).toBe('de 2 empresas')
  expect(whoseFact({ companies: 1, companyName: 'Transportes Andes' })).toBe('Transportes Andes')
  expect(whoseFact({ companies: 1, companyName: '' })).toBeUndefined()
})

test.each([
  ['es', 'ayer 23:44', '27 nov 18:10', '6 nov'],
  ['en', 'yesterday 23:44', '27 Nov 18:10', '6 Nov'],
] as const)('a moment has its time of day, before today with the day, in %s', async (tongue, yesterday, earlier, day) => {
  language.set(tongue)
  await i18next.changeLanguage(tongue)
  const at = (date: number, hour: number, minute: number) => new Date(2026, 10, date, hour, minute).toISOString()
  const now = at(30, 0, 57)
  expect(sinceText(at(30, 0, 12), now)).toBe('00:12')
  expect(sinceText(at(29, 23, 44), now)).toBe(yesterday)
  expect(sinceText(at(27, 18, 10), now)).toBe(earlier)
  expect(sinceText('2026-11-06', now)).toBe(day)
})
