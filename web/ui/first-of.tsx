import styles from './chip.module.css'

/** The first of several texts, and the number of the others. */
export function FirstOf({ texts: [first, ...others] }: { texts: readonly string[] }) {
  return (
    <span className={styles.firstOf} title={[first, ...others].join(', ')}>
      <span className={styles.tag}>
        <span className="ellipsis">{first}</span>
      </span>
      {others.length > 0 ? (
        <span className={`${styles.tag} tabular-numbers`}>
          <span aria-hidden="true">+{others.length}</span>
          <span className="visually-hidden">{others.join(', ')}</span>
        </span>
      ) : null}
    </span>
  )
}
