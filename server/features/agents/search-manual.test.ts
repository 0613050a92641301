import { expect, test } from 'vitest'
import { articlesEn } from '#contract/help/articles/articles.en.ts'
import { articlesEs } from '#contract/help/articles/articles.es.ts'
import { HELP_IDS } from '#contract/help/help-ids.ts'
import { searchManual } from './search-manual.ts'

test.each([
  ['¿cómo creo una alarma?', 'how do I create an alarm?', 'alarms'],
  ['¿cómo cambio mi contraseña?', 'how do I change my password?', 'account'],
  ['¿cómo hiberno una SIM?', 'how do I hibernate a SIM?', 'sim-actions'],
  ['¿qué es una operación masiva?', 'what is a bulk operation?', 'operations'],
  ['¿cómo invito a un usuario?', 'how do I add a user?', 'users'],
  ['¿cómo pongo un tag a muchas SIMs?', 'how do I put a tag on many SIMs?', 'tags'],
  ['¿cómo agrego una geocerca?', 'how do I add a geofence?', 'geofences'],
  ['¿cómo cambio el plan de muchas SIMs?', 'how do I change the plan of many SIMs?', 'plan-changes'],
  ['¿qué es una regla?', 'what is a rule?', 'rules'],
  ['webhooks', 'how do I set up a webhook?', 'webhooks'],
] as const)('%s and %s are answered by %s first', (es, en, article) => {
  expect(searchManual(articlesEs, HELP_IDS, es)[0]?.id).toBe(article)
  expect(searchManual(articlesEn, HELP_IDS, en)[0]?.id).toBe(article)
})

test('the excerpt is where the word stands, articles are few, and what no article has finds none', () => {
  const found = searchManual(articlesEs, HELP_IDS, '¿por qué una SIM no se conecta?')
  expect(found.map(({ id }) => id)).toContain('diagnosis')
  expect(found.length).toBeLessThanOrEqual(6)
  expect(found[0]?.excerpt.length).toBeGreaterThan(20)
  expect(searchManual(articlesEs, HELP_IDS, 'xyzzy')).toEqual([])
  expect(searchManual(articlesEs, HELP_IDS, '¿?')).toEqual([])
})
