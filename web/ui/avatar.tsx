import styles from './avatar.module.css'

const initialsOf = (names: readonly string[]): string =>
  names
    .map((name) => [...name.trim()][0] ?? '')
    .join('')
    .toUpperCase()

/** The initials of a person in a circle, beside their name. */
export function Avatar({ names }: { names: readonly string[] }) {
  return <span className={styles.avatar} aria-hidden="true" data-initials={initialsOf(names)} />
}
