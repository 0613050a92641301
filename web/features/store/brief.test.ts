import { expect, test } from 'vitest'
import { briefOf } from './brief.ts'

test('a card shows the first features of a product, none of them cut', () => {
  expect(briefOf('Rastreador compacto LTE Cat 1\nInstalación en tres cables\nBluetooth para sensores')).toBe(
    'Rastreador compacto LTE Cat 1 · Instalación en tres cables',
  )
  expect(briefOf('Rastreador LTE Cat 1 con respaldo 2G\nEntradas digitales y analógicas, salida de corte')).toBe(
    'Rastreador LTE Cat 1 con respaldo 2G',
  )
  expect(briefOf('IP67\r\n\r\n120 × 80 mm\n')).toBe('IP67 · 120 × 80 mm')
  expect(briefOf('')).toBe('')
})

test('a first one that is too long ends with a whole word', () => {
  expect(briefOf('palabra '.repeat(40))).toBe(`${'palabra '.repeat(8).trim()}…`)
  expect(briefOf('x'.repeat(300))).toBe(`${'x'.repeat(68)}…`)
})
