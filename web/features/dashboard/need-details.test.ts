import i18next from 'i18next'
import { beforeAll, expect, test } from 'vitest'
import { dashboardEn } from './dashboard.en.ts'
import { dashboardEs } from './dashboard.es.ts'
import { failureFacts } from './need-details.ts'

beforeAll(async () => {
  await i18next.init({
    resources: { es: { translation: { dashboard: dashboardEs } }, en: { translation: { dashboard: dashboardEn } } },
  })
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
