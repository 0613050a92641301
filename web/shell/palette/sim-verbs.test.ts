import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { verbsIn } from './sim-verbs.ts'

describe('the verb of a typed text', () => {
  test.each([
    ['hibernar 2116', 'hibernate', '2116'],
    ['Hibernar la SIM 2116', 'hibernate', '2116'],
    ['2116 hibernar', 'hibernate', '2116'],
    ['hiber 2116', 'hibernate', '2116'],
    ['hibrenar 2116', 'hibernate', '2116'],
    ['hibernate camión 21', 'hibernate', 'camión 21'],
    ['pausar 2116', 'hibernate', '2116'],
    ['dar de baja 8956 0300', 'terminate', '8956 0300'],
    ['baja 2116', 'terminate', '2116'],
    ['retirar la baja 2116', 'withdrawTermination', '2116'],
    ['reactivar 2116', 'reactivate', '2116'],
    ['ACTIVAR 2116', 'activate', '2116'],
    ['enviar sms a camión 21', 'sms', 'camión 21'],
    ['reboot 2116', 'restart', '2116'],
    ['diagnostico 2116', 'diagnose', '2116'],
    ['hibernar', 'hibernate', ''],
    ['hibernar ', 'hibernate', ''],
    ['hibernar la sim', 'hibernate', ''],
  ] as const)('%s', (typed, action, about) => {
    expect(verbsIn(typed)[0]).toEqual({ action, about })
  })

  test.each(['', '2116', 'camión 21', 'hi 2116', 'factura', 'andes', '10.41.0.7'])('is none in %s', (typed) => {
    expect(verbsIn(typed)).toEqual([])
  })

  test('stays the same whatever it is about', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^\d{3,19}$/), fc.boolean(), (about, isFirst) => {
        expect(verbsIn(isFirst ? `${about} hibernar` : `hibernar ${about}`)[0]).toEqual({ action: 'hibernate', about })
      }),
    )
  })
})
