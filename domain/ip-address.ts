/** IP addresses from the first to the last one, both included. */
export interface AddressRange {
  readonly from: string
  readonly to: string
}

interface Family {
  /** of an address */
  readonly groups: number
  /** of a group */
  readonly bits: number
  /** of a group, as written */
  readonly digits: number
  readonly radix: number
  readonly separator: string
  /** Fewer whole groups than so many are every address of a network. */
  readonly fewest: number
}

/** RFC 791 section 2.3 and RFC 4291 section 2.2. */
const V4: Family = { groups: 4, bits: 8, digits: 3, radix: 10, separator: '.', fewest: 2 }
const V6: Family = { groups: 8, bits: 16, digits: 4, radix: 16, separator: ':', fewest: 2 }

/** A group as a number; undefined where it is none, is too large, or has leading zeros, which IPv4 does not have. */
function groupOf(text: string, { radix, bits, digits }: Family): number | undefined {
  const isWritten = radix === 10 ? /^(0|[1-9]\d{0,2})$/.test(text) : /^[0-9a-f]{1,4}$/.test(text)
  const value = Number.parseInt(text, radix)
  return isWritten && text.length <= digits && value < 2 ** bits ? value : undefined
}

/** The groups of a text, all but the last of which are whole; undefined where one is none. */
function groupsOf(texts: readonly string[], family: Family): number[] | undefined {
  const groups = texts.flatMap((text) => groupOf(text, family) ?? [])
  return groups.length === texts.length ? groups : undefined
}

const written = (groups: readonly number[], { radix, separator }: Family): string =>
  groups.map((group) => group.toString(radix)).join(separator)

/** All addresses that begin with some groups, the last of which lies between two. */
function beginningWith(groups: readonly number[], [first, last]: readonly [number, number], family: Family): AddressRange {
  const open = family.groups - groups.length - 1
  const ends = (end: number, rest: number) => written([...groups, end, ...new Array<number>(open).fill(rest)], family)
  return { from: ends(first, 0), to: ends(last, 2 ** family.bits - 1) }
}

/** The groups that begin with some digits: of 4 the group 4, those from 40 to 49 and those from 400 on, as far as they exist. */
function groupsThatBegin(value: number, family: Family): [number, number][] {
  const ranges: [number, number][] = [[value, value]]
  if (value === 0) return ranges
  for (let [first, last] = [value, value]; ; ) {
    first *= family.radix
    last = last * family.radix + family.radix - 1
    if (first >= 2 ** family.bits) return ranges
    ranges.push([first, Math.min(last, 2 ** family.bits - 1)])
  }
}

function rangesOf(texts: readonly string[], family: Family): AddressRange[] {
  const isOpen = texts.at(-1) === ''
  const groups = groupsOf(isOpen ? texts.slice(0, -1) : texts, family)
  const last = groups?.at(-1)
  if (!groups || last === undefined || groups.length < family.fewest || groups.length > family.groups) return []
  if (groups.length === family.groups) return isOpen ? [] : [beginningWith(groups.slice(0, -1), [last, last], family)]
  const before = groups.slice(0, -1)
  return (isOpen ? [[last, last] as const] : groupsThatBegin(last, family)).map((ends) => beginningWith(before, ends, family))
}

/** IPv6 with '::' for groups of zeros; at the end of a text that is the beginning of addresses, like ':'. */
function shortened(head: string, tail: string): AddressRange[] {
  const parts = (text: string) => (text === '' ? [] : text.split(':'))
  const [before, after] = [parts(head), parts(tail)]
  const zeros = V6.groups - before.length - after.length
  if (zeros < 1) return []
  return tail === ''
    ? rangesOf([...before, ''], V6)
    : rangesOf([...before, ...new Array<string>(zeros).fill('0'), ...after], V6)
}

/**
 * The IP addresses that a typed text means: a whole one, in any spelling, or all that begin with at least two groups of it ('10.41.',
 * '10.41.1', '2001:db8:'). Empty for any other text.
 */
export function addressRanges(text: string): readonly AddressRange[] {
  if (/^[\d.]+$/.test(text)) return rangesOf(text.split('.'), V4)
  if (!/^[\da-f:]+$/i.test(text)) return []
  const [head = '', tail, ...more] = text.toLowerCase().split('::')
  if (more.length > 0) return []
  return tail === undefined ? rangesOf(head.split(':'), V6) : shortened(head, tail)
}

/** A whole address as a number that orders those of its family. */
function orderOf(address: string): { family: Family; value: bigint } | undefined {
  const family = address.includes(':') ? V6 : V4
  // alone, an end of '::' is the beginning of addresses
  const [one, ...others] = addressRanges(address.endsWith('::') ? `${address}0` : address)
  if (!one || others.length > 0 || one.from !== one.to) return undefined
  const value = one.from
    .split(family.separator)
    .reduce((sum, group) => sum * 2n ** BigInt(family.bits) + BigInt(Number.parseInt(group, family.radix)), 0n)
  return { family, value }
}

/** An address without the zone of a link, and IPv4 as such where IPv6 has it in its own spelling (RFC 4291, section 2.5.5.2). */
export const plainAddress = (address: string): string => address.replace(/^::ffff:(?=\d+\.)/i, '').replace(/%.*/, '')

/** The last four groups of a family in a number. */
const fourGroups = (value: bigint, family: Family): string =>
  written(
    [3, 2, 1, 0].map((place) => Number(BigInt.asUintN(family.bits, value >> BigInt(place * family.bits)))),
    family,
  )

/**
 * What limits count as one caller: an IPv4 address, or the first 64 bits of an IPv6 one, as a network has at least all of the others
 * (RFC 4291, section 2.5.4). Any other text is itself.
 */
export function addressBlock(address: string): string {
  const plain = plainAddress(address)
  const whole = orderOf(plain)
  if (whole?.family !== V6) return plain
  const isMapped = whole.value >> 32n === 0xffffn
  return isMapped ? fourGroups(whole.value, V4) : `${fourGroups(whole.value >> 64n, V6)}::/64`
}

/** Whether an address is one of some. */
export function isInRanges(address: string, ranges: readonly AddressRange[]): boolean {
  const one = orderOf(address)
  return ranges.some(({ from, to }) => {
    const [first, last] = [orderOf(from), orderOf(to)]
    return one && first?.family === one.family && last && first.value <= one.value && one.value <= last.value
  })
}

/** Whether an address is one of a network such as '10.20.0.0/24'. */
export function isInNetwork(address: string, network: string): boolean {
  const [base = '', length] = network.split('/')
  const [one, first] = [orderOf(address), orderOf(base)]
  if (!one || first?.family !== one.family) return false
  const bits = one.family.groups * one.family.bits
  const open = BigInt(bits - Number(length ?? bits))
  return one.value >> open === first.value >> open
}
