import { type Icon, IconChevronRight, IconListDetails } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { classes } from '#web/lib/classes.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { Disclosure } from '#web/ui/disclosure.tsx'
import { Loaded } from '#web/ui/loaded.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { ACTION_ICON, type ActionName, MENU_ORDER } from './action-names.ts'
import { DialogTitle } from './dialog-title.tsx'
import { OpenNotes } from './open-note.tsx'
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
  readonly Icon: Icon
  readonly name: string
  readonly about: string
  readonly isDangerous?: boolean
  onChoose(): void
}

function Entry({ Icon, name, about, isDangerous = false, onChoose }: EntryProps) {
  return (
    <li>
      <button type="button" className={classes(styles.entry, isDangerous && styles.danger)} onClick={onChoose}>
        <Icon className="icon icon-18" aria-hidden="true" />
        <span className="grow">
          <span className="medium">{name}</span>
          <span className="block text-small text-tertiary">{about}</span>
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
  const word = useActionWord()
  const query = useQuery(simActionsQuery(icc))
  const isOffered = (action: ActionName, { actions }: SimActionsData) =>
    action === 'apn' || actions.some((entry) => entry.action === action && entry.offered)
  return (
    <Dialog opened onClose={onClose} title={<DialogTitle title={t('simActions.menu')} icc={icc} />} width="options">
      <Loaded query={query} failed={t('simActions.menuFailed')} waiting={<MenuSkeleton />}>
        {(data) => (
          <>
            <OpenNotes icc={icc} open={data.open} scheduled={data.scheduledPlan} />
            <ul className={styles.menu}>
              {hasDetails ? (
                <Entry
                  Icon={IconListDetails}
                  name={t('simActions.details')}
                  about={t('simActions.detailsAbout')}
                  onChoose={() => simDialog.open(icc, 'details')}
                />
              ) : null}
              {MENU_ORDER.filter((action) => isOffered(action, data)).map((action) => (
                <Entry
                  key={action}
                  Icon={ACTION_ICON[action]}
                  name={word(action)}
                  about={t(`simActions.about.${action}`)}
                  isDangerous={action === 'terminate'}
                  onChoose={() => simDialog.open(icc, action)}
                />
              ))}
            </ul>
            <UnavailableActions data={data} />
          </>
        )}
      </Loaded>
    </Dialog>
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
