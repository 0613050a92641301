import { type Icon, IconChevronUp } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { DIAGNOSIS_MAX_LINES } from '#contract/operations/mass-actions.calls.ts'
import { ACTION_WORDS, EXCLUSION_SENTENCES } from '#contract/operations/operation-messages.ts'
import type { OperationKind } from '#domain/eligibility.ts'
import { classes } from '#web/lib/classes.ts'
import { formatNumber } from '#web/lib/format.ts'
import { sentence } from '#web/lib/sentence.ts'
import { PHONE, useMedia } from '#web/lib/use-media.ts'
import { Button } from '#web/ui/button.tsx'
import popupStyles from '#web/ui/popup.module.css'
import { Popup } from '#web/ui/popup.tsx'
import styles from './mass-menu.module.css'
import { KIND_ICON, KIND_ORDER } from './operation-style.ts'
import { useMayDo } from './use-may-do.ts'

/** Another action on the selection. */
export interface OtherEntry {
  readonly id: string
  readonly label: string
  readonly Icon: Icon
  readonly disabledReason: string | undefined
  run(): void
}

interface MassMenuProps {
  /** selected SIMs */
  readonly count: number
  readonly others: readonly OtherEntry[]
  onKind(kind: OperationKind): void
}

/** All actions on the selection; forbidden ones show the reason. On a wide screen the two most frequent ones have buttons beside it. */
export function MassMenu({ count, others, onKind }: MassMenuProps) {
  const { t } = useTranslation()
  const mayDo = useMayDo()
  const isAlone = useMedia(PHONE)
  const mayHibernate = mayDo('hibernate')
  const entryOf = (kind: OperationKind): OtherEntry => {
    const isTooMany = kind === 'diagnose' && count > DIAGNOSIS_MAX_LINES
    const tooMany = isTooMany ? t('operations.diagnoseUpTo', { count: DIAGNOSIS_MAX_LINES }) : undefined
    const disabledReason = mayDo(kind) ? tooMany : sentence(EXCLUSION_SENTENCES.not_allowed)
    return { id: kind, label: sentence(ACTION_WORDS[kind]), Icon: KIND_ICON[kind], disabledReason, run: () => onKind(kind) }
  }
  const menu = (
    <Popup
      label={t('operations.actOn', { count })}
      align="end"
      className={styles.menu}
      trigger={(trigger) => (
        <Button size="sm" variant={isAlone || !mayHibernate ? 'primary' : 'default'} {...trigger}>
          {t('operations.act')}
          <IconChevronUp className="icon icon-14" aria-hidden="true" />
        </Button>
      )}
    >
      {(close) => (
        <div className={popupStyles.list}>
          {KIND_ORDER.map((kind) => (
            <Entry key={kind} entry={entryOf(kind)} isDanger={kind === 'terminate'} close={close} />
          ))}
          <div className={styles.others}>
            {others.map((entry) => (
              <Entry key={entry.id} entry={entry} close={close} />
            ))}
          </div>
        </div>
      )}
    </Popup>
  )
  if (isAlone) return menu
  return (
    <>
      <Button size="sm" onClick={() => onKind('restart')}>
        <KIND_ICON.restart className="icon icon-14" aria-hidden="true" />
        {sentence(ACTION_WORDS.restart)}
      </Button>
      {menu}
      {mayHibernate ? (
        <Button size="sm" variant="primary" onClick={() => onKind('hibernate')}>
          <KIND_ICON.hibernate className="icon icon-14" aria-hidden="true" />
          {t('operations.of.hibernate', { count, lines: formatNumber(count) })}
        </Button>
      ) : null}
    </>
  )
}

function Entry({ entry, isDanger = false, close }: { entry: OtherEntry; isDanger?: boolean; close: () => void }) {
  const { label, Icon: EntryIcon, disabledReason, run } = entry
  const choose = () => {
    if (disabledReason !== undefined) return
    close()
    run()
  }
  return (
    <button
      type="button"
      className={classes(popupStyles.item, isDanger && styles.danger)}
      aria-disabled={disabledReason !== undefined || undefined}
      onClick={choose}
    >
      <EntryIcon className="icon" aria-hidden="true" />
      <span className="grow">
        {label}
        {disabledReason === undefined ? null : <span className="block text-tertiary text-small">{disabledReason}</span>}
      </span>
    </button>
  )
}
