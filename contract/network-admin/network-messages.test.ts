import { expect, test } from 'vitest'
import { settling } from './network-messages.ts'

test('the sentence on differences that are being settled counts those that are not by their reasons', () => {
  expect(settling(1200, [])).toEqual({ es: '1.200 SIMs se están sincronizando', en: '1,200 SIMs are being synchronised' })
  expect(settling(1, ['not_found'])).toEqual({
    es: '1 SIM se está sincronizando; 1 ya coincide',
    en: '1 SIM is being synchronised; 1 agrees already',
  })
  expect(settling(0, ['portal_decides', 'not_found', 'operation_open', 'portal_decides'])).toEqual({
    es: '0 SIMs se están sincronizando; 1 ya coincide; 1 ya se estaba sincronizando; 2 difieren en lo que decide el portal',
    en: '0 SIMs are being synchronised; 1 agrees already; 1 was being synchronised already; 2 differ in what the portal decides',
  })
})
