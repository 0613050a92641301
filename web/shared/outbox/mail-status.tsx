import { IconAlertTriangle, IconArchive, IconCheck, IconClock, IconHelpCircle, IconSend } from '@tabler/icons-react'
import type { ComponentProps } from 'react'
import { MAIL_STATES, type MailState } from '#contract/filter-values.ts'
import { MAIL_STATE_WORDS } from '#contract/outbox/outbox-messages.ts'
import { sentence } from '#web/lib/sentence.ts'
import { Status } from '#web/ui/status.tsx'

const STATES: Readonly<Record<MailState, Pick<ComponentProps<typeof Status>, 'tone' | 'Icon'>>> = {
  queued: { tone: 'ready', Icon: IconClock },
  sending: { tone: 'ready', Icon: IconSend },
  sent: { tone: 'active', Icon: IconCheck },
  kept: { tone: 'ended', Icon: IconArchive },
  failed: { tone: 'stop', Icon: IconAlertTriangle },
  unknown: { tone: 'warning', Icon: IconHelpCircle },
}

/** State of a mail as text, colour and icon. */
export function MailStatus({ state }: { state: string }) {
  const known = MAIL_STATES.find((one) => one === state)
  return known ? <Status {...STATES[known]}>{sentence(MAIL_STATE_WORDS[known])}</Status> : state
}
