import { describe, expect, test } from 'vitest'
import { parseAreaCell, parseDeviceCell } from './lock-cells.ts'
import { LOCK_VALUES_MAX } from './locks.ts'

const IMEI = '356949001234564'
const OTHER = '490154203237518'

describe('the device lock of a cell', () => {
  test.each([
    ['any', { mode: 'off', values: [] }],
    ['Cualquier dispositivo', { mode: 'off', values: [] }],
    ['El primero que se detecte', { mode: 'learn', values: [] }],
    ['first', { mode: 'learn', values: [] }],
    [IMEI, { mode: 'imei', values: [IMEI] }],
    ['35 694900 123456 4; 4901542032375199', { mode: 'imei', values: [IMEI, OTHER] }],
    [`${IMEI}, ${IMEI}`, { mode: 'imei', values: [IMEI] }],
    ['35694900,49015420', { mode: 'tac', values: ['35694900', '49015420'] }],
    ['35-694900', { mode: 'tac', values: ['35694900'] }],
  ])('%s', (cell, lock) => {
    expect(parseDeviceCell(cell)).toEqual(lock)
  })

  test.each([
    '',
    ',',
    'none of these',
    '356949001234560',
    `${IMEI}, 35694900`,
    Array(LOCK_VALUES_MAX + 1)
      .fill(IMEI)
      .join(','),
  ])('is none: %s', (cell) => {
    expect(parseDeviceCell(cell)).toBeUndefined()
  })
})

describe('the places of a cell', () => {
  test.each([
    ['cualquiera', []],
    ['any place', []],
    ['cl', ['CL']],
    ['CL; PE,730-01, 71606', ['CL', 'PE', '730-01', '716-06']],
  ])('%s', (cell, areas) => {
    expect(parseAreaCell(cell)).toEqual(areas)
  })

  test.each(['', 'Chile y Perú', 'CL, ZZ', '73'])('are none: %s', (cell) => {
    expect(parseAreaCell(cell)).toBeUndefined()
  })
})
