import { expect, test } from 'vitest'
import { typedMb } from './typed-mb.ts'

test.each([
  ['250', 250],
  [' 5120 ', 5120],
  ['5.120', 5120],
  ['5 120', 5120],
  ['1.048.576', 1_048_576],
  ['5 GB', 5120],
  ['5gb', 5120],
  ['1,5 GB', 1536],
  ['1 TB', 1_048_576],
  ['250 MB', 250],
])('%s is so many megabytes', (text, mb) => expect(typedMb(text)).toBe(mb))

test.each(['', 'abc', '-5', '1e3', '5 GiB', '12.34', '5..120', 'GB'])('%s is no amount', (text) =>
  expect(typedMb(text)).toBeNaN(),
)
