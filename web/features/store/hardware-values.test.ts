import { expect, test } from 'vitest'
import { hardwareBodyOf, hardwareProblemsOf, hardwareValuesOf } from './hardware-values.ts'
import type { HardwareRow } from './store.api.ts'

const product: HardwareRow = {
  hardwareId: 7,
  hardwareName: 'UG65',
  hardwareDescription: 'Gateway\nLoRaWAN',
  brandId: 2,
  brandName: 'Milesight',
  categoryId: 3,
  categoryName: 'Routers',
  currency: 'USD',
  price: 41_550,
  quantity: 0,
  totalPrice: 0,
  picture: '',
  active: true,
  hardwareDescriptionEn: 'LoRaWAN\ngateway',
}

test('a product that is opened and saved is unchanged', () => {
  const { hardwareName, hardwareDescription, hardwareDescriptionEn, brandName, categoryId, currency, price, picture, active } =
    product
  expect(hardwareBodyOf(hardwareValuesOf(product))).toEqual({
    ...{ hardwareName, hardwareDescription, hardwareDescriptionEn, brandName, categoryId, currency, price, picture, active },
  })
  expect(hardwareValuesOf(product).price).toBe('415,50')
})

test('a missing value or an invalid price is an error of its field', () => {
  expect(Object.keys(hardwareProblemsOf(hardwareValuesOf(undefined), 'no'))).toEqual([
    'hardwareName',
    'brandName',
    'categoryId',
    'price',
  ])
  const priced = (price: string, currency: 'CLP' | 'USD') =>
    hardwareProblemsOf({ ...hardwareValuesOf(product), price, currency }, 'no').price
  expect([priced('12.500', 'CLP'), priced('12,5', 'CLP'), priced('-3', 'USD'), priced('1,5', 'USD')]).toEqual([
    undefined,
    'no',
    'no',
    undefined,
  ])
})
