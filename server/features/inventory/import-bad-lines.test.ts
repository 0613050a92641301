import { beforeEach, describe, expect, test } from 'vitest'
import { COMPANIES, type Fleet } from '#test/fleet.ts'
import { fileOf, type ImportRig, iccid, line, openImportRig } from '#test/import-rig.ts'
import { ImportRejected } from './apply-import.ts'

let rig: ImportRig
beforeEach(async () => {
  rig = await openImportRig()
  return () => rig.close()
})

test.each([
  [{ icc: '' }, 'iccid', 'missing'],
  [{ icc: '89510600000000000O17' }, 'iccid', 'not_digits'],
  [{ icc: '8.95106E+19' }, 'iccid', 'rounded'],
  [{ icc: '895106000000' }, 'iccid', 'wrong_length'],
  [{ icc: `${iccid(1).slice(0, -1)}${(Number(iccid(1).at(-1)) + 1) % 10}` }, 'iccid', 'wrong_check_digit'],
  [{ imsi: '12345' }, 'imsi', 'wrong_length'],
  [{ msisdn: 'no tiene' }, 'msisdn', 'not_digits'],
  [{ imei: '864356051188420' }, 'imei', 'wrong_check_digit'],
  [{ company: 'Nadie S.A.' }, 'company', 'unknown'],
  [{ company: '' }, 'company', 'missing'],
  [{ plan: 'Plan que no existe' }, 'plan', 'unknown'],
  [{ plan: '' }, 'plan', 'missing'],
  [{ origin: 'Narnia' }, 'origin', 'unknown'],
  [{ origin: 'Perú' }, 'plan', 'plan_of_other_origin'],
  [{ type: 'Cuántica' }, 'simType', 'unknown'],
  [{ apn: 'nada.apn' }, 'apn', 'unknown'],
  [{ apn: '' }, 'apn', 'missing'],
  [{ status: 'quizás' }, 'administrativeStatus', 'unknown'],
  [{ date: '31/02/2025' }, 'activatedAt', 'bad_date'],
  [{ date: '2027-01-01' }, 'activatedAt', 'future_date'],
  [{ date: '2025-01-01', status: '1' }, 'activatedAt', 'contradicts_status'],
  [{ label: 'x'.repeat(121) }, 'customField1', 'too_long'],
  [{ label: 'Cami\ufffdn' }, 'customField1', 'broken_text'],
])('%j is reported as %s %s', async (changes, field, reason) => {
  const { importId, counts } = await rig.check(fileOf(line(5), line(1, changes)))
  expect(counts).toMatchObject({ lines: 2, created: 1, bad: 1, reasons: [{ field, reason, lines: 1, firstLine: 3 }] })
  expect(await rig.problemsOf(importId)).toEqual([[3, field, expect.any(String), reason]])
})

test('every problem of a line is reported, and the line counted once', async () => {
  const { counts } = await rig.check(fileOf(line(1, { plan: 'x', apn: 'y', imsi: '1' })))
  expect(counts).toMatchObject({ lines: 1, bad: 1, created: 0 })
  expect(counts.reasons.map(({ field }) => field).sort()).toEqual(['apn', 'imsi', 'plan'])
})

test('the same ICC twice: the same line again is nothing new, another one is refused with the line it meets', async () => {
  const { importId, counts } = await rig.check(fileOf(line(1), line(2), line(1), line(2, { label: 'otra' })))
  expect(counts).toMatchObject({ lines: 4, created: 2, unchanged: 1, bad: 1 })
  expect(await rig.problemsOf(importId)).toEqual([[5, 'iccid', iccid(2), 'repeated_in_file', 3]])
})

test('an IMSI or MSISDN that another SIM has, in the file or in the fleet, is refused', async () => {
  const [sim] = rig.fleet.sims
  if (!sim) throw new Error('the fleet has one')
  const { importId } = await rig.check(
    fileOf(line(1), line(2, { imsi: '716060000000001' }), line(3, { msisdn: '51900000001' }), line(4, { msisdn: sim.msisdn })),
  )
  expect(await rig.problemsOf(importId)).toEqual([
    [3, 'imsi', '716060000000001', 'taken', 2],
    [4, 'msisdn', '51900000001', 'taken', 2],
    [5, 'msisdn', sim.msisdn, 'taken'],
  ])
})

describe('a number of a SIM that the same file gives another one', () => {
  const simsOf = (company: number) => rig.fleet.sims.filter(({ companyId }) => companyId === company)
  const unsaid = { imsi: '', msisdn: '', company: '', plan: '', origin: '', type: '', apn: '' }
  const known = (sim: Fleet['sims'][number] | undefined, changes: Parameters<typeof line>[1]): string =>
    line(0, { ...unsaid, icc: sim?.iccid ?? '', ...changes })

  test('is free: two SIMs exchange theirs', async () => {
    const [one, two] = simsOf(COMPANIES.andes)
    const { counts } = await rig.check(fileOf(known(one, { imsi: two?.imsi ?? '' }), known(two, { imsi: one?.imsi ?? '' })))
    expect(counts).toMatchObject({ updated: 2, bad: 0 })
  })

  test('is taken when the line that gives it another one is bad', async () => {
    const [one] = simsOf(COMPANIES.andes)
    const [theirs] = simsOf(COMPANIES.pacifico)
    const { importId } = await rig.check(
      fileOf(known(one, { imsi: theirs?.imsi ?? '' }), known(theirs, { imsi: '716060000000009', company: '3' })),
    )
    expect(await rig.problemsOf(importId)).toEqual([
      [2, 'imsi', theirs?.imsi, 'taken'],
      [3, 'iccid', theirs?.iccid, 'of_other_company'],
    ])
  })

  test('is taken when that line is bad for a number that is taken itself, and so on', async () => {
    const [one, two, three, four] = simsOf(COMPANIES.andes)
    const { importId } = await rig.check(
      fileOf(
        known(one, { imsi: two?.imsi ?? '' }),
        known(two, { imsi: three?.imsi ?? '' }),
        known(three, { imsi: '716060000000009', msisdn: four?.msisdn ?? '' }),
      ),
    )
    expect(await rig.problemsOf(importId)).toEqual([
      [2, 'imsi', two?.imsi, 'taken'],
      [3, 'imsi', three?.imsi, 'taken'],
      [4, 'msisdn', four?.msisdn, 'taken'],
    ])
  })
})

test('an ICC of another company is refused', async () => {
  const theirs = rig.fleet.sims.find(({ companyId }) => companyId === COMPANIES.pacifico)
  const { importId, counts } = await rig.check(fileOf(line(1, { icc: theirs?.iccid ?? '' })))
  expect(counts).toMatchObject({ bad: 1, created: 0 })
  expect(await rig.problemsOf(importId)).toEqual([[2, 'iccid', theirs?.iccid, 'of_other_company']])
})

test('all or nothing writes nothing; skipping writes the good ones', async () => {
  const file = fileOf(line(1), line(2, { plan: 'x' }), line(3))
  const before = await rig.everything()
  const { importId } = await rig.check(file)
  await expect(rig.apply(importId, 'all')).rejects.toBeInstanceOf(ImportRejected)
  expect(await rig.everything()).toEqual(before)
  expect(await rig.apply(importId, 'skipBad')).toMatchObject({ created: 2, bad: 1 })
  expect(await rig.simOf(iccid(2))).toBeUndefined()
  expect(await rig.simOf(iccid(3))).toBeDefined()
  await rig.expectTalliesTrue()
  // the bad lines can still be read, the good ones are gone from the waiting room
  expect(await rig.problemsOf(importId)).toHaveLength(1)
  await expect(rig.apply(importId, 'skipBad')).rejects.toThrow()
})
