import { IconClock, IconProgress } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { classes } from '#web/lib/classes.ts'
import { formatMinute } from '#web/lib/format.ts'
import { usePersonName } from '#web/shared/people/person-names.api.ts'
import styles from './open-note.module.css'
import type { OpenChange } from './sim-actions.api.ts'

/** The change in progress of a SIM: kind, user, start or end. */
export function OpenNote({ open }: { open: OpenChange | null | undefined }) {
  const { t } = useTranslation()
  const actor = usePersonName(open?.actor ?? '')
  if (!open) return null
  const { kind, since, dueAt, askedAt, text } = open
  const Icon = dueAt ? IconClock : IconProgress
  return (
    <p className={classes(styles.note, dueAt ? styles.warning : styles.ready)} role="status">
      <Icon className="icon" aria-hidden="true" />
      <span>
        {dueAt
          ? t('simActions.open.cooling', { actor, when: formatMinute(dueAt) })
          : t('simActions.open.by', { what: t(`simActions.kind.${kind}`), actor, when: formatMinute(since) })}
        {text ? <span className={styles.why}>{text}</span> : null}
        {askedAt ? <span className={styles.why}>{t('simActions.open.asked', { when: formatMinute(askedAt) })}</span> : null}
      </span>
    </p>
  )
}
