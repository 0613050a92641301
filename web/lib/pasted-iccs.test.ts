import { expect, test } from 'vitest'
import { pastedIccs } from './pasted-iccs.ts'

const A = '89560300041827741933'
const B = '89560300041827741941'

test('ICCs are parsed with any separator', () => {
  for (const text of [`${A}\n${B}`, `${A}, ${B}`, `${A};${B}\r\n`, `"${A}"\t"${B}"`, `  ${A}   ${B} `]) {
    expect(pastedIccs(text)).toEqual([A, B])
  }
})

test('one in groups of four is one', () => {
  expect(pastedIccs('8956 0300 0418 2774 1933\n8956 0300 0418 2774 1941')).toEqual([A, B])
})

test('an invalid ICC stays a line, for the preview to report; repeated ones stay, too', () => {
  expect(pastedIccs(`hola\n${A}\n${A}\n123`)).toEqual(['hola', A, A, '123'])
  expect(pastedIccs(' \n ')).toEqual([])
})
