import { describe, expect, test } from 'vitest'
import { fieldOfHeader, findHeader, foldName, INVENTORY_FIELDS, mappingProblem, matchHeaders } from './inventory-columns.ts'
import { type Catalog, checkLine, nameTable } from './inventory-line.ts'
import { parseAdministrativeStatus, parseFileTime, technicalStatusFor } from './inventory-values.ts'

describe('headers', () => {
  test.each([
    ['ICC', 'iccid'],
    ['ICCID ', 'iccid'],
    ['N° ICC', 'iccid'],
    ['Número_de_ICC', 'iccid'],
    ['MSISDN (línea)', 'msisdn'],
    ['Teléfono', 'msisdn'],
    ['IMSI', 'imsi'],
    ['Razón Social', 'company'],
    ['RUT', 'company'],
    ['companyId', 'company'],
    ['Código de Plan', 'plan'],
    ['PLAN_CODE', 'plan'],
    ['País de origen', 'origin'],
    ['providerName', 'origin'],
    ['Tipo de SIM', 'simType'],
    ['Sim Type', 'simType'],
    ['APN', 'apn'],
    ['Fecha de Activación', 'activatedAt'],
    ['activation date', 'activatedAt'],
    ['Estado administrativo', 'administrativeStatus'],
    ['Etiqueta', 'customField1'],
    ['customField2', 'customField2'],
    ['commModuleManufacturer', 'moduleManufacturer'],
    ['IMEI', 'imei'],
    ['Equipo', 'device'],
    // files of earlier templates have the longer names
    ...(['Etiqueta', 'Label', 'Campo personalizado 1', 'Custom field 1'] as const).map(
      (header) => [header, 'customField1'] as const,
    ),
    ...(['Campo 2', 'Field 2', 'Campo personalizado 2', 'Custom field 2'] as const).map(
      (header) => [header, 'customField2'] as const,
    ),
    ['Comentario de Juan', undefined],
    ['', undefined],
  ] as const)('%j is %s', (header, field) => expect(fieldOfHeader(header)).toBe(field))

  test('each field is recognised by its own name, and no header names two', () => {
    for (const field of INVENTORY_FIELDS) expect(fieldOfHeader(field)).toBe(field)
    expect(matchHeaders(['ICC', 'ICCID', 'x'])).toEqual(['iccid', null, null])
  })

  test('a title and empty forms above the header are skipped', () => {
    const rows = [['Inventario Andes'], ['', ''], ['ICC', 'Plan', 'Empresa'], ['8956', 'x', 'y']]
    expect(findHeader(rows)).toEqual({ index: 2, mapping: ['iccid', 'plan', 'company'] })
    expect(findHeader([['a', 'b']])).toEqual({ index: 0, mapping: [null, null] })
    expect(findHeader([])).toEqual({ index: 0, mapping: [] })
  })

  test('a mapping requires one ICCID and each field at most once', () => {
    expect(mappingProblem(['iccid', null, 'plan'])).toBeUndefined()
    expect(mappingProblem(['plan'])).toBe('iccid_missing')
    expect(mappingProblem(['iccid', 'iccidWithoutCheckDigit'])).toBe('iccid_twice')
    expect(mappingProblem(['iccid', 'plan', 'plan'])).toBe('field_twice')
  })
})

describe('values', () => {
  test.each([
    ['2025-03-01', { local: '2025-03-01 00:00:00' }],
    ['2025-03-01 10:30', { local: '2025-03-01 10:30:00' }],
    ['2025-03-01T10:30:15.250Z', { instant: '2025-03-01 10:30:15+00' }],
    ['2025-03-01T10:30:00-03:00', { instant: '2025-03-01 10:30:00-03:00' }],
    ['01/03/2025', { local: '2025-03-01 00:00:00' }],
    ['1-3-2025, 9:05', { local: '2025-03-01 09:05:00' }],
    ['29.02.2024', { local: '2024-02-29 00:00:00' }],
    ['29.02.2025', undefined],
    ['13/13/2025', undefined],
    ['2025-03-01 25:00', undefined],
    ['2025-03-01 10:00+99', undefined],
    ['ayer', undefined],
    ['45000', undefined],
  ])('the date %s', (text, time) => expect(parseFileTime(text)).toEqual(time))

  test.each([
    ['2', 2],
    ['Activa', 2],
    ['ACTIVATED', 2],
    ['Lista para usar', 1],
    ['hibernatión', undefined],
    ['hibernated', 11],
    ['Desactivada por alarma', 10],
    ['12', undefined],
  ] as const)('the status %s is %s', (text, status) => expect(parseAdministrativeStatus(text)).toBe(status))

  test('every administrative status has a technical one', () => {
    for (let status = 1; status <= 11; status++) expect(technicalStatusFor(status)).toBeGreaterThan(1)
    expect(technicalStatusFor(99)).toBe(1)
  })

  test('names are compared without accents, case and punctuation', () => {
    expect(foldName('  Pacífico, Logística S.A. ')).toBe('pacifico logistica s a')
    const table = nameTable([
      ['Andes Sur', 1],
      ['ANDES-SUR', 1],
      ['Norte', 2],
      ['norte', 3],
      ['', 4],
    ])
    expect([table('andes sur'), table('Norte'), table('Sur'), table('')]).toEqual([1, 'ambiguous', undefined, undefined])
  })
})

describe('a line', () => {
  const plan = { planCode: 'CL-1', originId: 1, simTypeId: 2 }
  const none = nameTable<number>([])
  const catalog: Catalog = {
    companies: nameTable([['Andes', 4]]),
    plans: nameTable([['CL-1', plan]]),
    origins: nameTable([
      ['Chile', 1],
      ['Peru', 2],
    ]),
    simTypes: nameTable([['Local', 2]]),
    apns: none,
  }
  const rules = { catalog, latestDay: '2026-11-22' }
  const icc = '89560300418270019829'

  test('contains only the fields that are filled in', () => {
    expect(checkLine([icc, '', '-'], ['iccid', 'plan', 'imei'], rules)).toEqual({ line: { iccid: icc, companyId: undefined } })
    expect(checkLine([icc, 'cl 1'], ['iccid', 'plan'], { ...rules, defaultCompanyId: 9 }).line).toEqual({
      iccid: icc,
      plan,
      originId: 1,
      simTypeId: 2,
      companyId: 9,
    })
  })

  test('is stripped of the quoting of spreadsheets', () => {
    for (const cell of [`="${icc}"`, `'${icc}`, ` ${icc} `, `${icc}F`])
      expect(checkLine([cell], ['iccid'], rules).line?.iccid).toBe(icc)
    expect(checkLine([icc, "'=1+1"], ['iccid', 'customField1'], rules).line?.customField1).toBe('=1+1')
    expect(checkLine([icc, "'68 Mustang"], ['iccid', 'customField1'], rules).line?.customField1).toBe("'68 Mustang")
    expect(checkLine([icc, 'a\tb\r\nc'], ['iccid', 'customField1'], rules).line?.customField1).toBe('a b c')
  })

  test('counts code points as characters', () => {
    expect(checkLine([icc, '🚚'.repeat(120)], ['iccid', 'customField1'], rules).problems).toBeUndefined()
    expect(checkLine([icc, '🚚'.repeat(121)], ['iccid', 'customField1'], rules).problems?.[0]?.reason).toBe('too_long')
  })

  test('reports all of its problems', () => {
    const { problems } = checkLine(['', 'CL-1', 'Peru', '2026-11-23'], ['iccid', 'plan', 'origin', 'activatedAt'], rules)
    expect(problems?.map(({ field, reason }) => [field, reason])).toEqual([
      ['activatedAt', 'future_date'],
      ['iccid', 'missing'],
      ['plan', 'plan_of_other_origin'],
    ])
  })
})
