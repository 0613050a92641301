import { expect, test } from 'vitest'
import { cutText, harmless, padText, textWidth, wrapText } from './text-width.ts'

test('a text is as wide as its characters stand on a screen', () => {
  expect(['Camión', '東京', 'e\u0301', '🚚'].map(textWidth)).toEqual([6, 4, 1, 2])
  expect(padText('東京', 6)).toBe('東京  ')
  expect(padText('7', 3, true)).toBe('  7')
})

test('a long text is cut within its width, and no character is cut in two', () => {
  expect(cutText('Camión 17', 7)).toBe('Camión…')
  expect(cutText('東京都', 4)).toBe('東…')
  expect(cutText('Norte', 5)).toBe('Norte')
})

test('what would act on the screen becomes a blank', () => {
  expect(harmless('a\u001b[31mb\u0007\u202ec\nd')).toBe('a [31mb  c d')
})

test('lines are broken between words', () => {
  expect(wrapText('one two three', 8)).toEqual(['one two', 'three'])
})
