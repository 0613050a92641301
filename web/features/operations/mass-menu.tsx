import { IconChevronUp } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { ACTION_WORDS, EXCLUSION_SENTENCES } from '#contract/operation-messages.ts'
import type { OperationKind } from '#domain/eligibility.ts'
import { sentence } from '#web/lib/sentence.ts'
import { Button } from '#web/ui/button.tsx'
import { Popup } from '#web/ui/popup.tsx'
import { KIND_ICON, KIND_ORDER } from './operation-look.ts'
import { useMayHibernate } from './use-may-hibernate.ts'
import './mass-menu.css'

interface MassMenuProps {
  /** SIMs that are selected */
  readonly count: number
  onKind(kind: OperationKind): void
}

/** Everything that can be done to what is selected. What the person may not do says why. */
export function MassMenu({ count, onKind }: MassMenuProps) {
  const { t } = useTranslation()
  const mayHibernate = useMayHibernate()
  return (
    <Popup
      label={t('operations.actOn', { count })}
      align="end"
      className="op-menu"
      trigger={(trigger) => (
        <Button size="sm" variant="primary" {...trigger}>
          {t('operations.act')}
          <IconChevronUp className="i i-14" aria-hidden="true" />
        </Button>
      )}
    >
      {(close) => (
        <div className="popup-list">
          {KIND_ORDER.map((kind) => {
            const Icon = KIND_ICON[kind]
            const isShut = !mayHibernate && (kind === 'hibernate' || kind === 'reactivate')
            const choose = () => {
              if (isShut) return
              close()
              onKind(kind)
            }
            return (
              <button
                key={kind}
                type="button"
                className={kind === 'terminate' ? 'popup-item danger' : 'popup-item'}
                aria-disabled={isShut || undefined}
                onClick={choose}
              >
                <Icon className="i" aria-hidden="true" />
                <span className="grow">
                  {sentence(ACTION_WORDS[kind])}
                  {isShut ? <span className="t3 s12 op-why">{sentence(EXCLUSION_SENTENCES.not_allowed)}</span> : null}
                </span>
              </button>
            )
          })}
        </div>
      )}
    </Popup>
  )
}
