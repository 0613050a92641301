import { IconDeviceDesktop, IconDeviceMobile } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { formatMinute } from '#web/lib/format.ts'
import { Button } from '#web/ui/button.tsx'
import { Failure } from '#web/ui/failure.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { ErrorState } from '#web/ui/states.tsx'
import { toasts } from '#web/ui/toast-store.ts'
import { type LoginSession, loginSessionsQuery, useEndOthers, useEndSession } from './security.api.ts'

/** Where one is logged in, each to be ended. */
export function SessionsPart() {
  const { t } = useTranslation()
  const { data, error, refetch } = useQuery(loginSessionsQuery)
  return (
    <section className="security-part" aria-labelledby="security-sessions">
      <h3 id="security-sessions">{t('security.sessions.title')}</h3>
      <p className="t2">{t('security.sessions.lead')}</p>
      {error && !data ? (
        <ErrorState title={t('security.sessions.failed')} error={error} onRetry={() => void refetch()} />
      ) : data ? (
        <Sessions sessions={data} />
      ) : (
        <Skeleton width="80%" />
      )}
    </section>
  )
}

function Sessions({ sessions }: { sessions: readonly LoginSession[] }) {
  const { t } = useTranslation()
  const end = useEndSession()
  const endOthers = useEndOthers()
  const hasOthers = sessions.some(({ isThis }) => !isThis)
  const ended = ({ ended: count }: { ended: number }) => toasts.success(t('security.sessions.othersEnded', { count }))
  const endOne = (sessionId: number) => {
    if (!end.isPending) end.mutate(sessionId, { onSuccess: () => toasts.success(t('security.sessions.ended')) })
  }
  return (
    <>
      <ul className="security-sessions">
        {sessions.map((session) => (
          <Session key={session.sessionId} session={session} onEnd={() => endOne(session.sessionId)} />
        ))}
      </ul>
      <Failure error={end.error ?? endOthers.error} />
      {hasOthers ? (
        <Button
          variant="danger"
          blocked={endOthers.isPending}
          onClick={() => endOthers.mutate(undefined, { onSuccess: ended })}
        >
          {t('security.sessions.endOthers')}
        </Button>
      ) : (
        <p className="t3 s12">{t('security.sessions.alone')}</p>
      )}
    </>
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
    <li className="security-line">
      <Icon className="i i-20 t3" aria-hidden="true" />
      <div className="grow">
        <p>
          <span className="b">{device}</span> <span className="t2 tn nw">{address}</span>
          {isThis ? <span className="security-this">{t('security.sessions.here')}</span> : null}
        </p>
        <p className="t3 s12">
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
