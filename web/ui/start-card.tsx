import { type ReactNode, useId } from 'react'
import { Card } from './card.tsx'
import { CodeBlock, type CodeText } from './code-block.tsx'
import styles from './start-card.module.css'

interface Text {
  readonly title: string
  readonly text: string
}

interface Step extends Text {
  /** what programs call it */
  readonly code?: string
}

interface StartCardProps {
  readonly title: string
  readonly about?: string
  /** that there is nothing yet, and what it is for */
  readonly none: Text
  /** in this order, or examples of what it is for */
  readonly steps: readonly Step[]
  /** of examples, which the action parts from what they are examples of */
  readonly stepsTitle?: string
  readonly isNumbered?: boolean
  /** makes the first one; after numbered steps, which lead to it, and before a list of examples */
  readonly action: ReactNode
  readonly examples: { readonly title: string; readonly about?: string; readonly content: ReactNode }
}

/** In place of a list of a program's things that is still empty: how it begins, beside what a program sends or gets. */
export function StartCard({ title, about, none, steps, stepsTitle, isNumbered = false, action, examples }: StartCardProps) {
  const id = useId()
  const Steps = isNumbered ? 'ol' : 'ul'
  return (
    <Card title={title} about={about} line>
      <div className={styles.columns}>
        <div className={styles.start}>
          <p className="semibold">{none.title}</p>
          <p className="text-secondary">{none.text}</p>
          {isNumbered ? null : <div className={styles.action}>{action}</div>}
          {stepsTitle ? <h3 className={styles.stepsTitle}>{stepsTitle}</h3> : null}
          <Steps className={styles.steps}>
            {steps.map((step) => (
              <li key={step.title}>
                <span className="block">
                  <span className="medium">{step.title}</span> {step.code ? <code>{step.code}</code> : null}
                </span>
                <span className="block text-small text-secondary">{step.text}</span>
              </li>
            ))}
          </Steps>
          {isNumbered ? action : null}
        </div>
        <section className={styles.examples} aria-labelledby={id}>
          <h3 id={id}>{examples.title}</h3>
          {examples.about ? <p className="text-small text-tertiary">{examples.about}</p> : null}
          {examples.content}
        </section>
      </div>
    </Card>
  )
}

interface ExampleBlocksProps {
  readonly blocks: readonly { readonly title: string; readonly text: CodeText }[]
}

/** Examples that are code, such as what a program sends: one is whole, two are in view. */
export const ExampleBlocks = ({ blocks }: ExampleBlocksProps) =>
  blocks.map((block) => <CodeBlock key={block.title} className={styles.block} {...block} />)
