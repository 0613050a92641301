const ESCAPE = 0x1b
/** The GSM 7-bit default alphabet in the order of its codes (3GPP TS 23.038 section 6.2.1); its 27th place is the escape. */
const BASIC =
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞ\x1bÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà'
/** Its extension table (section 6.2.1.1): an escape, and one of these. */
const EXTENDED: readonly (readonly [number, string])[] = [
  [0x0a, '\f'],
  [0x14, '^'],
  [0x28, '{'],
  [0x29, '}'],
  [0x2f, '\\'],
  [0x3c, '['],
  [0x3d, '~'],
  [0x3e, ']'],
  [0x40, '|'],
  [0x65, '€'],
]

const CODES: ReadonlyMap<string, readonly number[]> = new Map<string, readonly number[]>([
  ...[...BASIC].flatMap((char, code): [string, number[]][] => (code === ESCAPE ? [] : [[char, [code]]])),
  ...EXTENDED.map(([code, char]): [string, number[]] => [char, [ESCAPE, code]]),
])
const EXTENDED_BY_CODE: ReadonlyMap<number, string> = new Map(EXTENDED)

/** Septets that a character takes: 1, or 2 for one of the extension table; undefined when it is not in the alphabet. */
export const gsmSize = (char: string): number | undefined => CODES.get(char)?.length

/**
 * Encodes a text in septets, one in each octet, as SMPP carries data coding 0.
 * @returns undefined when a character is not in the alphabet
 */
export function gsmSeptets(text: string): Uint8Array | undefined {
  const septets: number[] = []
  for (const char of text) {
    const codes = CODES.get(char)
    if (!codes) return undefined
    septets.push(...codes)
  }
  return Uint8Array.from(septets)
}

/**
 * Decodes septets, one in each octet. Codes outside the tables decode as the standard says: an unknown extension as the
 * character of the default table (section 6.2.1.1, note 1), a trailing escape as a blank.
 */
export function gsmText(septets: Uint8Array): string {
  let text = ''
  for (let index = 0; index < septets.length; index++) {
    const code = (septets[index] ?? 0) & 0x7f
    if (code !== ESCAPE) {
      text += BASIC[code] ?? ' '
      continue
    }
    const next = septets[++index]
    text += next === undefined || next === ESCAPE ? ' ' : (EXTENDED_BY_CODE.get(next) ?? BASIC[next & 0x7f] ?? ' ')
  }
  return text
}
