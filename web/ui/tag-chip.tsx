import type { ReactNode } from 'react'
import type { TagColour } from '#domain/tags.ts'
import { classes } from '#web/lib/classes.ts'
import styles from './tag-chip.module.css'
import { tagsThatFit } from './tags-that-fit.ts'

export interface ShownTag {
  readonly name: string
  readonly colour: TagColour
  /** that it is there because of something else, in words */
  readonly givenBy?: string | undefined
}

/** The colour of a tag; its name stands beside it. */
export function TagDot({ colour }: { colour: TagColour }) {
  return <span className={classes(styles.dot, styles[colour])} aria-hidden="true" />
}

interface ChipProps {
  readonly name: string
  /** none for what is no tag */
  readonly colour?: TagColour | undefined
  /** that it is there because of something else, in words */
  readonly givenBy?: string | undefined
  readonly children?: ReactNode
}

/** A tag: its colour and its name, and a button at its end where it can be taken off. */
export function TagChip({ name, colour, givenBy, children }: ChipProps) {
  return (
    <span className={styles.chip} title={givenBy}>
      {colour ? <TagDot colour={colour} /> : null}
      <span className="ellipsis">{name}</span>
      {givenBy ? <span className="visually-hidden">, {givenBy}</span> : null}
      {children}
    </span>
  )
}

/** All tags of a thing, in as many lines as they need. */
export function TagChips({ label, tags }: { label: string; tags: readonly ShownTag[] }) {
  return (
    <ul className={styles.chips} aria-label={label}>
      {tags.map((tag) => (
        <li key={tag.name}>
          <TagChip {...tag} />
        </li>
      ))}
    </ul>
  )
}

/** The tags that fit in a line, and the number of the others. @param px width of the line */
export function FirstTags({ tags, px }: { tags: readonly ShownTag[]; px: number }) {
  const names = tags.map(({ name }) => name)
  const fit = tagsThatFit(names, px)
  return (
    <span className={styles.line} title={names.join(', ')}>
      {tags.slice(0, fit).map((tag) => (
        <TagChip key={tag.name} {...tag} />
      ))}
      {fit < tags.length ? (
        <span className={`${styles.rest} tabular-numbers`}>
          <span aria-hidden="true">+{tags.length - fit}</span>
          <span className="visually-hidden">{names.slice(fit).join(', ')}</span>
        </span>
      ) : null}
    </span>
  )
}
