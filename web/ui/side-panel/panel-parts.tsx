import type { ReactNode } from 'react'
import { Skeleton } from '../skeleton.tsx'
import { ErrorState } from '../states.tsx'
import styles from './side-panel.module.css'

/** What is open, as the heading of its panel. */
export const PanelTitle = ({ children }: { children: ReactNode | undefined }) => (
  <h2 className={styles.title}>{children ?? <Skeleton width={180} height={16} />}</h2>
)

/** What is said of it below its title, in one line where there is room. */
export const PanelAbout = ({ children }: { children: ReactNode }) => <div className={styles.about}>{children}</div>

interface ContentProps {
  /** that it could not be loaded */
  readonly failure: { readonly title: string; readonly error: Error | null; retry(): void }
  /** undefined while it loads */
  readonly children: ReactNode | undefined
}

/** What scrolls below the head of a panel: its sections, or that they could not be loaded. */
export function PanelContent({ failure: { title, error, retry }, children }: ContentProps) {
  return (
    <div className={styles.content}>
      {children ?? (error ? <ErrorState title={title} error={error} onRetry={retry} /> : <Waiting />)}
    </div>
  )
}

const Waiting = () => (
  <div className={`${styles.section} ${styles.waiting}`} aria-busy="true">
    {[58, 71, 49, 66, 54].map((width) => (
      <Skeleton key={width} width={`${width}%`} />
    ))}
  </div>
)

interface SectionProps {
  readonly title?: string
  /** unit or count, after the title */
  readonly about?: ReactNode
  /** at the right of the title */
  readonly action?: ReactNode
  readonly children: ReactNode
}

export const PanelSection = ({ title, about, action, children }: SectionProps) => (
  <section className={styles.section} aria-label={title}>
    {title ? (
      <div className={styles.sectionHead}>
        <h3>
          {title} {about ? <span className="text-tertiary">{about}</span> : null}
        </h3>
        {action}
      </div>
    ) : null}
    {children}
  </section>
)

export const PanelActions = ({ children }: { children: ReactNode }) => <div className={styles.actions}>{children}</div>
