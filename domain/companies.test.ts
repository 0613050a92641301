import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { COMPANY_LENGTHS, COMPANY_TEXT_FIELDS, companyProblems, keptText, lockedFields, parseWebsite } from './companies.ts'

const EMPTY = {
  ...{ tin: '', businessName: 'Norte SpA', fantasyName: '', activity: '', representative: '', billingContact: '' },
  ...{ billingEmail: '', phones: '', address: '', city: '', postalCode: '', website: '' },
  ...{ timeZone: 'America/Santiago', cycleAnchorDay: 1, currency: 'CLP' },
}

describe('a company', () => {
  test('needs a name and nothing else', () => {
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

  test('the same tax id is right in its own country only', () => {
    const company = { ...EMPTY, tin: '76.512.340-2' }
    expect(companyProblems(company, 'CL')).toEqual({})
    expect(companyProblems(company, 'PE')).toEqual({ tin: 'taxId' })
  })

  test('is kept in the form that its country writes', () => {
    const typed = { ...EMPTY, tin: ' 765123402', website: 'norte.test/es', billingEmail: ' Pagos@Norte.test' }
    expect(keptText(typed, 'CL')).toMatchObject({
      tin: '76.512.340-2',
      website: 'https://norte.test/es',
      billingEmail: 'pagos@norte.test',
    })
  })

  test('what is kept has no problems, fits its column and is kept as itself', () => {
    const long = fc.string({ maxLength: 300 })
    const text = fc.record(Object.fromEntries(COMPANY_TEXT_FIELDS.map((field) => [field, long])))
    fc.assert(
      fc.property(text, fc.constantFrom('CL', 'MX', 'EC', ''), (texts, country) => {
        const company = { ...EMPTY, ...(texts as unknown as typeof EMPTY) }
        if (Object.keys(companyProblems(company, country)).length > 0) return
        const kept = keptText(company, country)
        expect(companyProblems(kept, country)).toEqual({})
        expect(keptText(kept, country)).toEqual(kept)
        for (const field of COMPANY_TEXT_FIELDS) expect([...kept[field]].length).toBeLessThanOrEqual(COMPANY_LENGTHS[field])
      }),
    )
  })

  test.each(['norte.test', 'https://norte.test/x?y=1', 'HTTP://Norte.test'])('%s is a website', (address) => {
    expect(parseWebsite(address)).toMatch(/^https?:/i)
  })
})

describe('what can be changed', () => {
  const free = { hasSims: false, isBilled: false }

  test('all of a new company, from above', () => {
    expect(lockedFields({ isOwn: false, isRoot: false }, free)).toEqual({})
  })

  test('time and currency no more, once something was counted or billed by them', () => {
    const above = { isOwn: false, isRoot: false }
    expect(lockedFields(above, { ...free, hasSims: true })).toEqual({ timeZone: 'counted', cycleAnchorDay: 'counted' })
    expect(lockedFields(above, { ...free, isBilled: true })).toEqual({
      ...{ timeZone: 'counted', cycleAnchorDay: 'counted' },
      currency: 'billed',
    })
  })

  test('of the own company only what invoices do not depend on', () => {
    const locked = lockedFields({ isOwn: true, isRoot: false }, { ...free, isBilled: true })
    expect(locked).toMatchObject({ tin: 'fromAbove', businessName: 'fromAbove', blocked: 'fromAbove', currency: 'billed' })
    expect(Object.keys(locked)).not.toContain('billingEmail')
  })

  test('nobody blocks the company above all', () => {
    expect(lockedFields({ isOwn: false, isRoot: true }, free)).toEqual({ blocked: 'root' })
  })
})
