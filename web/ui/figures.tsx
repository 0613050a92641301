import { createLink } from '@tanstack/react-router'
import type { AnchorHTMLAttributes, ReactNode, Ref } from 'react'
import { classes } from '#web/lib/classes.ts'
import cardStyles from './card.module.css'
import styles from './figures.module.css'
import { ScrollArea } from './scroll-area.tsx'
import { Skeleton } from './skeleton.tsx'

interface FiguresProps {
  readonly label: string
  /** without any they are loading */
  readonly children?: ReactNode
}

/** The figures over a list: one surface in four parts, a row for each currency. */
export function Figures({ label, children }: FiguresProps) {
  return (
    <section className={`${cardStyles.card} ${styles.figures}`} aria-label={label} aria-busy={!children}>
      {children ?? <FigureSkeletons />}
    </section>
  )
}

/** In place of a row while it loads. */
export const FigureSkeletons = () => (
  <div className={styles.row}>
    {[1, 2, 3, 4].map((place) => (
      <Figure key={place} label={<Skeleton width={72} />} note={<Skeleton width={88} />}>
        <Skeleton width={120} />
      </Figure>
    ))}
  </div>
)

export const FigureRow = ({ label, children }: FiguresProps) => (
  <ScrollArea label={label} className={styles.row}>
    {children}
  </ScrollArea>
)

interface FigureProps {
  readonly label: ReactNode
  readonly note: ReactNode
  readonly isBad?: boolean
  readonly children?: ReactNode
}

function Content({ label, note, isBad = false, children }: FigureProps) {
  return (
    <>
      <span className="text-secondary">{label}</span>
      <span className={classes(styles.amount, isBad && 'text-stop')}>{children}</span>
      <span className="text-small text-tertiary ellipsis">{note}</span>
    </>
  )
}

export const Figure = (figure: FigureProps) => (
  <div className={styles.figure}>
    <Content {...figure} />
  </div>
)

interface AnchorProps extends Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'children'>, FigureProps {
  readonly ref?: Ref<HTMLAnchorElement>
}

function FigureAnchor({ label, note, isBad = false, children, ...anchor }: AnchorProps) {
  return (
    <a {...anchor} className={styles.figure}>
      <Content label={label} note={note} isBad={isBad}>
        {children}
      </Content>
    </a>
  )
}

/** A figure that leads to the list that it counts. */
export const FigureLink = createLink(FigureAnchor)
