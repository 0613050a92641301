import { IconMailOff } from '@tabler/icons-react'

/** Mails do not leave: said once over what would have been sent. */
export function NoServer({ title, hint }: { title: string; hint: string }) {
  return (
    <div className="warning-note">
      <IconMailOff className="icon icon-warning" aria-hidden="true" />
      <div>
        <p className="medium">{title}</p>
        <p className="text-small text-secondary">{hint}</p>
      </div>
    </div>
  )
}
