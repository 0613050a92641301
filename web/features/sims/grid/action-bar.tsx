import { IconX } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { OperationKind } from '#domain/eligibility.ts'
import { MassMenu } from '#web/features/operations/mass-menu.tsx'
import { sourceOfSelection, useSelectionOperations } from '#web/features/operations/selection-operations.tsx'
import { Button } from '#web/ui/button.tsx'
import { Tip } from '#web/ui/tip.tsx'
import { countSelected } from './selection.ts'
import { type SelectionAction, type SelectionContext, selectionActions } from './selection-actions.ts'

interface ActionBarProps extends SelectionContext {
  /** all that match are offered once it is known how many they are */
  readonly isCounted: boolean
  onSelectAll(): void
  onClear(): void
}

/** What can be done to what is selected. The dialog of an operation stays when the bar has gone with the selection. */
export function ActionBar(props: ActionBarProps) {
  const { selection, total, order, onClear } = props
  const count = countSelected(selection, total)
  const operations = useSelectionOperations(onClear)
  const operate = (kind: OperationKind) => operations.open(kind, sourceOfSelection(selection, order.filter), count)
  return (
    <>
      {count > 0 ? <Bar {...props} count={count} onKind={operate} /> : null}
      {operations.dialog}
    </>
  )
}

interface BarProps extends ActionBarProps {
  readonly count: number
  onKind(kind: OperationKind): void
}

/** Rises over the foot while something is selected: how many, all that match, what can be done. */
function Bar({ count, isCounted, onKind, onSelectAll, onClear, ...context }: BarProps) {
  const { t } = useTranslation()
  const actions = selectionActions(context)
  return (
    <div className="actbar on-float" role="toolbar" aria-label={t('sims.selectionActions', { count })}>
      <div className="act-count">
        <span className="sb tn">{t('sims.count', { count })}</span>
        {isCounted && count < context.total ? (
          <button type="button" className="link u s12 t2" onClick={onSelectAll}>
            {t(context.isCapped ? 'sims.chooseFirst' : 'sims.chooseAll', { count: context.total })}
          </button>
        ) : null}
      </div>
      <span className="vline hide-m" />
      {actions.map((action) => (
        <ActionButton key={action.id} action={action} />
      ))}
      <MassMenu count={count} others={actions} onKind={onKind} />
      <Button variant="ghost" size="sm" square aria-label={t('sims.clearSelection')} onClick={onClear}>
        <IconX className="i" aria-hidden="true" />
      </Button>
    </div>
  )
}

function ActionButton({ action }: { action: SelectionAction }) {
  const { Icon, label, whyNot } = action
  const button = (
    <Button size="sm" className="hide-m" blocked={whyNot !== undefined} onClick={() => void action.run()}>
      <Icon className="i i-14" aria-hidden="true" />
      {label}
    </Button>
  )
  return whyNot === undefined ? button : <Tip text={whyNot}>{button}</Tip>
}
