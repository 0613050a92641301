import { IconArchive, IconCalendarClock, IconEye } from '@tabler/icons-react'
import type { TFunction } from 'i18next'
import type { ComponentProps } from 'react'
import { useTranslation } from 'react-i18next'
import { POPUP_STATE_WORDS, type PopupState } from '#contract/popups/popup-messages.ts'
import { formatMinute } from '#web/lib/format.ts'
import { language, usePreference } from '#web/lib/preferences.ts'
import { sentence } from '#web/lib/sentence.ts'
import { Button } from '#web/ui/button.tsx'
import { Status } from '#web/ui/status.tsx'
import tableStyles from '#web/ui/table.module.css'
import { Table } from '#web/ui/table.tsx'
import type { PopupRow } from './popups.api.ts'
import styles from './popups.module.css'

const STATE_STYLE: Readonly<Record<PopupState, Pick<ComponentProps<typeof Status>, 'tone' | 'Icon'>>> = {
  planned: { tone: 'ready', Icon: IconCalendarClock },
  shown: { tone: 'active', Icon: IconEye },
  ended: { tone: 'ended', Icon: IconArchive },
}

/** The targets of a popup, in short. */
function targetsText({ everyone, companies }: PopupRow, t: TFunction): string {
  const [first, ...others] = companies
  if (everyone || !first) return t('popups.allCompanies')
  if (others.length > 0) return t('popups.moreCompanies', { first: first.companyName, count: others.length })
  return first.withBelow ? t('popups.withBelow', { company: first.companyName }) : first.companyName
}

const daysOf = ({ startsAt, endsAt }: PopupRow, t: TFunction): string =>
  endsAt === null
    ? t('popups.from', { moment: formatMinute(startsAt) })
    : t('popups.span', { from: formatMinute(startsAt), to: formatMinute(endsAt) })

interface TableProps {
  readonly rows: readonly PopupRow[] | undefined
  onChange(popup: PopupRow): void
  onEnd(popup: PopupRow): void
}

/** Popups, one a row, with the number of users who have seen each. */
export function PopupsTable({ rows, onChange, onEnd }: TableProps) {
  const { t } = useTranslation()
  const isEnglish = usePreference(language) === 'en'
  const titleOf = ({ titleEs, titleEn }: PopupRow) => (isEnglish ? titleEn : titleEs)
  return (
    <Table
      label={t('popups.list')}
      className={styles.list}
      rows={rows}
      rowKey={({ name }) => name}
      columns={[
        {
          id: 'notice',
          head: t('popups.notice'),
          className: styles.what,
          isRowHead: true,
          title: titleOf,
          cell: (popup) => <Notice popup={popup} title={titleOf(popup)} onOpen={() => onChange(popup)} />,
        },
        {
          id: 'for',
          head: t('popups.for'),
          className: `${styles.whom} hide-on-phone text-secondary`,
          title: (popup) => targetsText(popup, t),
          cell: (popup) => targetsText(popup, t),
        },
        {
          id: 'when',
          head: t('popups.when'),
          className: `${styles.when} hide-on-phone text-secondary tabular-numbers`,
          title: (popup) => daysOf(popup, t),
          cell: (popup) => daysOf(popup, t),
        },
        {
          id: 'seen',
          head: t('popups.seen'),
          className: styles.seen,
          isNumber: true,
          cell: ({ seen, audience }) => (
            <>
              <span className="only-on-phone text-tertiary">{t('popups.seen')} </span>
              {t('popups.seenOf', { seen, audience })}
            </>
          ),
        },
        {
          id: 'state',
          head: t('popups.state'),
          className: styles.state,
          cell: ({ state }) => <Status {...STATE_STYLE[state]}>{sentence(POPUP_STATE_WORDS[state])}</Status>,
        },
        {
          id: 'act',
          head: <span className="visually-hidden">{t('popups.actions')}</span>,
          className: styles.act,
          cell: (popup) =>
            popup.state === 'ended' ? null : (
              <Button
                variant="ghost"
                size="sm"
                aria-haspopup="dialog"
                aria-label={t('popups.endOf', { title: titleOf(popup) })}
                onClick={() => onEnd(popup)}
              >
                {t('popups.end')}
              </Button>
            ),
        },
      ]}
    />
  )
}

/** The title opens the popup; on a phone with targets and period below. */
function Notice({ popup, title, onOpen }: { popup: PopupRow; title: string; onOpen: () => void }) {
  const { t } = useTranslation()
  const label = t(popup.state === 'ended' ? 'popups.openOf' : 'popups.changeOf', { title })
  return (
    <>
      <button
        type="button"
        className={`${tableStyles.open} ellipsis`}
        aria-haspopup="dialog"
        aria-label={label}
        onClick={onOpen}
      >
        {title}
      </button>
      <span className={`only-on-phone text-tertiary text-small ${styles.below}`}>{targetsText(popup, t)}</span>
      <span className={`only-on-phone text-tertiary text-small tabular-numbers ${styles.below}`}>{daysOf(popup, t)}</span>
    </>
  )
}
