import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { byMatch, type MatchableSim, matchOf, needleOf } from './sim-match.ts'

const sim = (fields: Partial<MatchableSim>): MatchableSim => ({
  icc: '8956030000000000017',
  msisdn: '56944171988',
  imei: '864356051188427',
  customField1: '',
  customField2: '',
  ip: null,
  ...fields,
})

describe('a match', () => {
  test.each([
    ['1988', {}, 'msisdn', 'end', [7, 11]],
    ['8427', {}, 'imei', 'end', [11, 15]],
    ['56944171988', {}, 'msisdn', 'whole', [0, 11]],
    ['8956 03', {}, 'icc', 'start', [0, 6]],
    ['4417', {}, 'msisdn', 'middle', [3, 7]],
    // the end of the ICC rather than that of the label, the end of a label rather than the middle of the number
    ['0017', { customField1: 'Rampla 0017' }, 'icc', 'end', [15, 19]],
    ['0300', { customField1: 'Rampla 0300' }, 'customField1', 'end', [7, 11]],
    ['camión 21', { customField1: 'Camión 21' }, 'customField1', 'whole', [0, 9]],
    ['ruta', { customField2: 'En ruta' }, 'customField2', 'end', [3, 7]],
    ['10.41.0.7', { ip: '10.41.0.7' }, 'ip', 'whole', [0, 9]],
    ['10.41.', { ip: '10.41.0.7' }, 'ip', 'start', [0, 6]],
    ['2001:db8:0:0:0:0:0:7', { ip: '2001:db8::7' }, 'ip', 'whole', [0, 11]],
  ] as const)('of %s', (text, fields, field, place, [from, to]) => {
    expect(matchOf(sim(fields), needleOf(text))).toEqual({ field, place, from, to })
  })

  test('is none where a whole IP address begins another one, or the text is in no field', () => {
    expect(matchOf(sim({ ip: '10.41.0.71' }), '10.41.0.7')).toBeUndefined()
    expect(matchOf(sim({}), 'rampla')).toBeUndefined()
    expect(matchOf(sim({}), '')).toBeUndefined()
  })

  test('marks the typed text, whatever the field and the place', () => {
    const digits = fc.stringMatching(/^\d{15}$/)
    const label = fc.stringMatching(/^[A-Za-zÁñ ]{0,6}\d{0,6}$/)
    fc.assert(
      fc.property(
        digits,
        digits,
        label,
        fc.nat(14),
        fc.integer({ min: 3, max: 6 }),
        (msisdn, imei, customField1, at, length) => {
          const needle = needleOf(`${msisdn}${imei}`.slice(at, at + length))
          const one = sim({ msisdn, imei, customField1 })
          const match = matchOf(one, needle)
          if (match) expect((one[match.field] ?? '').slice(match.from, match.to).toLowerCase()).toBe(needle)
          else expect(Object.values(one).some((value) => value?.toLowerCase().includes(needle))).toBe(false)
        },
      ),
    )
  })
})

describe('the order of SIMs', () => {
  const sims = [
    sim({ icc: '8956030000000041360', customField1: 'Rampla 2006' }),
    sim({ icc: '8956030000000000024', customField1: '4136' }),
    sim({ icc: '8956030000000004136' }),
    sim({ icc: '8956030000000000032', msisdn: '56900004136' }),
    sim({ icc: '8956030000000000040', customField1: '4136 Norte' }),
  ]

  test('begins with the whole field, then its end (the ICC before the others), then its beginning', () => {
    const ordered = [...sims].sort(byMatch('4136'))
    expect(ordered.map(({ icc }) => icc.slice(-5))).toEqual(['00024', '04136', '00032', '00040', '41360'])
  })

  test('is the same from whichever order it begins', () => {
    const ordered = [...sims].sort(byMatch('4136'))
    fc.assert(
      fc.property(fc.shuffledSubarray(sims, { minLength: sims.length }), (shuffled) => {
        expect(shuffled.sort(byMatch('4136'))).toEqual(ordered)
      }),
    )
  })
})
