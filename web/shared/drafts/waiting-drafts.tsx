import { IconClipboardText } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { DraftKind } from '#domain/drafts.ts'
import { formatMinute } from '#web/lib/format.ts'
import { Card } from '#web/ui/card.tsx'
import { FactLine } from '#web/ui/fact-line.tsx'
import lineStyles from '#web/ui/fact-lines.module.css'
import { RowButton } from '#web/ui/row-action.tsx'
import { programName, waitingDraftsQuery } from './drafts.api.ts'
import styles from './drafts.module.css'

interface WaitingDraftsProps {
  readonly kind: DraftKind
  /** filter of the list below */
  readonly company: number | undefined
  /** of a draft without a name */
  readonly nameless: string
  onOpen(draftId: number): void
}

/** The drafts that wait, above the list of what they would make; nothing without any. */
export function WaitingDrafts({ kind, company, nameless, onOpen }: WaitingDraftsProps) {
  const { t } = useTranslation()
  const { data: rows = [] } = useQuery(waitingDraftsQuery(kind, company))
  if (rows.length === 0) return null
  return (
    <Card title={t('drafts.title')} line className={styles.waiting}>
      <ul className={lineStyles.lines}>
        {rows.map(({ draftId, name, draftedBy, expiresAt }) => (
          <FactLine
            key={draftId}
            Icon={IconClipboardText}
            first={
              <RowButton label={t('drafts.seeOf', { name: name || nameless })} onOpen={() => onOpen(draftId)}>
                {name || nameless}
              </RowButton>
            }
            second={t('drafts.byUntil', { program: programName(draftedBy), at: formatMinute(expiresAt) })}
          />
        ))}
      </ul>
    </Card>
  )
}
