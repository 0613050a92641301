import { expect, test } from 'vitest'
import { readCommandLine } from './command-line.ts'
import { candidatesFor } from './completion.ts'
import { callValues } from './options.ts'

const read = (line: string) => readCommandLine(line.split(' '))
const problemOf = (line: string): string => {
  try {
    const { command, given } = read(line)
    callValues(command.options, given)
    return ''
  } catch (error) {
    return (error as Error).message
  }
}
const completed = (line: string): string[] => candidatesFor(line.split(' ')).map(({ word }) => word)

test('options become the values of the call, words their numbers, and filters stand in the filter', () => {
  const { command, given } = read(
    'sims list --status active,hibernated --status 3 --plan A --plan B --search Cami --descending',
  )
  expect(callValues(command.options, given).body).toEqual({
    filter: { administrativeStatusIds: [2, 11, 3], planCodes: ['A', 'B'], search: 'Cami' },
    descending: true,
  })
})

test('options of all commands may stand before its words', () => {
  const { command, operands, given } = read('--profile test sims show 8956')
  expect([command.words, operands, given]).toEqual(['sims show', ['8956'], { profile: 'test' }])
})

test.each([
  ['simz list', /no enlace simz\. Did you mean sims\?/],
  ['sims hibernat', /no enlace sims hibernat\. Did you mean hibernate\?/],
  ['sims list --statu active', /no option --statu\. Did you mean --status\?/],
  ['sims list --status asleep', /--status takes one of ready-to-use, active, .*, not asleep/],
  ['sims list --company x', /--company takes a number, not x/],
  ['sims list --search', /--search takes a value/],
  ['sims list --json=1', /--json takes no value/],
  ['ops list --state gone', /--state takes one of draft, .*, not gone/],
])('%s: the sentence says what would be right', (line, sentence) => {
  expect(problemOf(line)).toMatch(sentence)
})

test('completion offers words, options, choices, calls and their values', () => {
  expect(completed('')).toEqual(expect.arrayContaining(['sims', 'ops', 'login', 'call']))
  expect(completed('sims hib')).toEqual(['hibernate'])
  expect(completed('sims list --sil')).toEqual(['--silent-for'])
  expect(completed('sims list --silent-for 7')).toEqual(['7d'])
  expect(completed('sims list --status active --stat')).toEqual(['--status'])
  expect(completed('call getFleet')).toEqual(['getFleetUsage'])
  expect(completed('call getSim i')).toEqual(['icc='])
  expect(completed('completion ')).toEqual(['bash', 'zsh', 'fish'])
})
