import i18next from 'i18next'
import { beforeAll, describe, expect, test } from 'vitest'
import { approximateDuration } from '#web/lib/approximate-duration.ts'
import { operationsEn } from './operations.en.ts'
import { operationsEs } from './operations.es.ts'
import { rateText } from './rate-text.ts'

beforeAll(async () => {
  await i18next.init({
    resources: { es: { translation: { operations: operationsEs } }, en: { translation: { operations: operationsEn } } },
  })
})

describe('an approximate duration', () => {
  const textOf = (language: 'es' | 'en') => async (seconds: number) => {
    await i18next.changeLanguage(language)
    return approximateDuration(seconds)
  }

  test.each([
    [0, 'unos segundos', 'a few seconds'],
    [7, 'unos segundos', 'a few seconds'],
    [8, 'unos 10 segundos', 'about 10 seconds'],
    [42, 'unos 40 segundos', 'about 40 seconds'],
    [55, 'un minuto', 'about a minute'],
    [89, 'un minuto', 'about a minute'],
    [120, 'unos 2 minutos', 'about 2 minutes'],
    [54 * 60, 'unos 54 minutos', 'about 54 minutes'],
    [56 * 60, 'una hora', 'about an hour'],
    [3 * 3600, 'unas 3 horas', 'about 3 hours'],
    [40 * 3600, 'unos 2 días', 'about 2 days'],
  ])('%d s is said in words', async (seconds, es, en) => {
    expect(await textOf('es')(seconds)).toBe(es)
    expect(await textOf('en')(seconds)).toBe(en)
  })

  test('has a rate in a suitable unit', async () => {
    await i18next.changeLanguage('es')
    expect([rateText(41.3), rateText(0.5), rateText(0), rateText(null)]).toEqual(['41 líneas/s', '30 líneas/min', '', ''])
  })
})
