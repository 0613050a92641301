import type { ReactNode } from 'react'
import { classes } from '../lib/classes.ts'
import styles from './facts.module.css'

export interface Fact {
  readonly name: string
  /** without one the fact is left out */
  readonly value: ReactNode
}

interface FactsProps {
  readonly facts: readonly Fact[]
  /** names stand beside their values, or above them in small type, where there is little room or there are columns */
  readonly names?: 'beside' | 'above'
  readonly className?: string
}

/** What is known of something: names and values. */
export const Facts = ({ facts, names = 'beside', className }: FactsProps) => (
  <dl className={classes(styles.facts, styles[names], className)}>
    {facts
      .filter(({ value }) => value)
      .map(({ name, value }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
  </dl>
)
