import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  COMPANY_LENGTHS,
  COMPANY_TEXT_FIELDS,
  companyProblems,
  lockedFields,
  normaliseCompanyText,
  parseWebsite,
} from './companies.ts'

const EMPTY = {
  ...{ tin: '', businessName: 'Norte SpA', fantasyName: '', activity: '', representative: '', billingContact: '' },
  ...{
    billingEmail: '',
    phones: '',
    address: '',
    city: '',
    postalCode: '',
    website: '',
    customField1Name: '',
    customField2Name: '',
  },
  ...{ timeZone: 'America/Santiago', cycleAnchorDay: 1, currency: 'CLP' },
}

describe('a company', () => {
  test('requires only a name', () => {
    expect(companyProblems(EMPTY, '')).toEqual({})
    expect(companyProblems({ ...EMPTY, businessName: '  ' }, '')).toEqual({ businessName: 'required' })
  })

  test.each([
    ['tin', '76.512.340-8', 'taxId'],
    ['billingEmail', 'pagos@', 'email'],
    ['phones', 'llamar', 'phones'],
    ['website', 'javascript:alert(1)', 'website'],
    ['website', 'ftp://norte.test', 'website'],
    ['timeZone', 'America/Talca', 'timeZone'],
    ['timeZone', "x' OR 1", 'timeZone'],
    ['cycleAnchorDay', 29, 'anchorDay'],
    ['cycleAnchorDay', 1.5, 'anchorDay'],
    ['currency', 'ABC', 'currency'],
    ['currency', 'clp', 'currency'],
  ])('is not kept with %s %s', (field, value, problem) => {
    expect(companyProblems({ ...EMPTY, [field]: value }, 'CL')).toEqual({ [field]: problem })
  })

  test('a tax id is valid in its own country only', () => {
    const company = { ...EMPTY, tin: '76.512.340-2' }
    expect(companyProblems(company, 'CL')).toEqual({})
    expect(companyProblems(company, 'PE')).toEqual({ tin: 'taxId' })
  })

  test('is stored in the format of its country', () => {
    const typed = { ...EMPTY, tin: ' 765123402', website: 'norte.test/es', billingEmail: ' Pagos@Norte.test' }
    expect(normaliseCompanyText(typed, 'CL')).toMatchObject({
      tin: '76.512.340-2',
      website: 'https://norte.test/es',
      billingEmail: 'pagos@norte.test',
    })
  })

  test('a normalised company is valid, fits its columns and is normalised to itself', () => {
    const long = fc.string({ maxLength: 300 })
    const text = fc.record(Object.fromEntries(COMPANY_TEXT_FIELDS.map((field) => [field, long])))
    fc.assert(
      fc.property(text, fc.constantFrom('CL', 'MX', 'EC', ''), (texts, country) => {
        const company = { ...EMPTY, ...(texts as unknown as typeof EMPTY) }
        if (Object.keys(companyProblems(company, country)).length > 0) return
        const kept = normaliseCompanyText(company, country)
        expect(companyProblems(kept, country)).toEqual({})
        expect(normaliseCompanyText(kept, country)).toEqual(kept)
        for (const field of COMPANY_TEXT_FIELDS) expect([...kept[field]].length).toBeLessThanOrEqual(COMPANY_LENGTHS[field])
      }),
    )
  })

  test.each(['norte.test', 'https://norte.test/x?y=1', 'HTTP://Norte.test'])('%s is a website', (address) => {
    expect(parseWebsite(address)).toMatch(/^https?:/i)
  })
})

describe('locked fields', () => {
  const free = { hasSims: false, isBilled: false }

  test('a new company has none for the company above', () => {
    expect(lockedFields({ isOwn: false, isRoot: false }, free)).toEqual({})
  })

  test('time zone, anchor day and currency are locked once usage was counted or billed', () => {
    const above = { isOwn: false, isRoot: false }
    expect(lockedFields(above, { ...free, hasSims: true })).toEqual({ timeZone: 'counted', cycleAnchorDay: 'counted' })
    expect(lockedFields(above, { ...free, isBilled: true })).toEqual({
      ...{ timeZone: 'counted', cycleAnchorDay: 'counted' },
      currency: 'billed',
    })
  })

  test('users of the company itself cannot edit fields that invoices depend on', () => {
    const locked = lockedFields({ isOwn: true, isRoot: false }, { ...free, isBilled: true })
    expect(locked).toMatchObject({ tin: 'fromAbove', businessName: 'fromAbove', blocked: 'fromAbove', currency: 'billed' })
    expect(Object.keys(locked)).not.toContain('billingEmail')
  })

  test('the root company cannot be blocked', () => {
    expect(lockedFields({ isOwn: false, isRoot: true }, free)).toEqual({ blocked: 'root' })
  })
})
