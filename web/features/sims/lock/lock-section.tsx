import { type Icon, IconAlertTriangle, IconLock, IconLockOpen, IconMapPin, IconPencil } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { AREA_MODE_WORDS, DEVICE_MODE_WORDS } from '#contract/locks/lock-messages.ts'
import { areaName, networkInCountry } from '#domain/area-locks.ts'
import { coordinatesText } from '#domain/geofences.ts'
import { formatImei } from '#domain/identifiers.ts'
import type { LockKind } from '#domain/locks.ts'
import { ADMINISTRATIVE_STATUS } from '#domain/sim-status.ts'
import { formatMinute, formatMoment } from '#web/lib/format.ts'
import { language } from '#web/lib/preferences.ts'
import { sentence } from '#web/lib/sentence.ts'
import { useGeofenceNames } from '#web/shared/geofences/geofences.api.ts'
import { usePersonName } from '#web/shared/people/person-names.api.ts'
import type { SimDetail } from '#web/shared/sims/sim.api.ts'
import { Ago } from '#web/ui/ago.tsx'
import { Button } from '#web/ui/button.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { Loaded } from '#web/ui/loaded.tsx'
import { simDialog } from '../actions/sim-dialog.ts'
import { Section } from '../detail/section.tsx'
import type { Level } from '../detail/sim-head.tsx'
import { ownerOf, type SimLock, simLockQuery } from './lock.api.ts'
import styles from './lock.module.css'
import { heldBy, isForeign } from './lock-values.ts'

/** How a SIM is bound to its device and to countries and networks, whether it is elsewhere, and in which devices it was. */
export function LockSection({ sim, level }: { sim: SimDetail; level: Level }) {
  const { t } = useTranslation()
  const query = useQuery(simLockQuery(sim.icc))
  const { data, error } = query
  const edit =
    sim.simAdministrativeStatusId === ADMINISTRATIVE_STATUS.retired ? null : (
      <Button variant="ghost" size="sm" aria-haspopup="dialog" onClick={() => simDialog.open(sim.icc, 'lock')}>
        <IconPencil className="icon icon-14" aria-hidden="true" />
        {t('simLock.edit')}
      </Button>
    )
  return (
    <Section className={styles.lock} title={t('simLock.title')} level={level} actions={edit} isBusy={!data && !error}>
      <Loaded query={query} failed={t('simLock.failed')}>
        {(lock) => (
          <>
            <Breaches sim={sim} lock={lock} />
            <Source lock={lock} />
            <DeviceRule lock={lock} />
            <AreaRule lock={lock} />
            <Devices lock={lock} level={level} />
          </>
        )}
      </Loaded>
    </Section>
  )
}

const RESTORABLE = ADMINISTRATIVE_STATUS.deactivatedByAlarm

type Breach = Pick<NonNullable<SimLock['breach']>, 'since' | 'action' | 'releasedBy'>

function BreachText({ breach: { action, releasedBy }, what }: { breach: Breach; what: LockKind }) {
  const { t } = useTranslation()
  const actor = usePersonName(releasedBy)
  if (releasedBy !== '') return t(`simLock.released.${what}`, { actor })
  if (action === 'cut') return t('simLock.cut')
  if (action === 'failed') return t('simLock.cutFailed')
  return t(action === 'due' || action === 'ordered' ? 'simLock.cutting' : 'simLock.notCut')
}

/** The SIM is in a device, a country or a network in which it may not be. */
function Breaches({ sim, lock: { breach, areaBreach, geofenceBreach } }: { sim: SimDetail; lock: SimLock }) {
  const breaches = [
    { what: 'device', breach, where: breach && `IMEI ${formatImei(breach.imei)}` },
    { what: 'area', breach: areaBreach, where: areaBreach && networkInCountry(areaBreach.network, language.get()) },
    { what: 'geofence', breach: geofenceBreach, where: geofenceBreach && coordinatesText(geofenceBreach) },
  ] as const
  // one press restores the data, whatever has cut it
  const offers = breaches.find((one) => one.breach?.releasedBy === '')?.what
  const isRestorable = sim.simAdministrativeStatusId === RESTORABLE
  return breaches.map(({ what, breach, where }) =>
    breach ? (
      <BreachNote key={what} {...{ what, breach, where }} icc={sim.icc} canRestore={isRestorable && what === offers} />
    ) : null,
  )
}

interface BreachNoteProps {
  readonly icc: string
  readonly what: LockKind
  readonly breach: Breach
  readonly where: string | null
  readonly canRestore: boolean
}

function BreachNote({ icc, what, breach, where, canRestore }: BreachNoteProps) {
  const { t } = useTranslation()
  const isReleased = breach.releasedBy !== ''
  return (
    <div className={styles.breach} data-released={isReleased || undefined}>
      <IconAlertTriangle className={`icon icon-18 icon-${isReleased ? 'warning' : 'stop'}`} aria-hidden="true" />
      <div className="grow">
        <p className="semibold">{t(`simLock.broken.${what}`, { when: formatMinute(breach.since) })}</p>
        <p className="text-small text-secondary">
          <span className={what === 'area' ? undefined : 'tabular-numbers no-wrap'}>{where}</span>.{' '}
          <BreachText breach={breach} what={what} />
        </p>
      </div>
      {canRestore ? (
        <Button size="sm" aria-haspopup="dialog" onClick={() => simDialog.open(icc, 'restoreData')}>
          {t('simLock.restore')}
        </Button>
      ) : null}
    </div>
  )
}

/** Where the lock comes from, where companies or groups have any. */
function Source({ lock: { policy, isOwn } }: { lock: SimLock }) {
  const { t } = useTranslation()
  if (!policy) return null
  const { group } = policy
  const text = t(`simLock.${isOwn ? 'ownDespite' : 'from'}.${ownerOf(group)}`, { group })
  return <p className={`text-tertiary text-small ${styles.source}`}>{text}</p>
}

/** The devices that the lock allows. */
function DeviceRule({ lock }: { lock: SimLock }) {
  const { t } = useTranslation()
  const { mode, values } = lock.device
  const held = heldBy(lock)
  return (
    <Rule Icon={mode === 'off' ? IconLockOpen : IconLock}>
      <p>
        {sentence(DEVICE_MODE_WORDS[mode])}
        {mode === 'learn' ? <span className="text-secondary"> · {held ? formatImei(held) : t('simLock.waiting')}</span> : null}
      </p>
      {mode === 'imei' || mode === 'tac' ? (
        <ul className={`tabular-numbers text-secondary ${styles.values}`}>
          {values.map((value) => (
            <li key={value}>{mode === 'imei' ? formatImei(value) : value}</li>
          ))}
        </ul>
      ) : null}
      {lock.atNetwork === 'none' ? null : (
        <p className="text-tertiary text-small" role="status">
          {t(`simLock.atNetwork.${lock.atNetwork}`)}
        </p>
      )}
    </Rule>
  )
}

/** The countries, networks and geofences that the lock allows. */
function AreaRule({ lock: { area } }: { lock: SimLock }) {
  const geofences = useGeofenceNames(area.geofences)
  return (
    <Rule Icon={IconMapPin}>
      <p>{sentence(AREA_MODE_WORDS[area.mode])}</p>
      {area.values.length + geofences.length > 0 ? (
        <ul className={`text-secondary ${styles.values}`}>
          {area.values.map((value) => (
            <li key={value}>{areaName(value, language.get())}</li>
          ))}
          {geofences.map((name) => (
            <li key={name}>{name}</li>
          ))}
        </ul>
      ) : null}
    </Rule>
  )
}

function Rule({ Icon: RuleIcon, children }: { Icon: Icon; children: ReactNode }) {
  return (
    <div className={styles.rule}>
      <RuleIcon className="icon text-tertiary" aria-hidden="true" />
      <div>{children}</div>
    </div>
  )
}

/** The devices in which the network reported the SIM, latest first. */
function Devices({ lock, level }: { lock: SimLock; level: Level }) {
  const { t } = useTranslation()
  const Heading = `h${level === 2 ? 3 : 4}` as const
  return (
    <>
      <Heading className={styles.devicesHead}>{t('simLock.devices')}</Heading>
      {lock.devices.length === 0 ? <p className="text-tertiary">{t('simLock.devicesNone')}</p> : null}
      {lock.devices.length > 0 ? (
        <table className={styles.devices}>
          <thead>
            <tr>
              <th scope="col">{t('simLock.device')}</th>
              <th scope="col">{t('simLock.firstSeen')}</th>
              <th scope="col">{t('simLock.lastSeen')}</th>
            </tr>
          </thead>
          <tbody>
            {lock.devices.map(({ imei, firstSeen, lastSeen }) => (
              <tr key={imei}>
                <td>
                  <span className="tabular-numbers no-wrap">{formatImei(imei)}</span>
                  <CopyButton text={imei} what={t('simLock.device')} onHover />
                  {isForeign(lock, imei) ? <span className={styles.foreign}>{t('simLock.foreign')}</span> : null}
                </td>
                <td>
                  <time className="tabular-numbers" dateTime={firstSeen} title={formatMoment(firstSeen)}>
                    {formatMinute(firstSeen)}
                  </time>
                </td>
                <td className="tabular-numbers">
                  <Ago at={lastSeen} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      ) : null}
    </>
  )
}
