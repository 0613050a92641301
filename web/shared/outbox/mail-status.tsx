import { IconAlertTriangle, IconCheck, IconClock, IconHelpCircle, IconMailOff, IconSend } from '@tabler/icons-react'
import type { MailState } from '#contract/filter-values.ts'
import { MAIL_STATE_WORDS } from '#contract/outbox/outbox-messages.ts'
import { KnownStatus, type StatusStyle } from '#web/ui/status.tsx'

export const MAIL_STATE_STYLE: Readonly<Record<MailState, StatusStyle>> = {
  queued: { tone: 'ready', Icon: IconClock },
  sending: { tone: 'ready', Icon: IconSend },
  sent: { tone: 'active', Icon: IconCheck },
  kept: { tone: 'warning', Icon: IconMailOff },
  failed: { tone: 'stop', Icon: IconAlertTriangle },
  unknown: { tone: 'warning', Icon: IconHelpCircle },
}

/** State of a mail as text, colour and icon. */
export const MailStatus = ({ state }: { state: string }) => (
  <KnownStatus state={state} styles={MAIL_STATE_STYLE} words={MAIL_STATE_WORDS} />
)
