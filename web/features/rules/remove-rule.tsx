import { useTranslation } from 'react-i18next'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { type RuleRow, useDeleteRule } from './rules.api.ts'

/** Confirms the deletion of a rule. */
export function RemoveRule({ rule, onClose }: { rule: RuleRow; onClose: () => void }) {
  const { t } = useTranslation()
  return (
    <ConfirmDialog
      title={t('rules.remove.title')}
      button={t('rules.remove.button')}
      busy={t('rules.remove.busy')}
      mutation={useDeleteRule()}
      variables={rule.ruleId}
      onClose={onClose}
    >
      <p className="medium">{rule.name}</p>
      <p className="text-secondary">{t('rules.remove.text')}</p>
    </ConfirmDialog>
  )
}
