import { expect, test } from 'vitest'
import { conceptName, countedText, quantityText } from './charge-words.ts'

const counted = (kind: 'price' | 'data_overage' | 'voice', quantity: number, unitMb: number, unit: number | null) => ({
  ...{ kind, quantity, unitMb, unit, planName: 'IoT 250 MB' },
})

test('a charge shows quantity, unit and price', () => {
  expect(countedText(counted('price', 24_310, 1, 1190), 'CLP')).toBe('24.310 × $1.190')
  expect(countedText(counted('data_overage', 41_720, 1, 7098), 'USD')).toBe('41.720 MB × $70,98')
  expect(countedText(counted('data_overage', 32, 10, null), 'USD')).toBe('32 × 10 MB')
  expect(quantityText(counted('voice', 3, 1, 5))).toBe('3 min')
})

test('a plan has its name, other charges the name of their kind', () => {
  expect(conceptName(counted('price', 1, 1, 1))).toBe('IoT 250 MB')
  expect(conceptName(counted('data_overage', 1, 1, 1))).toBe('Exceso de datos')
})
