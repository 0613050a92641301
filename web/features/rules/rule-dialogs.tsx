import { useTranslation } from 'react-i18next'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { type RuleRow, useDeleteRule, useStopRules } from './rules.api.ts'

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

/** Confirms that all rules of a company stop, or act again. */
export function StopRules({ company, stopped, onClose }: { company: number; stopped: boolean; onClose: () => void }) {
  const { t } = useTranslation()
  return (
    <ConfirmDialog
      title={t(stopped ? 'rules.stop.title' : 'rules.stop.resumeTitle')}
      button={t(stopped ? 'rules.stop.button' : 'rules.stop.resume')}
      busy={t('rules.stop.busy')}
      variant="primary"
      mutation={useStopRules()}
      variables={{ company, stopped }}
      onClose={onClose}
    >
      <p>{t(stopped ? 'rules.stop.text' : 'rules.stop.resumeText')}</p>
    </ConfirmDialog>
  )
}
