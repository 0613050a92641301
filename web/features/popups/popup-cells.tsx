import { IconArchive, IconCalendarClock, IconCircleX, IconEye, IconPencil } from '@tabler/icons-react'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import type { PopupState } from '#contract/filter-values.ts'
import { POPUP_STATE_WORDS } from '#contract/popups/popup-messages.ts'
import { formatMinute } from '#web/lib/format.ts'
import { sentence } from '#web/lib/sentence.ts'
import { RowMenu } from '#web/ui/row-menu.tsx'
import { KnownStatus, type StatusStyle } from '#web/ui/status.tsx'
import { UsageBar } from '#web/ui/usage-bar.tsx'
import type { PopupRow } from './popups.api.ts'
import styles from './popups.module.css'

export const POPUP_STATE_STYLE: Readonly<Record<PopupState, StatusStyle>> = {
  planned: { tone: 'ready', Icon: IconCalendarClock },
  shown: { tone: 'active', Icon: IconEye },
  ended: { tone: 'ended', Icon: IconArchive },
}

export const popupTitleOf = ({ titleEs: es, titleEn: en }: PopupRow): string => sentence({ es, en })

/** The targets of a popup, in short. */
export function targetsText({ everyone, companies }: PopupRow, t: TFunction): string {
  const [first, ...others] = companies
  if (everyone || !first) return t('popups.allCompanies')
  if (others.length > 0) return t('popups.moreCompanies', { first: first.companyName, count: others.length })
  return first.withBelow ? t('popups.withBelow', { company: first.companyName }) : first.companyName
}

export const daysShown = ({ startsAt, endsAt }: PopupRow, t: TFunction): string =>
  endsAt === null
    ? t('popups.from', { moment: formatMinute(startsAt) })
    : t('popups.span', { from: formatMinute(startsAt), to: formatMinute(endsAt) })

export const StateOfPopup = ({ state, isFilled = false }: { state: PopupState; isFilled?: boolean }) => (
  <KnownStatus filled={isFilled} state={state} styles={POPUP_STATE_STYLE} words={POPUP_STATE_WORDS} />
)

/** How many of its readers have seen it. */
export function Seen({ popup: { seen, audience } }: { popup: PopupRow }) {
  const { t } = useTranslation()
  return (
    <span className={styles.seen}>
      {t('popups.seenOf', { seen, audience })}
      <UsageBar percent={audience === 0 ? 0 : (100 * seen) / audience} tone="active" />
    </span>
  )
}

interface MenuProps {
  readonly popup: PopupRow
  onEdit(): void
  onEnd(): void
}

export function PopupMenu({ popup, onEdit, onEnd }: MenuProps) {
  const { t } = useTranslation()
  const isEnded = popup.state === 'ended'
  return (
    <RowMenu
      label={t('popups.actionsOf', { title: popupTitleOf(popup) })}
      items={[
        isEnded
          ? { text: t('popups.read'), Icon: IconEye, onAct: onEdit }
          : { text: t('popups.change'), Icon: IconPencil, onAct: onEdit },
        ...(isEnded ? [] : [{ text: t('popups.end'), Icon: IconCircleX, isDanger: true, onAct: onEnd }]),
      ]}
    />
  )
}
