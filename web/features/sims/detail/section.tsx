import type { UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, useId } from 'react'
import { Loaded } from '#web/ui/loaded.tsx'
import styles from './sections.module.css'
import type { Level } from './sim-head.tsx'

interface SectionProps {
  readonly title: string
  /** in the heading, such as the days */
  readonly about?: string
  readonly level: Level
  /** beside the heading, such as that there is nothing */
  readonly note?: string | undefined
  /** buttons at the end of the title's line */
  readonly actions: ReactNode
  readonly isBusy?: boolean
  readonly className?: string
  readonly children: ReactNode
}

/** A part of a SIM under a heading of its own. */
export function Section({ title, about, level, note, actions, isBusy, className, children }: SectionProps) {
  const id = useId()
  const Heading = `h${level}` as const
  return (
    <section className={className} aria-labelledby={id} aria-busy={isBusy}>
      <div className={`row ${styles.sectionHead}`}>
        <div className="row grow">
          <Heading className="ellipsis" id={id}>
            {title}
            {about ? (
              <>
                {' '}
                <span className={`text-tertiary ${styles.plain}`}>{about}</span>
              </>
            ) : null}
          </Heading>
          {note ? <p className="grow text-tertiary">{note}</p> : null}
        </div>
        {actions}
      </div>
      {children}
    </section>
  )
}

interface LinesSectionProps<Line> extends Pick<SectionProps, 'title' | 'level' | 'actions'> {
  readonly query: UseQueryResult<Line[]>
  readonly failed: string
  /** said when there is none */
  readonly none: string
  /** an item of the list */
  children(line: Line): ReactNode
}

/** A short list of what others said or made of a SIM. */
export function LinesSection<Line>({ query, failed, none, children, ...head }: LinesSectionProps<Line>) {
  const { data, error } = query
  return (
    <Section className={styles.section} {...head} note={data?.length === 0 ? none : undefined} isBusy={!data && !error}>
      <Loaded query={query} failed={failed}>
        {(lines) => (lines.length > 0 ? <ul className={styles.lines}>{lines.map(children)}</ul> : null)}
      </Loaded>
    </Section>
  )
}
