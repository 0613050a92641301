import { buffer } from 'node:stream/consumers'
import { afterAll, expect, test } from 'vitest'
import { ZipFile } from 'yazl'
import type { Call } from '#contract/call.ts'
import { CONTRACT } from '#contract/contract.ts'
import { uploadOperationFile } from '#contract/operations/mass-actions.calls.ts'
import { uploadPicture } from '#contract/store/hardware.calls.ts'
import { startPortal } from './portal.ts'
import { createRequest, createStoreFixtures } from './store-fixtures.ts'

const portal = await startPortal()
await createStoreFixtures(portal.db, portal.clock.now)
await createRequest(portal.db, portal.clock.now, { requestId: 4701, state: 'preparing', sims: 2 })
const bomb = await zipBomb()
afterAll(() => portal.close())

/** A workbook of 80 KiB whose sheet is 80 MiB. */
async function zipBomb(): Promise<Buffer> {
  const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
  const relations = (kind: string, target: string) =>
    `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="a" Type="${office}/${kind}" Target="${target}"/></Relationships>`
  const zip = new ZipFile()
  const add = (path: string, text: string) => zip.addBuffer(Buffer.from(text), path)
  add('_rels/.rels', relations('officeDocument', '/xl/workbook.xml'))
  add('xl/workbook.xml', `<workbook xmlns:r="${office}"><sheets><sheet name="A" sheetId="1" r:id="a"/></sheets></workbook>`)
  add('xl/_rels/workbook.xml.rels', relations('worksheet', 'worksheets/sheet1.xml'))
  add('xl/worksheets/sheet1.xml', `<worksheet><sheetData>${' '.repeat(80 << 20)}</sheetData></worksheet>`)
  zip.end()
  return buffer(zip.outputStream)
}

const SVG = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="64" height="64"><script>alert(1)</script></svg>')
const UPLOADS = CONTRACT.filter((call) => call.upload).map((call) => [`${call.method} ${call.path}`, call] as const)
const PARAMS: Record<string, object> = {
  'POST /requests/{id}/assignFile': { params: { id: '4701' }, query: { lineNo: '1', apnId: '1' } },
  'POST /hardware/pictures': {},
}

const handIn = (call: Call, body: Buffer, type = call.upload?.[0] ?? '') => {
  const args = PARAMS[`${call.method} ${call.path}`] ?? { query: { fileName: 'a.xlsx' } }
  return portal.request(call, 'admin', { ...args, body }, { headers: { 'content-type': type } })
}

test.each(UPLOADS)('%s takes a zip bomb, a script and noise for what they are', async (_, call) => {
  for (const body of [bomb, SVG, Buffer.from([0, 1, 2, 255, 254]), Buffer.alloc(0)]) {
    const response = await handIn(call, body)
    expect(response.statusCode, response.body.slice(0, 300)).toBeLessThan(500)
    if (response.statusCode !== 200) expect(response.json().error).toMatch(/\S+ \S+/)
  }
})

test.each(UPLOADS)('%s refuses what is sent as a page, or as JSON', async (_, call) => {
  const answers = [await handIn(call, SVG, 'text/html')]
  for (const json of ['7', 'true', '{"icc":"1"}', 'null'])
    answers.push(await handIn(call, Buffer.from(json), 'application/json'))
  for (const answer of answers) expect([answer.statusCode, answer.json().code]).toEqual([415, 'unsupported_media_type'])
})

test('a zip bomb is refused before it is inflated', async () => {
  const before = process.memoryUsage().rss
  const response = await handIn(uploadOperationFile, bomb)
  expect([response.statusCode, response.json().code]).toEqual([400, 'invalid_request'])
  expect(bomb.length).toBeLessThan(200_000)
  expect(process.memoryUsage().rss - before).toBeLessThan(60 << 20)
})

test('files of a company at once are each answered for itself', async () => {
  const files = ['ICC\n89560300041827741933\n', '\0', 'ICC\n1\n2\n'].map((text) =>
    handIn(uploadOperationFile, Buffer.from(text)),
  )
  const answers = await Promise.all(files)
  expect(answers.map((answer) => answer.json().data?.lines)).toEqual([1, undefined, 2])
})

test('a picture with a script is none, whatever it is said to be', async () => {
  for (const type of ['image/png', 'image/jpeg', 'image/webp']) {
    const response = await handIn(uploadPicture, SVG, type)
    expect(response.json()).toMatchObject({
      status: false,
      code: 'invalid_request',
      fields: { picture: expect.stringMatching(/PNG/) },
    })
  }
})
