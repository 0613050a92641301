import { expect, test } from 'vitest'
import { ADMINISTRATIVE_STATUS, administrativeStatusName, GPRS_STATUS, SIM_TYPE, TECHNICAL_STATUS } from './sim-status.ts'

test('technical statuses are numbered as the platforms number them [S4.01]', () => {
  expect(Object.entries(TECHNICAL_STATUS).map(([name, id]) => `${id} ${name}`)).toEqual([
    '1 newInactive',
    '2 test',
    '3 activationReady',
    '4 activated',
    '5 deactivated',
    '6 suspended',
    '7 retired',
  ])
})

test('administrative statuses are numbered 1 to 11 [S4.02]', () => {
  expect(Object.entries(ADMINISTRATIVE_STATUS).map(([name, id]) => `${id} ${name}`)).toEqual([
    '1 readyToUse',
    '2 active',
    '3 deactivated',
    '4 suspended',
    '5 terminationInProcess',
    '6 terminated',
    '7 retired',
    '8 hibernationInProcess',
    '9 terminationRequested',
    '10 deactivatedByAlarm',
    '11 hibernated',
  ])
  expect([administrativeStatusName(11), administrativeStatusName(12)]).toEqual(['hibernated', undefined])
})

test('a data session is not available, activated or deactivated [S4.03]', () => {
  expect(GPRS_STATUS).toEqual({ notAvailable: 0, activated: 1, deactivated: 2 })
})

test('the kinds of SIM are six [S3.42]', () => {
  expect(SIM_TYPE).toEqual({ legacy: 1, local: 2, global: 3, manager: 4, vodafone: 5, chatSms: 6 })
})
