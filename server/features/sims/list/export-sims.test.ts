import { parse } from 'csv-parse/sync'
import { afterAll, describe, expect, test } from 'vitest'
import { exportSims } from '#contract/sims/sims.calls.ts'
import { BYTES_PER_MB, consumptionPercent } from '#domain/usage.ts'
import { startPortal } from '#test/portal.ts'

const portal = await startPortal()
afterAll(() => portal.close())

type Body = {
  format: 'csv' | 'xlsx'
  columns: string[]
  icc?: string[]
  except?: string[]
  filter?: object
  sort?: string
  descending?: boolean
}
const exported = async (body: Body, language = 'es'): Promise<string[][]> => {
  const response = await portal.request(exportSims, 'ana', { body }, { headers: { 'accept-language': language } })
  expect(response.statusCode, response.body.slice(0, 200)).toBe(200)
  return parse(response.body, { bom: true, delimiter: language === 'es' ? ';' : ',' })
}

describe('the list as a file', () => {
  test('has the columns shown, in their order, with words for numbers', async () => {
    const [header, ...rows] = await exported({
      format: 'csv',
      columns: ['simAdministrativeStatusId', 'icc', 'planCode', 'percent'],
      sort: 'icc',
    })
    expect(header).toEqual(['Estado', 'ICC', 'Plan', '% del plan'])
    const sims = portal.fleet.sims.filter(({ companyId }) => companyId === 3 || companyId === 4)
    expect(rows.map((row) => row[1])).toEqual(sims.map(({ iccid }) => iccid).sort())
    const sim = sims.find(({ planCode, status }) => planCode === 'IOT250' && status === 11)
    const row = rows.find(([, icc]) => icc === sim?.iccid)
    expect(row).toEqual(['Hibernada', sim?.iccid, 'IoT 250 MB', String(consumptionPercent(sim?.cycleBytes ?? 0, 250))])
  })

  test('says consumption in MB alone, beside the limit of the plan, and says so in the heading [S9.07]', async () => {
    const [header, ...rows] = await exported({
      format: 'csv',
      columns: ['icc', 'consumptionMonthlyData', 'consumptionDailyData', 'planMb'],
    })
    expect(header).toEqual(['ICC', 'Datos del ciclo (MB)', 'Datos de hoy (MB)', 'Límite del plan (MB)'])
    const sim = portal.fleet.sims.find(({ planCode, cycleBytes }) => planCode === 'IOT250' && cycleBytes > 1e6)
    const megabytes = Math.round(((sim?.cycleBytes ?? 0) / BYTES_PER_MB) * 100) / 100
    const row = rows.find(([icc]) => icc === sim?.iccid)
    expect([row?.[1], row?.[3]]).toEqual([String(megabytes), '250'])
  })

  test('speaks English to who reads English', async () => {
    const [header, row] = await exported(
      { format: 'csv', columns: ['simAdministrativeStatusId', 'gprsStatus'], filter: { administrativeStatusIds: [11] } },
      'en',
    )
    expect([header, row]).toEqual([
      ['Status', 'Session'],
      ['Hibernated', 'Not available'],
    ])
  })

  test('holds only what is selected, or all that matches without the exceptions', async () => {
    const [first = '', second = ''] = portal.fleet.sims.map(({ iccid }) => iccid)
    expect(await exported({ format: 'csv', columns: ['icc'], icc: [first, second], sort: 'icc' })).toEqual([
      ['ICC'],
      ...[first, second].sort().map((icc) => [icc]),
    ])
    expect(await exported({ format: 'csv', columns: ['icc'], except: [first] })).toHaveLength(85)
  })

  test('selects nothing of another company', async () => {
    const foreign = portal.fleet.sims.find(({ companyId }) => companyId === 5)?.iccid ?? ''
    expect(await exported({ format: 'csv', columns: ['icc'], icc: [foreign] })).toEqual([['ICC']])
  })

  test('comes as a spreadsheet too', async () => {
    const response = await portal.request(exportSims, 'ana', { body: { format: 'xlsx', columns: ['icc', 'activationDate'] } })
    expect(response.headers['content-disposition']).toMatch(/^attachment; filename="sims-\d{4}-\d\d-\d\d\.xlsx"$/)
    expect(response.rawPayload.subarray(0, 2).toString()).toBe('PK')
  })

  test('refuses a column that there is not', async () => {
    const response = await portal.request(exportSims, 'ana', { body: { format: 'csv', columns: ['password'] } })
    expect([response.statusCode, Object.keys(response.json().fields)]).toEqual([400, ['columns.0']])
  })
})
