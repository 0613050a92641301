import { IconChevronRight, IconListDetails } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { classes } from '#web/lib/classes.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { Disclosure } from '#web/ui/disclosure.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { ErrorState } from '#web/ui/states.tsx'
import { ACTION_ICON, type ActionName, MENU_ORDER } from './action-names.ts'
import { DialogTitle } from './dialog-title.tsx'
import { OpenNote } from './open-note.tsx'
import { ScheduledPlanNote } from './scheduled-plan-note.tsx'
import { type SimActionsData, simActionsQuery } from './sim-actions.api.ts'
import styles from './sim-actions.module.css'
import { simDialog } from './sim-dialog.ts'
import { useActionWord } from './use-action-word.ts'

interface MenuProps {
  readonly icc: string
  onClose(): void
  /** whether it has an entry for the SIM's details */
  readonly hasDetails: boolean
}

interface EntryProps {
  readonly action: ActionName
  onChoose(): void
}

function Entry({ action, onChoose }: EntryProps) {
  const { t } = useTranslation()
  const word = useActionWord()
  const Icon = ACTION_ICON[action]
  return (
    <li>
      <button type="button" className={classes(styles.entry, action === 'terminate' && styles.danger)} onClick={onChoose}>
        <Icon className="icon icon-18" aria-hidden="true" />
        <span className="grow">
          <span className="medium">{word(action)}</span>
          <span className={`text-small text-tertiary ${styles.about}`}>{t(`simActions.about.${action}`)}</span>
        </span>
        <IconChevronRight className="icon text-tertiary" aria-hidden="true" />
      </button>
    </li>
  )
}

/** Reasons by status or operation, which may pass; actions that the SIM's kind never allows are not listed. */
const TEMPORARY: readonly (string | null)[] = ['wrong_status', 'already_in_target', 'operation_open']

function UnavailableActions({ data }: { data: SimActionsData }) {
  const { t } = useTranslation()
  const word = useActionWord()
  const others = MENU_ORDER.flatMap((action) => {
    const found = data.actions.find((entry) => entry.action === action)
    return found && !found.offered && TEMPORARY.includes(found.code) ? [{ action, text: found.text }] : []
  })
  if (others.length === 0) return null
  return (
    <Disclosure className={styles.notNow} summary={t('simActions.notNow', { count: others.length })}>
      <ul>
        {others.map(({ action, text }) => (
          <li key={action} className="row">
            <span className="text-secondary">{word(action)}</span>
            <span className="text-tertiary text-small">{text}</span>
          </li>
        ))}
      </ul>
    </Disclosure>
  )
}

/** The actions of a SIM, as returned by the server. */
export function OptionMenu({ icc, onClose, hasDetails }: MenuProps) {
  const { t } = useTranslation()
  const { data, error, refetch } = useQuery(simActionsQuery(icc))
  const offered = new Set<string>(data?.actions.filter((entry) => entry.offered).map((entry) => entry.action))
  return (
    <Dialog opened onClose={onClose} title={<DialogTitle title={t('simActions.menu')} icc={icc} />} width="options">
      {error && !data ? <ErrorState title={t('simActions.menuFailed')} error={error} onRetry={() => void refetch()} /> : null}
      {data || error ? null : <MenuSkeleton />}
      {data ? (
        <>
          <OpenNote open={data.open} />
          <ScheduledPlanNote icc={icc} scheduled={data.scheduledPlan} />
          <ul className={styles.menu}>
            {hasDetails ? <Details onChoose={() => simDialog.open(icc, 'details')} /> : null}
            {MENU_ORDER.filter((action) => action === 'apn' || offered.has(action)).map((action) => (
              <Entry key={action} action={action} onChoose={() => simDialog.open(icc, action)} />
            ))}
          </ul>
          <UnavailableActions data={data} />
        </>
      ) : null}
    </Dialog>
  )
}

function Details({ onChoose }: { onChoose: () => void }) {
  const { t } = useTranslation()
  return (
    <li>
      <button type="button" className={styles.entry} onClick={onChoose}>
        <IconListDetails className="icon icon-18" aria-hidden="true" />
        <span className="grow">
          <span className="medium">{t('simActions.details')}</span>
          <span className={`text-small text-tertiary ${styles.about}`}>{t('simActions.detailsAbout')}</span>
        </span>
        <IconChevronRight className="icon text-tertiary" aria-hidden="true" />
      </button>
    </li>
  )
}

function MenuSkeleton() {
  const { t } = useTranslation()
  return (
    <div className={styles.menu} role="status" aria-label={t('simActions.menuWaiting')}>
      {[52, 61, 47, 58, 49, 63].map((width) => (
        <div key={width} className={styles.entry}>
          <Skeleton width={`${width}%`} />
        </div>
      ))}
    </div>
  )
}
