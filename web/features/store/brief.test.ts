import { expect, test } from 'vitest'
import { briefOf } from './brief.ts'

test('a description of a few lines is shown whole', () => {
  const description =
    'Rastreador LTE Cat 1 con respaldo 2G\nEntradas digitales y analógicas, salida de corte\nBatería de 170 mAh'
  expect(briefOf(description)).toEqual({ text: description, isWhole: true })
  expect(briefOf('')).toEqual({ text: '', isWhole: true })
})

test('a long one ends with a whole line, a line that is too long alone with a whole word', () => {
  const line = 'x'.repeat(100)
  expect(briefOf([line, line, line].join('\n'))).toEqual({ text: `${line}\n${line}`, isWhole: false })
  expect(briefOf('palabra '.repeat(40))).toEqual({ text: `${'palabra '.repeat(30).trim()}…`, isWhole: false })
  expect(briefOf('x'.repeat(300))).toEqual({ text: `${'x'.repeat(240)}…`, isWhole: false })
})
