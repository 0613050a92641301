import { IconGauge, IconRouter, IconTool } from '@tabler/icons-react'
import { expect, test } from 'vitest'
import { productIcon } from './product-icon.ts'

test('a device has the icon of its type, in whichever language the operator wrote it', () => {
  const device = (productType: string) => productIcon({ kind: 'device', productType })
  expect([device('Medidores'), device('Meters'), device('Balizas')]).toEqual([IconGauge, IconGauge, IconRouter])
  expect(productIcon({ kind: 'service', productType: 'Medidores' })).toBe(IconTool)
})
