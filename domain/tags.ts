/** Tags that one SIM can have. */
export const SIM_TAGS_MAX = 50
/** Tags that one company can have: more are no longer chosen from a list. */
export const COMPANY_TAGS_MAX = 500
/** Characters of a tag’s name. */
export const TAG_NAME_MAX = 40

export const TAG_COLOURS = ['grey', 'red', 'orange', 'yellow', 'green', 'teal', 'blue', 'violet'] as const
export type TagColour = (typeof TAG_COLOURS)[number]

/** Names are separated by these in a file’s cell and in a list’s, so that none contains them. */
const SEPARATORS = /[,;|]/
const NOT_IN_NAMES = /[\u0001-\u001f\u007f,;|]/

/** Whether a text can be a tag’s name, as it stands. */
export const isTagName = (text: string): boolean =>
  text.length > 0 && text.length <= TAG_NAME_MAX && text === text.trim() && !NOT_IN_NAMES.test(text)

/** By which two names are the same: capitals make no other tag. */
export const tagKey = (name: string): string => name.normalize('NFC').toLowerCase()

/** The names in a cell such as `north; warranty`, each once, empty ones left out. */
export function tagNamesIn(cell: string): string[] {
  const names = cell.split(SEPARATORS).map((name) => name.trim())
  return distinctTags(names.filter((name) => name !== ''))
}

/** Each name once, the first way in which it is written. */
export function distinctTags(names: readonly string[]): string[] {
  const byKey = new Map<string, string>()
  for (const name of names) if (!byKey.has(tagKey(name))) byKey.set(tagKey(name), name)
  return [...byKey.values()]
}

/** The colour of a new tag: one that fewest of its company’s tags have, so that neighbours differ. Grey is left to people. */
export function newTagColour(taken: readonly TagColour[]): TagColour {
  const offered = TAG_COLOURS.filter((colour) => colour !== 'grey')
  const count = (colour: TagColour) => taken.filter((one) => one === colour).length
  return offered.reduce((best, colour) => (count(colour) < count(best) ? colour : best))
}

const collator = new Intl.Collator('es', { numeric: true, sensitivity: 'base' })

/** The order in which people read names: accents and capitals aside, and 2 before 10. */
export const compareTagNames = (a: string, b: string): number => collator.compare(a, b)
