import { type ReactNode, useId } from 'react'
import { classes } from '#web/lib/classes.ts'
import styles from './card.module.css'

interface CardProps {
  title: string
  /** icon before the title */
  mark?: ReactNode
  /** unit or period, after the title */
  about?: ReactNode
  actions?: ReactNode
  /** a hairline below the head */
  line?: boolean
  className?: string
  children: ReactNode
}

interface EmptyCardProps extends Pick<CardProps, 'title'> {
  /** the sentence that says so */
  readonly children: string
}

/** A card without content: its head alone. */
export const EmptyCard = ({ title, children }: EmptyCardProps) => (
  <Card title={title} about={children} className={styles.empty}>
    {null}
  </Card>
)

/** A surface with a head: title, what it is about, actions to the right. A landmark by its title. */
export function Card({ title, mark, about, actions, line = false, className = '', children }: CardProps) {
  const id = useId()
  return (
    <section className={classes(styles.card, className)} aria-labelledby={id}>
      <div className={classes(styles.head, line && styles.line)}>
        {mark}
        <div className="grow">
          <h2 id={id}>{title}</h2>
          {about ? <span className="text-small text-tertiary">{about}</span> : null}
        </div>
        {actions}
      </div>
      {children}
    </section>
  )
}
