import { REQUEST_STATE_WORDS } from '#contract/requests/request-messages.ts'
import { REQUEST_STATES } from '#domain/requests.ts'
import { sentence } from '#web/lib/sentence.ts'
import { Status } from '#web/ui/status.tsx'
import { REQUEST_STYLE } from './request-style.ts'

/** The state of a request as icon and text. */
export function RequestStatus({ state, filled = false }: { state: string; filled?: boolean }) {
  const known = REQUEST_STATES.find((one) => one === state)
  if (!known) return state
  return (
    <Status {...REQUEST_STYLE[known]} filled={filled}>
      {sentence(REQUEST_STATE_WORDS[known])}
    </Status>
  )
}
