import { IconArrowRight } from '@tabler/icons-react'
import { createLink } from '@tanstack/react-router'
import type { AnchorHTMLAttributes, ReactNode, Ref } from 'react'
import { classes } from '#web/lib/classes.ts'
import cardStyles from './card.module.css'
import { ScrollArea } from './scroll-area.tsx'
import { Skeleton } from './skeleton.tsx'
import styles from './stats.module.css'

interface StatsProps {
  readonly label: string
  /** without any they are loading */
  readonly children?: ReactNode
}

/** The figures over a list: one surface, a row for each currency. */
export function Stats({ label, children }: StatsProps) {
  return (
    <section className={`${cardStyles.card} ${styles.stats}`} aria-label={label} aria-busy={!children}>
      {children ?? <StatSkeletons />}
    </section>
  )
}

/** In place of a row while it loads. */
export const StatSkeletons = () => (
  <div className={styles.row}>
    {[1, 2, 3, 4].map((place) => (
      <Stat key={place} label={<Skeleton width={72} />} note={<Skeleton width={88} />}>
        <Skeleton width={120} />
      </Stat>
    ))}
  </div>
)

export const StatRow = ({ label, children }: StatsProps) => (
  <ScrollArea label={label} className={styles.row}>
    {children}
  </ScrollArea>
)

interface StatProps {
  readonly label: ReactNode
  readonly note: ReactNode
  readonly isBad?: boolean
  /** nothing of it, so that the eye passes over it */
  readonly isNone?: boolean
  readonly children?: ReactNode
}

function Content({ label, note, isBad = false, isNone = false, children }: StatProps) {
  return (
    <>
      <span className="text-secondary">{label}</span>
      <span className={classes(styles.amount, isBad && 'text-stop', isNone && styles.none)}>{children}</span>
      <span className={`${styles.note} text-small text-tertiary`}>{note}</span>
    </>
  )
}

export const Stat = (stat: StatProps) => (
  <div className={styles.stat}>
    <Content {...stat} />
  </div>
)

interface AnchorProps extends Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'children'>, StatProps {
  readonly ref?: Ref<HTMLAnchorElement>
}

function StatAnchor({ label, note, isBad, isNone, children, ...anchor }: AnchorProps) {
  return (
    <a {...anchor} className={styles.stat}>
      <Content label={label} note={note} isBad={isBad} isNone={isNone}>
        {children}
      </Content>
      <IconArrowRight className={`icon ${styles.arrow}`} aria-hidden="true" />
    </a>
  )
}

/** A figure that leads to the list that it counts. */
export const StatLink = createLink(StatAnchor)
