import i18next from 'i18next'
import { beforeAll, expect, test } from 'vitest'
import { actionTitle } from './action-title.ts'
import { operationsEn } from './operations.en.ts'
import { operationsEs } from './operations.es.ts'

beforeAll(async () => {
  await i18next.init({
    resources: { es: { translation: { operations: operationsEs } }, en: { translation: { operations: operationsEn } } },
  })
})

test.each([
  ['es', 'Hibernar 302 SIMs', 'Hibernar 282 de 302 SIMs', 'Hibernar 1 SIM', 'Hibernar 0 de 1 SIM'],
  ['en', 'Hibernate 302 SIMs', 'Hibernate 282 of 302 SIMs', 'Hibernate 1 SIM', 'Hibernate 0 of 1 SIM'],
])('says in %s how many of the given SIMs are included, where some are not', async (language, ...titles) => {
  await i18next.changeLanguage(language)
  expect([
    actionTitle('hibernate', 302),
    actionTitle('hibernate', 302, 282),
    actionTitle('hibernate', 1, 1),
    actionTitle('hibernate', 1, 0),
  ]).toEqual(titles)
})
