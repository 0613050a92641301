import { expect, test } from 'vitest'
import { richText } from '#domain/rich-text.ts'
import { SCREENS } from '#web/shared/screens.ts'
import { loadArticles } from './article.ts'
import { visibleGroups } from './help-groups.ts'
import { HELP_IDS, helpIdOf } from './help-paths.ts'
import { matchesIn, searchHelp, searchWords } from './search-help.ts'

/** For testers; it describes itself. */
const WITHOUT = ['/table-test']

test('every screen has its article, written in both languages [S1.09]', async () => {
  const [es, en] = await Promise.all([loadArticles('es'), loadArticles('en')])
  const screens = Object.keys(SCREENS).filter((path) => !WITHOUT.includes(path))
  expect(screens.filter((path) => helpIdOf(path) === undefined)).toEqual([])
  const listed = visibleGroups({ menu: [], admin: '1' }).flatMap(({ entries }) => entries.map(({ id }) => id))
  expect([...listed].sort()).toEqual([...HELP_IDS].sort())
  for (const id of HELP_IDS) {
    for (const { title, lead, body } of [es[id], en[id]]) {
      expect(title.length).toBeGreaterThan(2)
      expect(lead.length).toBeGreaterThan(20)
      expect(richText(body).length).toBeGreaterThan(2)
      // links to other articles resolve
      for (const [, other] of body.matchAll(/\]\(\/help\/([^)#]*)\)/g)) expect(HELP_IDS).toContain(other)
    }
    expect(es[id].body).not.toBe(en[id].body)
  }
})

test('a SIM, a request and an operation have the article of their screen', () => {
  const found = ['/sims', '/sims/8956', '/requests/7', '/operations/4', '/', '/nowhere'].map(helpIdOf)
  expect(found).toEqual(['sims', 'sim', 'requests', 'operations', 'dashboard', undefined])
})

test('a search finds words in titles and bodies, ignoring case and accents, with their positions', async () => {
  const es = await loadArticles('es')
  const ids = (typed: string) => searchHelp(es, HELP_IDS, typed).map(({ id }) => id)
  expect(ids('HIBERNACION')).toContain('sim-actions')
  expect(ids('auditoría')[0]).toBe('audit')
  expect(ids('auditoria')[0]).toBe('audit')
  expect(ids('xyzzy')).toEqual([])
  expect(ids('  ')).toEqual([])
  const text = 'Configuración de la señal'
  expect(matchesIn(text, searchWords('configuracion SEÑAL')).map(([from, to]) => text.slice(from, to))).toEqual([
    'Configuración',
    'señal',
  ])
  expect(matchesIn('aaa', ['aa', 'a'])).toEqual([[0, 3]])
})
