import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  formatImei,
  formatMsisdn,
  groupDigits,
  iccidCandidates,
  isImei,
  isImsi,
  isLuhnValid,
  luhnDigit,
  normaliseIccid,
  normaliseMsisdn,
  parseIccid,
  parseImei,
  parseImsi,
  parseMsisdn,
} from './identifiers.ts'

const digits = (from: number, to = from) =>
  fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: from, maxLength: to })

describe('Luhn digit', () => {
  test('matches published examples', () => {
    expect(luhnDigit('7992739871')).toBe('3')
    // the example of 3GPP TS 23.003 annex B.3
    expect(luhnDigit('26053179311383')).toBe('7')
    expect(isLuhnValid('79927398713')).toBe(true)
    expect(isLuhnValid('79927398710')).toBe(false)
    expect(isLuhnValid('')).toBe(false)
    expect(isLuhnValid('7992739871a')).toBe(false)
  })

  test('a computed digit is always valid, and any other digit is not', () => {
    fc.assert(
      fc.property(digits(1, 24), fc.integer({ min: 1, max: 9 }), (body, shift) => {
        const right = luhnDigit(body)
        expect(isLuhnValid(body + right)).toBe(true)
        expect(isLuhnValid(body + String((Number(right) + shift) % 10))).toBe(false)
      }),
    )
  })

  test('detects every single wrong digit', () => {
    fc.assert(
      fc.property(digits(18), fc.nat(17), fc.integer({ min: 1, max: 9 }), (body, at, shift) => {
        const whole = body + luhnDigit(body)
        const wrong = whole.slice(0, at) + String((Number(whole[at]) + shift) % 10) + whole.slice(at + 1)
        expect(isLuhnValid(wrong)).toBe(false)
      }),
    )
  })
})

describe('ICCID', () => {
  const complete = digits(16, 17).map((account) => `89${account}${luhnDigit(`89${account}`)}`)

  test('with check digit is accepted with or without groups and a trailing F', () => {
    fc.assert(
      fc.property(
        complete,
        fc.constantFrom('', 'F', 'f', ' F'),
        fc.constantFrom('', ' ', '-', '\u00a0'),
        (iccid, fill, gap) => {
          const written = `${groupDigits(iccid).join(gap)}${fill}`
          expect(normaliseIccid(written)).toBe(iccid)
          expect(parseIccid(` ${written}\t`, 'complete').value).toBe(iccid)
        },
      ),
    )
  })

  test('without check digit gets one, and always when the form says so', () => {
    fc.assert(
      fc.property(complete, (iccid) => {
        const bare = iccid.slice(0, -1)
        expect(parseIccid(bare, 'without_check_digit').value).toBe(iccid)
        expect(iccidCandidates(bare)).toContain(iccid)
        expect(iccidCandidates(iccid)[0]).toBe(iccid)
      }),
    )
  })

  test('19 digits are complete if Luhn holds, else a long number without its digit', () => {
    expect(normaliseIccid('8956030004182774193')).toBe(`8956030004182774193${luhnDigit('8956030004182774193')}`)
    const short = `895603000418277419${luhnDigit('895603000418277419')}`
    expect(normaliseIccid(short)).toBe(short)
  })

  test.each([
    ['', 'empty'],
    ['   ', 'empty'],
    ['F', 'not_digits'],
    ['8.95603E+18', 'rounded'],
    ['8,95603000418277E+18', 'rounded'],
    ['89560300O41827741933', 'not_digits'],
    ['8956030004182774', 'wrong_length'],
    ['895603000418277419331', 'wrong_length'],
    ['79560300041827741933', 'wrong_prefix'],
  ] as const)('%j is refused as %s', (text, problem) => {
    expect(parseIccid(text).problem).toBe(problem)
    expect(normaliseIccid(text)).toBeUndefined()
  })

  test('a wrong check digit is refused in 20 digits, and in 19 when the form is `complete`', () => {
    const right = `8956030004182774193${luhnDigit('8956030004182774193')}`
    const wrong = right.slice(0, -1) + String((Number(right.at(-1)) + 1) % 10)
    expect(parseIccid(wrong).problem).toBe('wrong_check_digit')
    expect(parseIccid('8956030004182774193', 'complete').problem).toBe('wrong_check_digit')
  })
})

describe('IMSI', () => {
  test('14 or 15 digits', () => {
    expect(parseImsi('730 02 1234567890').value).toBe('730021234567890')
    expect(parseImsi('73002123456789').value).toBe('73002123456789')
    expect(parseImsi('7300212345678').problem).toBe('wrong_length')
    expect(parseImsi('7300212345678901').problem).toBe('wrong_length')
    expect(parseImsi('73002x234567890').problem).toBe('not_digits')
    expect(isImsi('730021234567890')).toBe(true)
    expect(isImsi('730 021234567890')).toBe(false)
  })
})

describe('MSISDN', () => {
  test.each([
    ['+56 9 4417 1988', '56944171988'],
    ['0056 9 4417 1988', '56944171988'],
    ['(56) 9-4417.1988', '56944171988'],
    ['56944171988', '56944171988'],
  ])('%s is %s', (text, msisdn) => expect(normaliseMsisdn(text)).toBe(msisdn))

  test.each([
    ['123456', 'wrong_length'],
    ['1234567890123456', 'wrong_length'],
    ['0944171988', 'wrong_prefix'],
    ['5.6944E+10', 'rounded'],
    ['56-CASA', 'not_digits'],
    ['+', 'empty'],
  ] as const)('%s is refused as %s', (text, problem) => expect(parseMsisdn(text).problem).toBe(problem))

  test('a formatted number parses back to the same number', () => {
    fc.assert(
      fc.property(digits(7, 15), (number) => {
        fc.pre(!number.startsWith('0'))
        expect(normaliseMsisdn(formatMsisdn(number))).toBe(number)
      }),
    )
    expect(formatMsisdn('56944171988')).toBe('+56 9 4417 1988')
    expect(formatMsisdn('525582041177')).toBe('+52 55 8204 1177')
    expect(formatMsisdn('')).toBe('')
  })
})

describe('IMEI', () => {
  test('15 digits with check digit, 14 without, 16 with a software version are the same device', () => {
    fc.assert(
      fc.property(digits(14), digits(2), (body, version) => {
        const imei = body + luhnDigit(body)
        expect(isImei(imei)).toBe(true)
        expect(parseImei(imei).value).toBe(imei)
        expect(parseImei(body).value).toBe(imei)
        expect(parseImei(body + version).value).toBe(imei)
        expect(parseImei(formatImei(imei)).value).toBe(imei)
      }),
    )
  })

  test('a wrong check digit is refused', () => {
    expect(parseImei('260531793113837').value).toBe('260531793113837')
    expect(parseImei('260531793113836').problem).toBe('wrong_check_digit')
    expect(parseImei('2605317931138').problem).toBe('wrong_length')
    expect(parseImei('2.60531793113837E+14').problem).toBe('rounded')
    expect(isImei('260531793113836')).toBe(false)
  })

  test('is formatted as printed on devices', () => expect(formatImei('864356051188427')).toBe('86 435605 118842 7'))
})
