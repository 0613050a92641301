import { expect, test } from 'vitest'
import { linksIn } from './links.ts'

const hrefs = (text: string) => linksIn(text).flatMap(({ href }) => (href === undefined ? [] : [href]))

test.each([
  ['sin enlaces', []],
  ['vea https://enlace.test/sims?sim=1, por favor.', ['https://enlace.test/sims?sim=1']],
  ['(http://a.test/b)', ['http://a.test/b']],
  ['https://es.wikipedia.org/wiki/SIM_(tarjeta)', ['https://es.wikipedia.org/wiki/SIM_(tarjeta)']],
  ['javascript:alert(1) data:text/html,x ftp://a.test', []],
  ['<a href="https://a.test/">x</a>', ['https://a.test/']],
  ['https://', []],
  ['https://a.test https://b.test!', ['https://a.test', 'https://b.test']],
])('%j leads to %j', (text, expected) => {
  expect(hrefs(text)).toEqual(expected)
  expect(
    linksIn(text)
      .map((part) => part.text)
      .join(''),
  ).toBe(text)
})
