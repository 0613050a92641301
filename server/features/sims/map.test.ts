import { statSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { getClientConfig } from '#contract/identity/identity.calls.ts'
import { getMapFile } from '#contract/sims/map.calls.ts'
import { loadConfig } from '#server/config.ts'
import { openMapFiles } from '#server/maps/map-files.ts'
import { readMapTiles } from '#server/maps/map-tiles.ts'
import { API_KEY, startPortal } from '#test/portal.ts'

/** Starts like every archive; the rest is irrelevant here. */
const BYTES = Buffer.concat([Buffer.from('PMTiles\x03'), Buffer.from(Array.from({ length: 992 }, (_, n) => n % 251))])

const folder = await mkdtemp(join(tmpdir(), 'enlace map-'))
const path = join(folder, 'región sur.pmtiles')
await writeFile(path, BYTES)
const portal = await startPortal({ env: { MAP_TILES_URL: `${path}#©+Mapas+del+Sur` } })
afterAll(async () => {
  await portal.close()
  await rm(folder, { recursive: true })
})

const ask = (file: string, headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') =>
  portal.request(getMapFile, 'ana', { params: { file } }, { headers: { ...API_KEY, ...headers }, method })

describe('an archive on disk', () => {
  test('comes whole', async () => {
    const answer = await ask('own')
    expect(answer.statusCode).toBe(200)
    expect(answer.rawPayload.equals(BYTES)).toBe(true)
    expect(answer.headers).toMatchObject({
      'content-type': 'application/vnd.pmtiles',
      'accept-ranges': 'bytes',
      'content-length': '1000',
      'cache-control': 'private, max-age=86400',
    })
  })

  test.each([
    ['bytes=0-99', 0, 99],
    ['bytes=127-127', 127, 127],
    ['bytes=900-', 900, 999],
    ['bytes=-10', 990, 999],
    ['bytes=990-5000', 990, 999],
  ])('comes in ranges: %s', async (range, from, to) => {
    const answer = await ask('own', { range })
    expect(answer.statusCode).toBe(206)
    expect(answer.headers['content-range']).toBe(`bytes ${from}-${to}/1000`)
    expect(answer.rawPayload.equals(BYTES.subarray(from, to + 1))).toBe(true)
  })

  test('has nothing beyond its end', async () => {
    const answer = await ask('own', { range: 'bytes=1000-1100' })
    expect(answer.statusCode).toBe(416)
    expect(answer.headers['content-range']).toBe('bytes */1000')
  })

  test('is not sent again to who has it', async () => {
    const { etag } = (await ask('own')).headers
    expect(etag).toMatch(/^(W\/)?".+"$/)
    const again = await ask('own', { 'if-none-match': String(etag) })
    expect([again.statusCode, again.rawPayload.length]).toEqual([304, 0])
    expect((await ask('own', { 'if-none-match': '"another"' })).statusCode).toBe(200)
  })

  test('says how large it is to who asks for that alone', async () => {
    const answer = await ask('own', {}, 'HEAD')
    expect([answer.statusCode, answer.headers['content-length'], answer.rawPayload.length]).toEqual([200, '1000', 0])
  })

  test('requires a login', async () => {
    for (const file of ['own', 'world']) {
      expect((await portal.request(getMapFile, undefined, { params: { file } })).statusCode).toBe(401)
    }
  })

  test('the page gets its address, which changes with the file', async () => {
    const { map } = await portal.data(getClientConfig, 'ana')
    expect(map).toMatchObject({ archiveAttribution: '© Mapas del Sur', tilesUrl: null })
    expect(map.archiveUrl).toMatch(/^\/api\/map\/own\?v=[\w-]+$/)
    await writeFile(path, Buffer.concat([BYTES, BYTES]))
    expect(openMapFiles({ MAP_TILES_URL: path }).settings.archiveUrl).not.toBe(map.archiveUrl)
    await writeFile(path, BYTES)
  })
})

test('the world comes with the portal, and no other file by any name', async () => {
  const answer = await ask('world', { range: 'bytes=0-6' })
  expect([answer.statusCode, answer.payload]).toEqual([206, 'PMTiles'])
  for (const file of ['..%2Fpackage.json', '%2Fetc%2Fpasswd', 'World', 'own.pmtiles']) {
    const url = `/api/map/${file}`
    const { statusCode } = await portal.request(getMapFile, 'ana', { params: { file: 'world' } }, { headers: API_KEY, url })
    expect(statusCode).toBe(400)
  }
})

test('without an archive there is none', async () => {
  const plain = await startPortal()
  try {
    expect((await plain.request(getMapFile, 'ana', { params: { file: 'own' } })).statusCode).toBe(404)
  } finally {
    await plain.close()
  }
})

test('a file that is not there, or no archive, stops the start', async () => {
  const other = join(tmpdir(), 'none.pmtiles')
  expect(() => openMapFiles({ MAP_TILES_URL: other })).toThrow(`MAP_TILES_URL names ${other}, which cannot be read.`)
  const wrong = join(await mkdtemp(join(tmpdir(), 'enlace-map-')), 'wrong.pmtiles')
  await writeFile(wrong, 'a picture')
  expect(() => openMapFiles({ MAP_TILES_URL: wrong })).toThrow('which is no PMTiles archive of version 3')
  expect(statSync(path).isFile()).toBe(true)
})

test.each([
  ['/srv/maps/andes.pmtiles', { kind: 'file', path: '/srv/maps/andes.pmtiles', attribution: '© OpenStreetMap contributors' }],
  ['./andes.pmtiles#©+Andes', { kind: 'file', path: './andes.pmtiles', attribution: '© Andes' }],
  ['file:///srv/a%20b.pmtiles', { kind: 'file', path: '/srv/a b.pmtiles', attribution: '© OpenStreetMap contributors' }],
  ['/tiles/{z}/{x}/{y}.png', { kind: 'server', template: '/tiles/{z}/{x}/{y}.png' }],
  ['https://t.example/{z}/{x}/{y}.png#©+T', { kind: 'server', template: 'https://t.example/{z}/{x}/{y}.png#©+T' }],
])('MAP_TILES_URL=%s', (configured, tiles) => {
  expect(readMapTiles(loadConfig({ MAP_TILES_URL: configured }).MAP_TILES_URL ?? '')).toEqual(tiles)
})
