import { IconDots } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { isOffered } from '#domain/eligibility.ts'
import { useSession } from '#web/lib/session.ts'
import type { SimDetail } from '#web/shared/sims/sim.api.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { ACTION_ICON, type ActionName, QUICK_ORDER } from './action-names.ts'
import styles from './action-row.module.css'
import { OpenNotes } from './open-note.tsx'
import { useSimActions } from './sim-actions.api.ts'
import { simDialog } from './sim-dialog.ts'
import { useActionWord } from './use-action-word.ts'

/** Number of actions shown as buttons; the others are in the menu. */
const QUICK = 4

/** Actions that the user may run on the SIM, by the server's rules; the server's own list arrives a moment later. */
function useAvailableActions(sim: SimDetail | undefined, icc: string) {
  const { canHibernate, admin, menu } = useSession()
  const answer = useSimActions(icc)
  if (!sim) return { actions: [], open: null, scheduledPlan: null }
  const { simAdministrativeStatusId: administrativeStatus, simTypeId, apnId } = sim
  const facts = { administrativeStatus, simTypeId, apnId, openChange: answer?.open?.kind }
  const rights = { canHibernate: canHibernate === '1', isAdmin: admin === '1', permits: menu }
  const actions = QUICK_ORDER.filter((action) => isOffered(action, facts, rights))
  return { actions, open: answer?.open, scheduledPlan: answer?.scheduledPlan }
}

/** The actions of a SIM, beside its data. */
export function ActionRow({ icc, sim }: { icc: string; sim: SimDetail | undefined }) {
  const { t } = useTranslation()
  const { actions, open, scheduledPlan } = useAvailableActions(sim, icc)
  return (
    <div className={styles.actions}>
      <div className={`row ${styles.actionsRow}`} role="toolbar" aria-label={t('simActions.bar')}>
        {sim ? <Actions icc={icc} actions={actions} /> : <Skeleton width="70%" />}
      </div>
      <OpenNotes icc={icc} open={open} scheduled={scheduledPlan} />
    </div>
  )
}

/** Rendered all at once: a button rendered earlier would move when the others appear, under the pointer. */
function Actions({ icc, actions }: { icc: string; actions: readonly ActionName[] }) {
  const { t } = useTranslation()
  const word = useActionWord()
  return (
    <>
      {actions.slice(0, QUICK).map((action) => {
        const Icon = ACTION_ICON[action]
        return (
          <Button key={action} aria-haspopup="dialog" aria-label={word(action)} onClick={() => simDialog.open(icc, action)}>
            <Icon className="icon" aria-hidden="true" />
            {action === 'sms' || action === 'chat' ? t(`simActions.short.${action}`) : word(action)}
          </Button>
        )
      })}
      <IconButton
        Icon={IconDots}
        variant="default"
        size="md"
        className={styles.square}
        aria-haspopup="dialog"
        label={t('simActions.more')}
        title={t('simActions.more')}
        onClick={() => simDialog.open(icc, 'menu')}
      />
    </>
  )
}
