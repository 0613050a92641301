import { expect, test } from 'vitest'
import { pictureProblem, readPicture } from './picture-format.ts'

const bytes = (...parts: (string | readonly number[])[]): Uint8Array =>
  Uint8Array.from(parts.flatMap((part) => (typeof part === 'string' ? [...part].map((char) => char.charCodeAt(0)) : part)))

const png = (width: readonly number[], height: readonly number[]): Uint8Array =>
  bytes([0x89], 'PNG\r\n', [0x1a, 0x0a, 0, 0, 0, 13], 'IHDR', width, height, [8, 6, 0, 0, 0])
const webp = (kind: string, body: readonly number[]): Uint8Array =>
  bytes('RIFF', [0, 0, 0, 0], 'WEBP', kind, [0, 0, 0, 0], body)

test.each([
  ['PNG', png([0, 0, 1, 224], [0, 0, 1, 104]), { mediaType: 'image/png', width: 480, height: 360 }],
  [
    'JPEG behind a comment',
    bytes([0xff, 0xd8, 0xff, 0xfe, 0, 4, 1, 2, 0xff, 0xc2, 0, 17, 8, 1, 104, 1, 224, 3, 1, 0x11, 0, 2, 0x11, 1, 3, 0x11, 1]),
    { mediaType: 'image/jpeg', width: 480, height: 360 },
  ],
  [
    'WebP with losses',
    webp('VP8 ', [0, 0, 0, 0x9d, 0x01, 0x2a, 0xe0, 0x01, 0x68, 0x01, 0, 0]),
    { mediaType: 'image/webp', width: 480, height: 360 },
  ],
  [
    'WebP without losses',
    // 14 bits each: 479 and 359 (RFC 9649 section 3.4)
    webp('VP8L', [0x2f, 0xdf, 0xc1, 0x59, 0x00, 0, 0, 0, 0, 0]),
    { mediaType: 'image/webp', width: 480, height: 360 },
  ],
  [
    'WebP with a head of its own',
    webp('VP8X', [0x10, 0, 0, 0, 0xdf, 0x01, 0, 0x67, 0x01, 0]),
    { mediaType: 'image/webp', width: 480, height: 360 },
  ],
])('the size of a %s is read', (_, picture, facts) => {
  expect(readPicture(picture)).toEqual(facts)
})

test.each([
  ['nothing', bytes()],
  ['a page', bytes('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')],
  ['a GIF', bytes('GIF89a', [1, 0, 1, 0])],
  ['a PNG that breaks off', png([0, 0, 1, 224], [0, 0, 1, 104]).slice(0, 20)],
  ['a JPEG without a frame', bytes([0xff, 0xd8, 0xff, 0xd9, 0, 0, 0, 0, 0, 0, 0, 0])],
  ['a sound', bytes('RIFF', [0, 0, 0, 0], 'WAVE', 'fmt ', new Array(20).fill(0))],
])('%s is no picture', (_, content) => {
  expect([readPicture(content), pictureProblem(content)]).toEqual([undefined, 'notAPicture'])
})

test('a picture is refused for its bytes and its sides', () => {
  const large = new Uint8Array(512 * 1024 + 1)
  large.set(png([0, 0, 1, 224], [0, 0, 1, 104]))
  expect(pictureProblem(large)).toBe('tooLarge')
  expect(pictureProblem(png([0, 0, 4, 177], [0, 0, 0, 32]))).toBe('tooWide')
  expect(pictureProblem(png([0, 0, 4, 176], [0, 0, 0, 31]))).toBe('tooSmall')
  expect(pictureProblem(png([0, 0, 4, 176], [0, 0, 0, 32]))).toBeUndefined()
})
