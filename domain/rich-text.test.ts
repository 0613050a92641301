import { expect, test } from 'vitest'
import { richLine, richText, richTextToPlain } from './rich-text.ts'

test('headings, lists and paragraphs are distinguished, and lines of a paragraph stay lines', () => {
  const text = 'Hola\n**mundo**\n\n## Qué hacer\n- uno\n- dos\n1. primero\n2) segundo'
  const blocks = richText(text)
  expect(blocks.map(({ kind }) => kind)).toEqual(['paragraph', 'heading', 'list', 'list'])
  expect(blocks[0]).toEqual({
    kind: 'paragraph',
    lines: [[{ kind: 'text', text: 'Hola' }], [{ kind: 'strong', text: 'mundo' }]],
  })
  expect(blocks[3]).toMatchObject({ isOrdered: true, items: [[{ text: 'primero' }], [{ text: 'segundo' }]] })
  expect(richTextToPlain(blocks)).toBe('Hola\nmundo\nQué hacer\nuno\ndos\nprimero\nsegundo')
})

test('only safe addresses become links', () => {
  const hrefs = (address: string) =>
    richLine(`[ver](${address})`).flatMap((piece) => (piece.kind === 'link' ? [piece.href] : []))
  for (const safe of ['https://enlace.test/a?b=1', 'mailto:ops@enlace.test', '/help/sims']) expect(hrefs(safe)).toEqual([safe])
  for (const bad of [
    'javascript:alert',
    'JaVaScRiPt:x',
    'data:text/html,x',
    '//evil.test',
    '/\\evil.test',
    'https:///x',
    'ftp://x',
  ])
    expect(hrefs(bad)).toEqual([])
  expect(richLine('[ver](javascript:x) <b>y</b>')).toEqual([{ kind: 'text', text: '[ver](javascript:x) <b>y</b>' }])
})

test('unclosed markup stays as typed', () => {
  for (const typed of ['2 * 3 * 4', '**', 'a ** b', '[x] (y)', '#sin espacio'])
    expect(richTextToPlain(richText(typed))).toBe(typed)
})
