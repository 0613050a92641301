import { IconArchive, IconCalendarClock, IconCircleX, IconCopyPlus, IconEye, IconPencil } from '@tabler/icons-react'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import type { PopupState } from '#contract/filter-values.ts'
import { POPUP_STATE_WORDS } from '#contract/popups/popup-messages.ts'
import { classes } from '#web/lib/classes.ts'
import { formatMinute, formatPercent, percentOf } from '#web/lib/format.ts'
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

/** How many of its readers have seen it; over a wide bar with their share. */
export function Seen({ popup: { seen, audience }, isWide = false }: { popup: PopupRow; isWide?: boolean }) {
  const { t } = useTranslation()
  const percent = percentOf(seen, audience)
  return (
    <span className={classes(styles.seen, isWide && styles.wide)}>
      {t('popups.seenOf', { seen, audience })}
      {isWide ? ` · ${formatPercent(percent)}` : null}
      <UsageBar percent={percent} tone="active" />
    </span>
  )
}

interface MenuProps {
  readonly popup: PopupRow
  onEdit(): void
  onDuplicate(): void
  onEnd(): void
}

export function PopupMenu({ popup, onEdit, onDuplicate, onEnd }: MenuProps) {
  const { t } = useTranslation()
  const isEnded = popup.state === 'ended'
  return (
    <RowMenu
      label={t('popups.actionsOf', { title: popupTitleOf(popup) })}
      items={[
        isEnded
          ? { text: t('popups.read'), Icon: IconEye, onAct: onEdit }
          : { text: t('popups.change'), Icon: IconPencil, onAct: onEdit },
        { text: t('popups.duplicate'), Icon: IconCopyPlus, onAct: onDuplicate },
        ...(isEnded ? [] : [{ text: t('popups.end'), Icon: IconCircleX, isDanger: true, onAct: onEnd }]),
      ]}
    />
  )
}
