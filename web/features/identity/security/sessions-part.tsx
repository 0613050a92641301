import { IconDeviceDesktop, IconDeviceMobile } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatMinute } from '#web/lib/format.ts'
import { toastThen } from '#web/lib/toast-store.ts'
import { secondFactorQuery } from '#web/shared/identity/second-factor.api.ts'
import { Button } from '#web/ui/button.tsx'
import { Loaded } from '#web/ui/loaded.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { ProofForm } from './proof-form.tsx'
import { type LoginSession, loginSessionsQuery, useEndSessions } from './security.api.ts'
import styles from './security.module.css'

/** The user's login sessions, each with a button that ends it. */
export function SessionsPart() {
  const { t } = useTranslation()
  return (
    <section className={styles.part} aria-labelledby="security-sessions">
      <h3 id="security-sessions">{t('security.sessions.title')}</h3>
      <p className="text-secondary">{t('security.sessions.lead')}</p>
      <Loaded query={useQuery(loginSessionsQuery)} failed={t('security.sessions.failed')} waiting={<Skeleton width="80%" />}>
        {(sessions) => <Sessions sessions={sessions} />}
      </Loaded>
    </section>
  )
}

/** Sessions that are shown at first. */
const SHOWN = 5

/** The session to end, by its id, or all but this one. */
type Ending = number | 'others'

function Sessions({ sessions }: { sessions: readonly LoginSession[] }) {
  const { t } = useTranslation()
  const [ending, setEnding] = useState<Ending>()
  const [isWhole, setWhole] = useState(false)
  const others = sessions.filter(({ isThis }) => !isThis)
  // a session that has ended meanwhile needs no confirmation
  const isOpen = ending === 'others' ? others.length > 0 : others.some(({ sessionId }) => sessionId === ending)
  return (
    <>
      {ending !== undefined && isOpen ? (
        <EndForm
          key={ending}
          ending={ending}
          session={others.find(({ sessionId }) => sessionId === ending)}
          onCancel={() => setEnding(undefined)}
        />
      ) : others.length > 0 ? (
        <Button variant="danger" onClick={() => setEnding('others')}>
          {t('security.sessions.endOthers')}
        </Button>
      ) : (
        <p className="text-tertiary text-small">{t('security.sessions.alone')}</p>
      )}
      <ul className={styles.sessions}>
        {(isWhole ? sessions : sessions.slice(0, SHOWN)).map((session) => (
          <Session key={session.sessionId} session={session} onEnd={() => setEnding(session.sessionId)} />
        ))}
      </ul>
      {isWhole || sessions.length <= SHOWN ? null : (
        <Button variant="ghost" size="sm" onClick={() => setWhole(true)}>
          {t('security.sessions.all', { count: sessions.length })}
        </Button>
      )}
    </>
  )
}

interface EndFormProps {
  readonly ending: Ending
  readonly session: LoginSession | undefined
  onCancel(): void
}

/** Re-authentication first: an unlocked screen must not be enough to end the owner's sessions. */
function EndForm({ ending, session, onCancel }: EndFormProps) {
  const { t } = useTranslation()
  const factor = useQuery(secondFactorQuery)
  const { mutate, isPending, error } = useEndSessions()
  const device = useDeviceName()
  return (
    <Loaded query={factor} failed={t('security.factor.failed')}>
      {({ asksPassword, confirmedAt }) => (
        <ProofForm
          consequence={
            session
              ? t('security.sessions.endOneWhat', { device: device(session), address: session.address })
              : t('security.sessions.endOthersWhat')
          }
          needsPassword={asksPassword}
          needsCode={!asksPassword && confirmedAt !== null}
          isDangerous
          isPending={isPending}
          error={error}
          submitLabel={t(session ? 'security.sessions.endOne' : 'security.sessions.endOthers')}
          onProof={(proof) => mutate({ sessionId: ending, proof }, { onSuccess: toastThen(onCancel) })}
          onCancel={onCancel}
        />
      )}
    </Loaded>
  )
}

const PHONES: readonly (string | null)[] = ['Android', 'iPhone', 'iPad']

function useDeviceName(): (session: LoginSession) => string {
  const { t } = useTranslation()
  return ({ browser, system }) => {
    if (browser && system) return t('security.sessions.device', { browser, system })
    return browser ?? system ?? t('security.sessions.unknown')
  }
}

function Session({ session, onEnd }: { session: LoginSession; onEnd: () => void }) {
  const { t } = useTranslation()
  const device = useDeviceName()(session)
  const { address, isThis, lastSeenAt, openedAt, system } = session
  const Icon = PHONES.includes(system) ? IconDeviceMobile : IconDeviceDesktop
  return (
    <li className={styles.line}>
      <Icon className="icon icon-20 text-tertiary" aria-hidden="true" />
      <div className="grow">
        <p>
          <span className="medium">{device}</span> <span className="text-secondary tabular-numbers no-wrap">{address}</span>
          {isThis ? <span className={styles.this}>{t('security.sessions.here')}</span> : null}
        </p>
        <p className="text-tertiary text-small">
          {t('security.sessions.seen', { moment: formatMinute(lastSeenAt) })}
          {' · '}
          {t('security.sessions.opened', { moment: formatMinute(openedAt) })}
        </p>
      </div>
      {isThis ? null : (
        <Button size="sm" aria-label={t('security.sessions.endOf', { device, address })} onClick={onEnd}>
          {t('security.sessions.end')}
        </Button>
      )}
    </li>
  )
}
