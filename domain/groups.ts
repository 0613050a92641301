import { isTagName, tagKey } from './tags.ts'

/** Groups that stand one in another, the outermost included. */
export const GROUP_DEPTH_MAX = 3
/** Groups that one company can have: more are no longer chosen from a list. */
export const COMPANY_GROUPS_MAX = 500

/** Plans that a group can give to SIMs of different origins and types when they are activated. */
export const GROUP_PLANS_MAX = 20

/** Tags that a group can give to its SIMs. */
export const GROUP_TAGS_MAX = 20

/** Characters of one group’s own name. */
export const GROUP_NAME_MAX = 40
const SEPARATOR = '/'
/** Characters of a path such as `North/Trucks`. */
export const GROUP_PATH_MAX = GROUP_DEPTH_MAX * (GROUP_NAME_MAX + SEPARATOR.length) - SEPARATOR.length

/** Whether a text can be the own name of a group, as it stands. */
export const isGroupName = (text: string): boolean => isTagName(text) && !text.includes(SEPARATOR)

/** The names of a path, the outermost group’s first: `North / Trucks` as it may be typed gives North and Trucks. */
export const namesOfPath = (path: string): string[] => path.split(SEPARATOR).map((name) => name.trim())

export const pathOf = (names: readonly string[]): string => names.join(SEPARATOR)

/** A typed path as it is stored; undefined when it cannot be one. */
export function groupPath(text: string): string | undefined {
  const names = namesOfPath(text)
  return names.length <= GROUP_DEPTH_MAX && names.every(isGroupName) ? pathOf(names) : undefined
}

/** Begins the key of each group, and of no tag: names contain none. */
const KEY_MARK = '|'

/** By which two paths are the same: capitals make no other group. Those of the groups inside begin with it and a mark. */
export const groupKey = (path: string): string =>
  namesOfPath(path)
    .map((name) => KEY_MARK + tagKey(name))
    .join('')

/** The first key behind those of a group and of all inside: `|north|…` sorts before `|north}`. */
export const keyAfterGroup = (key: string): string => `${key}${String.fromCharCode(KEY_MARK.charCodeAt(0) + 1)}`

/** The paths of a group and of those around it, the outermost first. */
export const pathsTo = (path: string): string[] => namesOfPath(path).map((_, index, names) => pathOf(names.slice(0, index + 1)))

/** The own name of a group, the last of its path. */
export const ownName = (path: string): string => namesOfPath(path).at(-1) ?? ''

/** The path of the group around this one; undefined for an outermost one. */
export const pathAbove = (path: string): string | undefined => pathsTo(path).at(-2)

/** Whether a group is this one or inside of it. */
export const isWithin = (path: string, other: string): boolean => isKeyWithin(groupKey(path), groupKey(other))

/** The same of their keys. */
export const isKeyWithin = (key: string, other: string): boolean => key === other || key.startsWith(other + KEY_MARK)
