import { expect, test } from 'vitest'
import { articlesEn as en } from '#contract/help/articles/articles.en.ts'
import { articlesEs as es } from '#contract/help/articles/articles.es.ts'
import { HELP_IDS } from '#contract/help/help-ids.ts'
import { richText } from '#domain/rich-text.ts'
import { SCREENS } from '#web/shared/screens.ts'
import { visibleGroups } from './help-groups.ts'
import { helpIdOf } from './help-paths.ts'

/** For testers; it describes itself. */
const WITHOUT = ['/table-test']

test('every screen has its article, written in both languages [S1.09]', () => {
  const screens = Object.keys(SCREENS).filter((path) => !WITHOUT.includes(path))
  expect(screens.filter((path) => helpIdOf(path) === undefined)).toEqual([])
  const listed = visibleGroups({ menu: [], admin: '1' }).flatMap(({ ids }) => ids)
  expect([...listed].sort()).toEqual([...HELP_IDS].sort())
  for (const id of HELP_IDS) {
    for (const { title, lead, body } of [es[id], en[id]]) {
      expect(title.length).toBeGreaterThan(2)
      expect(lead.length).toBeGreaterThan(20)
      // two lines of a card
      expect(lead.length).toBeLessThanOrEqual(92)
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
