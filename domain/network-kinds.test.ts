import { describe, expect, test } from 'vitest'
import {
  fieldProblem,
  fieldValues,
  NETWORK_KINDS,
  type NetworkField,
  type NetworkFieldInput,
  secretFields,
  withFieldValues,
} from './network-kinds.ts'

const field = (input: NetworkFieldInput): NetworkField => ({
  name: 'one',
  input,
  isRequired: true,
  defaultValue: '',
  ...(input === 'number' && { range: [1, 9] as const }),
})

test.each([
  ['text', 'a', undefined],
  ['text', ' ', 'required'],
  ['text', 'a'.repeat(501), 'tooLong'],
  ['text', 7, 'invalid'],
  ['secret', 'a'.repeat(8_000), undefined],
  ['number', 9, undefined],
  ['number', 10, 'range'],
  ['number', Number.NaN, 'range'],
  ['number', '9', 'invalid'],
  ['switch', false, undefined],
  ['switch', 'no', 'invalid'],
  ['host', 'hlr.core_1', undefined],
  ['host', '::1', undefined],
  ['host', 'hlr core', 'host'],
  ['url', 'https://g.api.soracom.io', undefined],
  ['url', 'http://127.0.0.1:4010/v1', undefined],
  ['url', 'http://api.example.com', 'url'],
  ['url', 'https://user:key@api.example.com', 'url'],
  ['url', 'api.example.com', 'url'],
  ['url', 'javascript:alert(1)', 'url'],
] as const)('a field of %s takes %j: %s', (input, value, problem) => {
  expect(fieldProblem(field(input), value)).toBe(problem)
})

test('a field that is not required may be left out', () => {
  const optional: NetworkField = { name: 'one', input: 'text', isRequired: false, defaultValue: '' }
  expect([undefined, '', ' '].map((value) => fieldProblem(optional, value))).toEqual([undefined, undefined, undefined])
})

test('a secret is never optional: an empty input keeps the stored one, so it could never be removed', () => {
  // @ts-expect-error the compiler refuses a kind with such a field
  const optional: NetworkField = { name: 'one', input: 'secret', isRequired: false, defaultValue: '' }
  expect(secretFields('soracom')).not.toContain(optional.name)
})

describe('settings', () => {
  const settings = { life: { isOn: false, pace: 7 }, faults: { refuse: 0.5 } }

  test('yield the values of their fields, absent ones by their default', () => {
    expect(fieldValues('simulated', settings)).toEqual({ 'life.isOn': false, remembersRequests: true })
    expect(fieldValues('no such kind', settings)).toEqual({})
  })

  test('preserve other keys when fields are set', () => {
    expect(withFieldValues(settings, { 'life.isOn': true, remembersRequests: false })).toEqual({
      life: { isOn: true, pace: 7 },
      faults: { refuse: 0.5 },
      remembersRequests: false,
    })
    expect(withFieldValues(null, { 'life.isOn': true })).toEqual({ life: { isOn: true } })
  })
})

test.each(Object.entries(NETWORK_KINDS))('%s has valid default values, and none for secrets', (kind, { fields }) => {
  for (const one of fields as readonly NetworkField[]) {
    if (one.defaultValue !== '') expect(fieldProblem(one, one.defaultValue), one.name).toBeUndefined()
  }
  for (const name of secretFields(kind)) expect(fieldValues(kind, { [name]: 'told' })).not.toHaveProperty([name])
})
