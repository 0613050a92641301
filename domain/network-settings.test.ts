import { expect, test } from 'vitest'
import { isInRange, NETWORK_RANGES, type NetworkLimitName } from './network-settings.ts'

test.each(Object.keys(NETWORK_RANGES) as NetworkLimitName[])('%s takes whole numbers of its range', (name) => {
  const [least, most] = NETWORK_RANGES[name]
  expect([least - 1, least, least + 0.5, most, most + 1, Number.NaN].map((value) => isInRange(name, value))).toEqual([
    false,
    true,
    false,
    true,
    false,
    false,
  ])
})
