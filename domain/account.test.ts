import { describe, expect, test } from 'vitest'
import { newPasswordProblems, type ProfileValues, passwordChangeProblems, profileProblems } from './account.ts'

const whole: ProfileValues = {
  userName: 'Ana',
  userLastname: 'Rojas',
  userEmail: 'ana@andes.test',
  userCountryId: 1,
  userCity: 'Santiago',
  userAddress: 'Av. Providencia 1208',
  userPhone: '+56 2 2345 6789',
}

describe('a profile', () => {
  test.each<[string, Partial<ProfileValues>, object]>([
    ['whole', {}, {}],
    ['without a name', { userName: '' }, { userName: 'required' }],
    ['with blanks for a name', { userName: '  ' }, { userName: 'required' }],
    ['without a last name', { userLastname: '' }, { userLastname: 'required' }],
    ['without an e-mail', { userEmail: '' }, { userEmail: 'required' }],
    ['without a country', { userCountryId: null }, { userCountryId: 'required' }],
    [
      'with nothing',
      { userName: '', userLastname: '', userEmail: '', userCountryId: null, userCity: '', userAddress: '', userPhone: '' },
      { userName: 'required', userLastname: 'required', userEmail: 'required', userCountryId: 'required' },
    ],
  ])('%s [S5.01]', (_, change, problems) => {
    expect(profileProblems({ ...whole, ...change })).toEqual(problems)
  })

  test('needs no city, no address and no phone [S5.03]', () => {
    expect(profileProblems({ ...whole, userCity: '', userAddress: '', userPhone: '' })).toEqual({})
  })

  test.each([
    ['ana', 'email'],
    ['ana@andes', 'email'],
    ['@andes.test', 'email'],
    ['ana rojas@andes.test', 'email'],
    ['ana@andes.test', undefined],
    [' ana@andes.test ', undefined],
    [`${'a'.repeat(250)}@b.cl`, 'email'],
  ])('with the e-mail %s: %s', (userEmail, problem) => {
    expect(profileProblems({ ...whole, userEmail }).userEmail).toBe(problem)
  })
})

describe('a change of the password', () => {
  const good = { passCurrent: 'Enlace2026', newPassword: 'Nueva2026', repeatNewPassword: 'Nueva2026' }
  test.each<[string, Partial<typeof good>, object]>([
    ['whole', {}, {}],
    ['without the current one', { passCurrent: '' }, { passCurrent: 'required' }],
    // not checked: it may be older than the current rules
    ['with a short current one', { passCurrent: 'a' }, {}],
    [
      'without a new one',
      { newPassword: '', repeatNewPassword: '' },
      { newPassword: 'required', repeatNewPassword: 'required' },
    ],
    ['too short', { newPassword: 'Ab1', repeatNewPassword: 'Ab1' }, { newPassword: 'tooShort' }],
    ['too simple', { newPassword: 'abcdefgh', repeatNewPassword: 'abcdefgh' }, { newPassword: 'tooSimple' }],
    ['not repeated', { repeatNewPassword: '' }, { repeatNewPassword: 'required' }],
    ['repeated otherwise', { repeatNewPassword: 'nueva2026' }, { repeatNewPassword: 'passwordsDiffer' }],
  ])('%s [S5.04, S5.06]', (_, change, problems) => {
    expect(passwordChangeProblems({ ...good, ...change })).toEqual(problems)
  })

  test('by a link requires no current password', () => {
    expect(newPasswordProblems({ newPassword: 'Nueva2026', repeatNewPassword: 'Nueva2026' })).toEqual({})
  })
})
