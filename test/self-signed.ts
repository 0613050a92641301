import { generateKeyPairSync, sign } from 'node:crypto'

/** A key and a certificate that vouches for itself, both in PEM. */
export interface SelfSigned {
  readonly key: string
  readonly cert: string
}

const DAY_MS = 86_400_000

/** DER (X.690): a tag, how long, and what. */
function der(tag: number, ...content: readonly Buffer[]): Buffer {
  const body = Buffer.concat(content)
  if (body.length < 128) return Buffer.concat([Buffer.of(tag, body.length), body])
  // the shortest form is the only one that is DER, and Go insists on it
  if (body.length < 256) return Buffer.concat([Buffer.of(tag, 0x81, body.length), body])
  return Buffer.concat([Buffer.of(tag, 0x82, body.length >> 8, body.length & 0xff), body])
}
const sequence = (...content: readonly Buffer[]): Buffer => der(0x30, ...content)
const oid = (hex: string): Buffer => der(0x06, Buffer.from(hex, 'hex'))
const time = (at: Date): Buffer => der(0x18, Buffer.from(`${at.toISOString().replace(/\D/g, '').slice(0, 14)}Z`))

/** ecdsa-with-SHA256, commonName and subjectAltName. */
const [SIGNED, NAME, ALSO_NAMED] = [oid('2a8648ce3d040302'), oid('550403'), oid('551d11')]

/** A certificate (RFC 5280) for 127.0.0.1, good for a day. */
export function selfSigned(): SelfSigned {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const name = sequence(der(0x31, sequence(NAME, der(0x0c, Buffer.from('Test centre')))))
  const names = sequence(ALSO_NAMED, der(0x04, sequence(der(0x87, Buffer.of(127, 0, 0, 1)))))
  const now = Date.now()
  const body = sequence(
    der(0xa0, der(0x02, Buffer.of(2))),
    der(0x02, Buffer.of(1)),
    sequence(SIGNED),
    name,
    sequence(time(new Date(now - DAY_MS)), time(new Date(now + DAY_MS))),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, sequence(names)),
  )
  const signature = sign('sha256', body, privateKey)
  const whole = sequence(body, sequence(SIGNED), der(0x03, Buffer.of(0), signature))
  const text = whole.toString('base64').replace(/(.{64})/g, '$1\n')
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${text}\n-----END CERTIFICATE-----\n`,
  }
}
