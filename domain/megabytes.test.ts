import { expect, test } from 'vitest'
import { formatMbIn, formatUsedMbIn } from './megabytes.ts'
import { BYTES_PER_MB } from './usage.ts'

const plain = (text: string): string => text.replaceAll('\u00a0', ' ')

test.each([
  [0, '0 MB'],
  [5, '5 MB'],
  [250, '250 MB'],
  [1024, '1.024 MB'],
  [1536, '1.536 MB'],
  [9999, '9.999 MB'],
  [10_000, '10.000 MB (9,8 GB)'],
  [10_240, '10.240 MB (10 GB)'],
  [12_288, '12.288 MB (12 GB)'],
  [921_600, '921.600 MB (900 GB)'],
  [1_048_064, '1.048.064 MB (1 TB)'],
  [1_048_576, '1.048.576 MB (1 TB)'],
  [1_572_864, '1.572.864 MB (1,5 TB)'],
  [51_539_607_552, '51.539.607.552 MB (48 PB)'],
])('a size of %d MB is %s, in MB first [S9.07]', (megabytes, text) => {
  expect(plain(formatMbIn(megabytes, 'es'))).toBe(text)
})

test.each([
  [0, '0 MB'],
  [1, '< 0,1 MB'],
  [0.049 * BYTES_PER_MB, '< 0,1 MB'],
  [0.05 * BYTES_PER_MB, '0,1 MB'],
  [BYTES_PER_MB, '1,0 MB'],
  [8.4 * BYTES_PER_MB, '8,4 MB'],
  [9.94 * BYTES_PER_MB, '9,9 MB'],
  [9.96 * BYTES_PER_MB, '10 MB'],
  [274.4 * BYTES_PER_MB, '274 MB'],
  [1536 * BYTES_PER_MB, '1.536 MB'],
  [12_400 * BYTES_PER_MB, '12.400 MB'],
])('a consumption of %d bytes is %s [S9.07]', (bytes, text) => {
  expect(plain(formatUsedMbIn(bytes, 'es'))).toBe(text)
})

test('in English a point is before decimals and commas are between thousands', () => {
  expect(plain(formatMbIn(1_572_864, 'en'))).toBe('1,572,864 MB (1.5 TB)')
  expect(plain(formatMbIn(10_240, 'en'))).toBe('10,240 MB (10 GB)')
  expect(plain(formatUsedMbIn(8.4 * BYTES_PER_MB, 'en'))).toBe('8.4 MB')
  expect(plain(formatUsedMbIn(1, 'en'))).toBe('< 0.1 MB')
})
