import { compareTagNames, type TagColour, tagKey } from '#domain/tags.ts'
import type { Tag } from './tags.api.ts'

/** The colour of a tag by its name; companies can have tags of one name in different colours. */
export type FindColour = (name: string, companyId?: number) => TagColour

/** Colours by name. One that is not known yet is grey: its colour comes when it is made. */
export function colourFinder(tags: readonly Tag[]): FindColour {
  const ofCompany = new Map(tags.map(({ companyId, name, colour }) => [`${companyId} ${tagKey(name)}`, colour]))
  const ofAny = new Map(tags.toReversed().map(({ name, colour }) => [tagKey(name), colour]))
  return (name, companyId) => ofCompany.get(`${companyId} ${tagKey(name)}`) ?? ofAny.get(tagKey(name)) ?? 'grey'
}

/** Each name once, by name: companies can have tags of the same one. */
export function distinctByName(tags: readonly Tag[]): Tag[] {
  const byName = new Map(tags.toReversed().map((tag) => [tagKey(tag.name), tag]))
  return [...byName.values()].sort((a, b) => compareTagNames(a.name, b.name))
}
