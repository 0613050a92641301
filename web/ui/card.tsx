import { type ReactNode, useId } from 'react'
import './card.css'

interface CardProps {
  title: string
  /** unit or period, after the title */
  about?: ReactNode
  actions?: ReactNode
  /** a hairline below the head */
  line?: boolean
  className?: string
  children: ReactNode
}

/** A surface with a head: title, what it is about, actions to the right. A landmark by its title. */
export function Card({ title, about, actions, line = false, className = '', children }: CardProps) {
  const id = useId()
  return (
    <section className={`card ${className}`} aria-labelledby={id}>
      <div className={line ? 'card-h line' : 'card-h'}>
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
