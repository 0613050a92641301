import { expect, test } from 'vitest'
import { ORIGINS, originName } from './origins.ts'

test('origins are numbered and named as the specification has them [S3.41]', () => {
  expect(ORIGINS.map(({ originId, name }) => `${originId} ${name}`)).toEqual([
    '1 Chile',
    '2 Peru',
    '3 Mexico',
    '4 Ecuador',
    '5 Argentina',
    '6 USA',
    '7 Germany',
  ])
})

test('names are localised', () => {
  expect(ORIGINS.map(({ name }) => originName(name, 'es'))).toEqual([
    'Chile',
    'Perú',
    'México',
    'Ecuador',
    'Argentina',
    'Estados Unidos',
    'Alemania',
  ])
  expect(ORIGINS.map(({ name }) => originName(name, 'en'))).toEqual([
    'Chile',
    'Peru',
    'Mexico',
    'Ecuador',
    'Argentina',
    'United States',
    'Germany',
  ])
})

test('a name chosen by the installation is kept', () => expect(originName('Lab', 'es')).toBe('Lab'))
