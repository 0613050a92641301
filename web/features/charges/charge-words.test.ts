import i18next from 'i18next'
import { expect, test } from 'vitest'
import { conceptName, countedText, quantityText, simsText } from './charge-words.ts'
import { chargesEs } from './charges.es.ts'

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

test('hibernated SIMs are counted beside those with a plan where these two are all', async () => {
  await i18next.init({ lng: 'es', resources: { es: { translation: { charges: chargesEs } } } })
  const concept = (kind: 'price' | 'hibernation', quantity: number) => ({ ...counted('price', quantity, 1, 1190), kind })
  const concepts = [concept('price', 3000), concept('price', 548), concept('hibernation', 117)].map((one) => ({
    ...{ ...one, planCode: 'P1', lines: one.quantity, amount: one.quantity * 1190 },
  }))
  expect(simsText({ sims: 3665, concepts }, i18next.t)).toBe('3.665: 3.548 con plan, 117 hibernadas')
  expect(simsText({ sims: 3700, concepts }, i18next.t)).toBe('3.700')
  expect(simsText({ sims: 3548, concepts: concepts.slice(0, 2) }, i18next.t)).toBe('3.548')
})
