import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Card } from './card.tsx'
import styles from './checklist.module.css'
import { HideChecklist, StepMark } from './checklist-parts.tsx'

export interface ChecklistStep {
  readonly id: string
  readonly isDone: boolean
  readonly title: string
  readonly text: ReactNode
  /** how it is done, as a button or a link */
  readonly action?: ReactNode
}

interface ChecklistProps {
  readonly title: string
  readonly steps: readonly ChecklistStep[]
  onDismiss(): void
}

/** What is left to do, with what is done. The facts decide; it can be put away before. */
export function Checklist({ title, steps, onDismiss }: ChecklistProps) {
  const { t } = useTranslation()
  const done = steps.filter(({ isDone }) => isDone).length
  return (
    <Card
      className={styles.checklist}
      title={title}
      about={t('common.stepsDone', { done, count: steps.length })}
      line
      actions={<HideChecklist onHide={onDismiss} />}
    >
      <ol className={styles.steps}>
        {steps.map(({ id, isDone, title: name, text, action }) => (
          <li key={id} data-done={isDone}>
            <StepMark isDone={isDone} />
            <div className="grow">
              <p className="medium">{name}</p>
              <p className="text-small text-secondary">{text}</p>
              {action}
            </div>
          </li>
        ))}
      </ol>
    </Card>
  )
}
