import { randomBytes } from 'node:crypto'
import { crc32 } from 'node:zlib'

const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

function base62(value: bigint, length: number): string {
  let rest = value
  let text = ''
  for (let place = 0; place < length; place++) {
    text = `${DIGITS[Number(rest % 62n)]}${text}`
    rest /= 62n
  }
  return text
}

/** A key as the portal makes them: 256 random bits in base 62, and their CRC-32, so that scanners for secrets recognise it. */
export function newKey(): string {
  const secret = base62(BigInt(`0x${randomBytes(32).toString('hex')}`), 43)
  return `enl_${secret}${base62(BigInt(crc32(secret)), 6)}`
}
