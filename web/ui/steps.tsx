import { IconCheck } from '@tabler/icons-react'
import styles from './steps.module.css'

interface StepsProps {
  /** their name for screen readers */
  readonly label: string
  /** their words, in order */
  readonly steps: readonly string[]
  /** place of the current one; those before it are done */
  readonly now: number
}

/** Where one is in something that takes several steps. */
export function Steps({ label, steps, now }: StepsProps) {
  return (
    <ol className={styles.steps} aria-label={label}>
      {steps.map((step, index) => (
        <li
          key={step}
          className={index < now ? styles.done : index === now ? styles.now : undefined}
          aria-current={index === now ? 'step' : undefined}
        >
          <span className={styles.count}>
            {index < now ? <IconCheck className="icon icon-14" aria-hidden="true" /> : index + 1}
          </span>
          {step}
        </li>
      ))}
    </ol>
  )
}
