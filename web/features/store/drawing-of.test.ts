import { expect, test } from 'vitest'
import { drawingOf } from './drawing-of.ts'

const drawn = (name: string, description = '', category = '') => drawingOf({ name, description, category })

test.each([
  ['Antena LTE magnética', 'magneticAntenna'],
  ['Roof antenna', 'antenna'],
  ['Arnés OBD', 'harness'],
  ['Lector RFID', 'cardReader'],
  ['X1 Sensing Camera', 'camera'],
  ['EYE Sensor', 'sensor'],
] as const)('%s has the drawing that its name says', (name, drawing) => {
  expect(drawn(name, 'Sensor de temperatura', 'Routers')).toBe(drawing)
})

test('a name that says nothing leaves it to the first line of the description, and that to the category', () => {
  expect(drawn('GL320MG', 'Rastreador portátil con batería de 30 días', 'Rastreadores GPS')).toBe('portableTracker')
  expect(drawn('EM300-TH', 'Temperatura y humedad para cámaras de frío\nSensor', 'Sensores')).toBe('temperatureSensor')
  expect(drawn('RUTX50', 'Router 5G con doble SIM', 'Routers y gateways')).toBe('largeRouter')
  expect(drawn('FMC130', 'LTE Cat 1 con respaldo 2G\nArnés incluido', 'Rastreadores GPS')).toBe('tracker')
  expect(drawn('X', '', 'Payment terminals')).toBe('cardReader')
})

test('what nothing is known of is a parcel', () => {
  expect(drawn('Caja estanca', 'IP67', 'Varios')).toBe('parcel')
})
