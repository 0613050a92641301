import { expect, test } from 'vitest'
import { articlesEs as es } from './articles/articles.es.ts'
import { HELP_IDS } from './help-ids.ts'
import { matchesIn, searchHelp, searchWords } from './search-help.ts'

test('a search finds words in titles and bodies, ignoring case and accents, with their positions', () => {
  const ids = (typed: string) => searchHelp(es, HELP_IDS, typed).map(({ id }) => id)
  expect(ids('HIBERNACION')).toContain('sim-actions')
  expect(ids('auditoría')[0]).toBe('audit')
  expect(ids('auditoria')[0]).toBe('audit')
  expect(ids('xyzzy')).toEqual([])
  expect(ids('  ')).toEqual([])
  // a question in a sentence
  expect(ids('¿Cómo exporto a Excel solo las SIMs hibernadas del mes?')).toContain('sims')
  expect(ids('hibernación xyzzy')).toEqual([])
  const text = 'Configuración de la señal'
  expect(matchesIn(text, searchWords('configuracion SEÑAL')).map(([from, to]) => text.slice(from, to))).toEqual([
    'Configuración',
    'señal',
  ])
  expect(matchesIn('aaa', ['aa', 'a'])).toEqual([[0, 3]])
})
