import { IconX } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Button } from '#web/ui/button.tsx'
import { Tip } from '#web/ui/tip.tsx'
import { countSelected } from './selection.ts'
import { type SelectionAction, type SelectionContext, selectionActions } from './selection-actions.ts'

interface ActionBarProps extends SelectionContext {
  onSelectAll(): void
  onClear(): void
}

/** Rises over the foot while something is selected: how many, all that match, what can be done. */
export function ActionBar(props: ActionBarProps) {
  const { t } = useTranslation()
  const { selection, total, onSelectAll, onClear } = props
  const count = countSelected(selection, total)
  if (count === 0) return null
  return (
    <div className="actbar on-float" role="toolbar" aria-label={t('sims.selectionActions', { count })}>
      <div className="act-count">
        <span className="sb tn">{t('sims.count', { count })}</span>
        {count < total ? (
          <button type="button" className="link u s12 t2" onClick={onSelectAll}>
            {t('sims.chooseAll', { count: total })}
          </button>
        ) : null}
      </div>
      <span className="vline hide-m" />
      {selectionActions(props).map((action) => (
        <ActionButton key={action.id} action={action} />
      ))}
      <Button variant="ghost" size="sm" square aria-label={t('sims.clearSelection')} onClick={onClear}>
        <IconX className="i" aria-hidden="true" />
      </Button>
    </div>
  )
}

function ActionButton({ action }: { action: SelectionAction }) {
  const { Icon, label, whyNot, isMain = false } = action
  const button = (
    <Button
      size="sm"
      variant={isMain ? 'primary' : 'default'}
      className={isMain ? '' : 'hide-m'}
      blocked={whyNot !== undefined}
      onClick={() => void action.run()}
    >
      <Icon className="i i-14" aria-hidden="true" />
      {label}
    </Button>
  )
  return whyNot === undefined ? button : <Tip text={whyNot}>{button}</Tip>
}
