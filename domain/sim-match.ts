import { addressRanges, isInRanges } from './ip-address.ts'

/** The fields that a SIM is found by, in the order of importance. Its IMSI is in no list: a SIM with none of these matched by it. */
export const MATCH_FIELDS = ['icc', 'msisdn', 'imei', 'customField1', 'customField2', 'ip'] as const
export type MatchField = (typeof MATCH_FIELDS)[number]

export type MatchableSim = Readonly<Record<Exclude<MatchField, 'ip'>, string>> & { readonly ip: string | null }

/** Where a searched text is in a field, the best first: people read a card's last digits. */
const PLACES = ['whole', 'end', 'start', 'middle'] as const
type Place = (typeof PLACES)[number]

export interface SimMatch {
  readonly field: MatchField
  readonly place: Place
  /** first character of the field's value */
  readonly from: number
  /** the character after the last */
  readonly to: number
}

/** The typed text as it is compared; identifiers may be typed in groups: '8956 0300 0418'. */
export function needleOf(text: string): string {
  const lower = text.toLowerCase()
  return /^\+?[\d ]+f?$/.test(lower) ? lower.replace(/[+ f]/g, '') : lower
}

function placeIn(value: string, needle: string): Pick<SimMatch, 'place' | 'from'> | undefined {
  const from = value.indexOf(needle)
  if (from < 0) return undefined
  if (value === needle) return { place: 'whole', from }
  if (value.endsWith(needle)) return { place: 'end', from: value.length - needle.length }
  return { place: from === 0 ? 'start' : 'middle', from }
}

/** An address that is meant by a text, which may write it otherwise or be its network's. */
function addressMatch(address: string, needle: string): SimMatch[] {
  if (address === '' || !isInRanges(address, addressRanges(needle))) return []
  const part = placeIn(address, needle) ?? ({ place: 'whole', from: 0 } as const)
  return [{ field: 'ip', ...part, to: part.from + (address.startsWith(needle) ? needle.length : address.length) }]
}

/** The best match of a text, as needleOf returns it, among a SIM's fields; undefined where none has it. */
export function matchOf(sim: MatchableSim, needle: string): SimMatch | undefined {
  if (needle === '') return undefined
  const matches = MATCH_FIELDS.flatMap((field): SimMatch[] => {
    if (field === 'ip') return addressMatch(sim.ip ?? '', needle)
    const found = placeIn(sim[field].toLowerCase(), needle)
    return found ? [{ field, ...found, to: found.from + needle.length }] : []
  })
  return matches.reduce<SimMatch | undefined>((best, one) => (best && rankOf(best) <= rankOf(one) ? best : one), undefined)
}

/** Less is better; a SIM without a match in these fields comes last. */
function rankOf(match: SimMatch | undefined): number {
  if (!match) return PLACES.length * MATCH_FIELDS.length
  return PLACES.indexOf(match.place) * MATCH_FIELDS.length + MATCH_FIELDS.indexOf(match.field)
}

/** SIMs by how well they match a text, those that match alike by their ICC. */
export function byMatch<S extends MatchableSim>(text: string): (a: S, b: S) => number {
  const needle = needleOf(text)
  const ranks = new Map<S, number>()
  const rank = (sim: S): number => {
    const known = ranks.get(sim) ?? rankOf(matchOf(sim, needle))
    ranks.set(sim, known)
    return known
  }
  return (a, b) => rank(a) - rank(b) || (a.icc < b.icc ? -1 : a.icc > b.icc ? 1 : 0)
}
