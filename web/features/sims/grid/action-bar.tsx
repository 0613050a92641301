import { IconX } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import simsStyles from '#web/features/sims/sims.module.css'
import buttonStyles from '#web/ui/button.module.css'
import { Button, IconButton } from '#web/ui/button.tsx'
import chipStyles from '#web/ui/chip.module.css'
import { Tip } from '#web/ui/tip.tsx'
import type { SelectedSims, SimsSlots } from '../slots.ts'
import { countSelected } from './selection.ts'
import { type SelectionAction, type SelectionContext, selectionActions } from './selection-actions.ts'

interface ActionBarProps extends SelectionContext, Pick<SimsSlots, 'SelectionOperations'> {
  /** all matches can be selected once their number is known */
  readonly isCounted: boolean
  onSelectAll(): void
  onClear(): void
}

/** Actions on the selection. */
export function ActionBar({ SelectionOperations, ...bar }: ActionBarProps) {
  const count = countSelected(bar.selection, bar.total)
  return (
    <SelectionOperations onStarted={bar.onClear}>
      {(menuOf) => (count > 0 ? <Bar {...bar} count={count} menuOf={menuOf} /> : null)}
    </SelectionOperations>
  )
}

interface BarProps extends Omit<ActionBarProps, 'SelectionOperations'> {
  readonly count: number
  menuOf(selected: SelectedSims): ReactNode
}

/** Shown over the foot during a selection: its count, all matches, actions. */
function Bar({ count, isCounted, menuOf, onSelectAll, onClear, ...context }: BarProps) {
  const { t } = useTranslation()
  const actions = selectionActions(context)
  return (
    <div
      className={`${simsStyles.actbar} ${buttonStyles.onFloat}`}
      role="toolbar"
      aria-label={t('sims.selectionActions', { count })}
    >
      <div className={simsStyles.actCount}>
        <span className="semibold tabular-numbers">{t('sims.count', { count })}</span>
        {isCounted && count < context.total ? (
          <button type="button" className="text-button underlined text-small text-secondary" onClick={onSelectAll}>
            {t(context.isCapped ? 'sims.chooseFirst' : 'sims.chooseAll', { count: context.total })}
          </button>
        ) : null}
      </div>
      <span className={`${chipStyles.divider} hide-on-phone`} />
      {actions
        .filter(({ isFront }) => isFront)
        .map((action) => (
          <ActionButton key={action.id} action={action} />
        ))}
      {menuOf({ selection: context.selection, filter: context.order.filter, count, others: actions })}
      <IconButton Icon={IconX} label={t('sims.clearSelection')} onClick={onClear} />
    </div>
  )
}

function ActionButton({ action }: { action: SelectionAction }) {
  const { Icon, label, disabledReason } = action
  const button = (
    <Button size="sm" className="hide-on-phone" blocked={disabledReason !== undefined} onClick={() => void action.run()}>
      <Icon className="icon icon-14" aria-hidden="true" />
      {label}
    </Button>
  )
  return disabledReason === undefined ? button : <Tip text={disabledReason}>{button}</Tip>
}
