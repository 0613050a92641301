import { afterAll, describe, expect, test } from 'vitest'
import { envelopeSchema } from '#contract/envelope.ts'
import { getAddress, getSession, logIn } from '#contract/identity/identity.calls.ts'
import { decodeList, decodeTsv } from '#contract/list-codec.ts'
import { getSim, globalSearch, listSims, simList } from '#contract/sims/sims.calls.ts'
import { saveView } from '#contract/sims/views.calls.ts'
import { PASSWORD } from '#test/fleet.ts'
import { API_KEY, startPortal } from '#test/portal.ts'
import { setSims } from '#test/set-sims.ts'

const portal = await startPortal()
afterAll(() => portal.close())

const JSON_TYPE = { 'content-type': 'application/json' }

describe('the envelope', () => {
  test('calls live below /api and answer status, data, message and error [S7.01, S7.03]', async () => {
    const response = await portal.request(getSession, 'ana')
    expect(response.raw.req.url).toBe('/api/users/session/')
    const envelope = envelopeSchema.parse(response.json())
    expect(envelope).toMatchObject({ status: true, message: '', error: null, data: { userEmail: 'ana@andes.test' } })
  })

  test('a failure says so, in the language asked for, with a code and the request id', async () => {
    const spanish = await portal.request(getSim, 'ana', { params: { icc: '8956030999999999999' } })
    const english = await portal.request(
      getSim,
      'ana',
      { params: { icc: '8956030999999999999' } },
      { headers: { 'accept-language': 'en-GB,es;q=0.5' } },
    )
    expect(spanish.statusCode).toBe(404)
    expect(spanish.json()).toMatchObject({
      status: false,
      data: null,
      error: 'No existe la SIM 8956030999999999999',
      code: 'not_found',
    })
    expect(english.json().error).toBe('SIM 8956030999999999999 not found')
    expect(english.json().requestId).toBe(english.headers['x-request-id'])
  })

  test('a call that does not exist answers like any other failure', async () => {
    const response = await portal.app.inject({ url: '/api/nothing', headers: API_KEY })
    expect([response.statusCode, response.json().code]).toEqual([404, 'not_found'])
  })
})

test('a fault of ours says so without details, with the sentence of last resort and the request id to ask about [S8.12]', async () => {
  const broken = await startPortal()
  await broken.request(getSession, 'ana')
  await broken.db.schema.alterTable('countries').renameTo('countries_gone').execute()
  const response = await broken.request(getAddress, 'ana')
  await broken.close()
  expect(response.statusCode).toBe(500)
  expect(response.json()).toEqual({
    status: false,
    data: null,
    message: '',
    error: 'Ha ocurrido un error, ver la consola para mas detalles.',
    code: 'internal',
    requestId: response.headers['x-request-id'],
  })
})

describe('bad input is refused with the field and a sentence, never with a 500', () => {
  const post = (payload: string, headers: Record<string, string> = JSON_TYPE) =>
    portal.request(listSims, 'ana', {}, { payload, headers: { ...JSON_TYPE, ...headers } })
  const deep = `${'{"filter":'.repeat(5000)}{}${'}'.repeat(5000)}`

  test.each([
    ['an unknown key', '{"colour":"red"}', 'colour'],
    ['an unknown key inside', '{"filter":{"colour":"red"}}', 'filter.colour'],
    ['a wrong type', '{"limit":"ten"}', 'limit'],
    ['a number out of range', '{"limit":0}', 'limit'],
    ['a fraction for a whole number', '{"limit":1.5}', 'limit'],
    ['a huge number', '{"filter":{"providerIds":[1e300]}}', 'filter.providerIds.0'],
    ['a number that no smallint holds', '{"filter":{"providerIds":[70000]}}', 'filter.providerIds.0'],
    ['an unknown order', '{"sort":"colour"}', 'sort'],
    ['an ICC with letters', '{"filter":{"icc":"89560300041827749x3"}}', 'filter.icc'],
    ['two characters to search for', '{"filter":{"search":"ab"}}', 'filter.search'],
    ['a zero byte', '{"filter":{"search":"ab\\u0000cd"}}', 'filter.search'],
    ['a cursor of nobody', '{"limit":10,"cursor":"!!!"}', 'cursor'],
    ['a cursor of another order', `{"limit":10,"cursor":"${Buffer.from('["1","2"]').toString('base64url')}"}`, 'cursor'],
    [
      'a cursor with a word for a number',
      `{"limit":10,"sort":"consumptionMonthlyData","cursor":"${Buffer.from('["x","2"]').toString('base64url')}"}`,
      'cursor',
    ],
    ['an array', '[]', 'body'],
    ['null', 'null', 'body'],
    ['broken JSON', '{"limit":', 'body'],
    ['nothing at all', '', 'body'],
    ['a poisoned prototype', '{"__proto__":{"limit":1}}', 'body'],
    ['a body without end', `{"cursor":"${'x'.repeat(70_000)}"}`, 'body'],
    ['a tower of objects', deep, 'filter.filter'],
  ])('%s', async (_, payload, field) => {
    const response = await post(payload)
    expect(response.statusCode, response.body).toBe(400)
    const { status, error, fields } = response.json()
    expect(status).toBe(false)
    expect(Object.keys(fields)).toContain(field)
    expect(error).toMatch(/\S+ \S+/)
  })

  test('tab-separated text where JSON is expected', async () => {
    const response = await post('icc\tmsisdn\n', { 'content-type': 'text/tab-separated-values' })
    expect([response.statusCode, response.json().code]).toEqual([415, 'unsupported_media_type'])
  })

  test.each(['/api/sim/895603x', '/api/sim/%00', '/api/sim/%zz', '/api/sim/8956%2F', `/api/sim/${'9'.repeat(3000)}`])(
    'the address %.40s',
    async (url) => {
      const cookie = (await portal.request(logIn, undefined, { body: { email: 'ana@andes.test', password: PASSWORD } }))
        .cookies[0]
      const response = await portal.app.inject({ url, headers: { ...API_KEY, cookie: `${cookie?.name}=${cookie?.value}` } })
      expect([400, 404, 414]).toContain(response.statusCode)
      expect(response.json().status).toBe(false)
    },
  )

  test('an ICC with letters in the address names the field', async () => {
    const response = await portal.request(getSim, 'ana', { params: { icc: '89560300041827749x3' } })
    expect(response.statusCode).toBe(400)
    expect(response.json().fields).toEqual({ icc: 'El ICC debe tener de 18 a 20 dígitos' })
  })

  test('a missing field says that it is required [S8.04]', async () => {
    const response = await portal.request(saveView, 'ana', { body: { query: '' } })
    expect(response.statusCode).toBe(400)
    expect(response.json().fields).toEqual({ name: 'Este campo es requerido' })
  })
})

describe('lists', () => {
  const rows = (tsv: string) => decodeList(simList, decodeTsv(tsv))

  test('a SIM list answers tab-separated text with a header row when nothing is asked for [S7.42]', async () => {
    const response = await portal.request(globalSearch, 'ana', { params: { text: 'camión 3001' } })
    expect(response.headers['content-type']).toBe('text/tab-separated-values; charset=utf-8')
    expect(response.body.split('\n')[0]?.split('\t')).toEqual(simList.names)
  })

  test('the same rows as a list of arrays when JSON is asked for [S7.42]', async () => {
    const tsv = await portal.request(listSims, 'ana', { body: { limit: 20 } })
    const json = await portal.request(listSims, 'ana', { body: { limit: 20 } }, { headers: { accept: 'application/json' } })
    const [header, ...data] = json.json().data
    expect(header).toEqual(simList.names)
    expect(data).toHaveLength(20)
    expect(decodeList(simList, json.json().data)).toEqual(rows(tsv.body))
  })

  test('without a limit the whole list comes, in either form', async () => {
    const tsv = await portal.request(listSims, 'ana', { body: {} })
    const json = await portal.request(listSims, 'ana', { body: {} }, { headers: { accept: 'application/json' } })
    expect(rows(tsv.body)).toHaveLength(85)
    expect(decodeList(simList, json.json().data)).toEqual(rows(tsv.body))
  })

  test('tabs and line ends inside a value survive the round trip', async () => {
    const label = 'uno\tdos\ntres\\cuatro\r\\N'
    const sim = portal.fleet.sims.find(({ companyId }) => companyId === 5)
    await setSims(portal.db, sim?.iccid ?? '', { custom_field_1: label })
    for (const body of [{ limit: 100 }, {}]) {
      const response = await portal.request(listSims, 'flota', { body })
      expect(rows(response.body).find(({ icc }) => icc === sim?.iccid)?.customField1).toBe(label)
    }
  })
})

test('countries come in the language of the reader, in its order [S7.15, S3.03]', async () => {
  expect(await portal.data(getAddress, 'ana')).toEqual([
    { countryId: 2, countryName: 'Alemania' },
    { countryId: 1, countryName: 'Chile' },
  ])
})

test('/healthz and /readyz answer without a key', async () => {
  expect((await portal.app.inject('/healthz')).statusCode).toBe(200)
  expect((await portal.app.inject('/readyz')).json()).toMatchObject({ status: 'ready', schemaVersion: expect.anything() })
})
