import { useTranslation } from 'react-i18next'
import { MAIL_STATE_STYLE, MailStatus } from '#web/shared/outbox/mail-status.tsx'
import { Status } from '#web/ui/status.tsx'
import { Tip } from '#web/ui/tip.tsx'
import { type MailEvent, mailStates } from './mail-events.ts'
import styles from './outbox.module.css'

/** Addresses of a row; the others are in a tooltip. */
const SHOWN = 2

/** To whom an event was mailed: two addresses, and the number of the others, which opens the list of them. */
export function Recipients({ mails, onOpen }: { readonly mails: MailEvent; onOpen(): void }) {
  const addresses = [...new Set(mails.map(({ address }) => address))]
  const others = addresses.slice(SHOWN).join(', ')
  return (
    <span className={styles.recipients}>
      {addresses.slice(0, SHOWN).map((address) => (
        <span key={address} className={styles.address} title={address}>
          {address}
        </span>
      ))}
      {others ? (
        <Tip text={others}>
          <button type="button" className={`${styles.others} tabular-numbers`} aria-haspopup="dialog" onClick={onOpen}>
            +{addresses.length - SHOWN}
            <span className="visually-hidden"> {others}</span>
          </button>
        </Tip>
      ) : null}
    </span>
  )
}

/** The state of an event's mails; where they differ the worst one and the others, with their numbers. */
export function EventStatus({ mails }: { readonly mails: MailEvent }) {
  const { t } = useTranslation()
  const states = mailStates(mails)
  const [worst] = states
  if (!worst || states.length === 1) return <MailStatus state={mails[0].state} />
  const [first, ...others] = states.map(({ state, count }) => t(`outbox.counts.${state}`, { count }))
  return (
    <>
      <Status {...MAIL_STATE_STYLE[worst.state]}>{first}</Status>
      <span className={`${styles.otherStates} block text-tertiary text-small`}>{others.join(', ')}</span>
    </>
  )
}
