import { Card } from './card.tsx'
import styles from './code-block.module.css'
import { CodeBlock } from './code-block.tsx'

interface CodeExamplesProps {
  readonly title: string
  readonly about: string
  readonly examples: readonly { readonly title: string; readonly text: string }[]
}

/** What a program sends or gets, below a list that is still empty. */
export function CodeExamples({ title, about, examples }: CodeExamplesProps) {
  return (
    <Card title={title} about={about} className={styles.examples}>
      <div className={styles.beside}>
        {examples.map((example) => (
          <CodeBlock key={example.title} {...example} />
        ))}
      </div>
    </Card>
  )
}
