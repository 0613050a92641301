import { expect, test } from 'vitest'
import { productTypeName } from './product-types.ts'

test('a usual product type is named in the language of the reader, whichever language the operator wrote', () => {
  expect(productTypeName('Rastreadores GPS', 'en')).toBe('GPS trackers')
  expect(productTypeName('GPS trackers', 'es')).toBe('Rastreadores GPS')
  expect(productTypeName('camaras', 'es')).toBe('Cámaras')
  expect(productTypeName('Antenas y accesorios', 'en')).toBe('Antennas and accessories')
})

test('a type of the operator’s own keeps its name', () => {
  expect(productTypeName('Routers', 'en')).toBe('Routers')
  expect(productTypeName('Balizas náuticas', 'en')).toBe('Balizas náuticas')
  expect(productTypeName('', 'en')).toBe('')
})
