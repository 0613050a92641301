export const PICTURE_TYPES = ['image/png', 'image/jpeg', 'image/webp'] as const
export type PictureType = (typeof PICTURE_TYPES)[number]

/**
 * Maximum size of a store picture, bytes, and the range of its sides, pixels; the page shrinks pictures before it
 * uploads them.
 */
export const PICTURE_MAX_BYTES = 512 * 1024
export const PICTURE_SIDE_MIN = 32
export const PICTURE_SIDE_MAX = 1_200

export interface PictureFacts {
  readonly mediaType: PictureType
  readonly width: number
  readonly height: number
}

const startsWith = (bytes: Uint8Array, signature: readonly number[], at = 0): boolean =>
  signature.every((byte, index) => bytes[at + index] === byte)

const PNG = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]
const ascii = (text: string): number[] => [...text].map((char) => char.charCodeAt(0))

/**
 * Detects a picture's type and size from its content, ignoring name and sender: PNG (ISO/IEC 15948 section 11.2.2),
 * JPEG (ITU-T T.81 annex B.2.2), WebP (RFC 9649 sections 2.4 to 2.7). Sides in pixels. Undefined when it is none of
 * them or truncated.
 */
export function readPicture(bytes: Uint8Array): PictureFacts | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (startsWith(bytes, PNG)) return pngFacts(bytes, view)
  if (startsWith(bytes, [0xff, 0xd8, 0xff])) return jpegFacts(view)
  const isWebp = startsWith(bytes, ascii('RIFF')) && startsWith(bytes, ascii('WEBP'), 8)
  return isWebp && bytes.length >= 30 ? webpFacts(bytes, view) : undefined
}

function pngFacts(bytes: Uint8Array, view: DataView): PictureFacts | undefined {
  if (bytes.length < 24 || !startsWith(bytes, ascii('IHDR'), 12)) return undefined
  return { mediaType: 'image/png', width: view.getUint32(16), height: view.getUint32(20) }
}

/** Markers without a length field: restarts, start of image and TEM (T.81 table B.1). */
const isBare = (marker: number): boolean => (marker >= 0xd0 && marker <= 0xd8) || marker === 0x01
/** The frame headers: SOF0 to SOF15 except DHT, JPG and DAC, which lie in the same range. */
const isFrame = (marker: number): boolean => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)

function jpegFacts(view: DataView): PictureFacts | undefined {
  for (let at = 2; at + 9 < view.byteLength; ) {
    if (view.getUint8(at) !== 0xff) return undefined
    const marker = view.getUint8(at + 1)
    if (marker === 0xff) at += 1
    else if (isBare(marker)) at += 2
    else if (isFrame(marker)) return { mediaType: 'image/jpeg', width: view.getUint16(at + 7), height: view.getUint16(at + 5) }
    else at += 2 + view.getUint16(at + 2)
  }
  return undefined
}

function webpFacts(bytes: Uint8Array, view: DataView): PictureFacts | undefined {
  const mediaType = 'image/webp'
  if (startsWith(bytes, ascii('VP8X'), 12)) {
    const side = (at: number): number => 1 + view.getUint16(at, true) + (view.getUint8(at + 2) << 16)
    return { mediaType, width: side(24), height: side(27) }
  }
  if (startsWith(bytes, ascii('VP8L'), 12) && bytes[20] === 0x2f) {
    const bits = view.getUint32(21, true)
    return { mediaType, width: 1 + (bits & 0x3fff), height: 1 + ((bits >> 14) & 0x3fff) }
  }
  if (!startsWith(bytes, ascii('VP8 '), 12) || !startsWith(bytes, [0x9d, 0x01, 0x2a], 23)) return undefined
  return { mediaType, width: view.getUint16(26, true) & 0x3fff, height: view.getUint16(28, true) & 0x3fff }
}

/** Why a picture is rejected. */
export type PictureProblem = 'notAPicture' | 'tooLarge' | 'tooWide' | 'tooSmall'

/** Validates a picture for the store; undefined when it is valid. */
export function pictureProblem(bytes: Uint8Array): PictureProblem | undefined {
  const facts = readPicture(bytes)
  if (!facts) return 'notAPicture'
  if (bytes.length > PICTURE_MAX_BYTES) return 'tooLarge'
  if (Math.max(facts.width, facts.height) > PICTURE_SIDE_MAX) return 'tooWide'
  return Math.min(facts.width, facts.height) < PICTURE_SIDE_MIN ? 'tooSmall' : undefined
}
