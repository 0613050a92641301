import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { networkInCountry } from '#domain/area-locks.ts'
import { formatImei } from '#domain/identifiers.ts'
import { GPRS_STATUS } from '#domain/sim-status.ts'
import { classes } from '#web/lib/classes.ts'
import { language } from '#web/lib/preferences.ts'
import { useSession } from '#web/lib/session.ts'
import type { SimDetail } from '#web/shared/sims/sim.api.ts'
import { Button } from '#web/ui/button.tsx'
import { EditForm, useEditForm } from '#web/ui/edit-form.tsx'
import { Failure } from '#web/ui/failure.tsx'
import { Loaded } from '#web/ui/loaded.tsx'
import { showOutcome } from '../actions/sim-actions.api.ts'
import { SimFormDialog } from '../actions/sim-form-dialog.tsx'
import { ownerOf, type SimLock, simLockQuery, useSaveLock } from './lock.api.ts'
import styles from './lock.module.css'
import { LockFields } from './lock-fields.tsx'
import { cutsNow, heldBy, isSameChange, type LockValues, lockChangeOf, lockSentencesOf, lockValuesOf } from './lock-values.ts'

/** In which devices, countries, networks and geofences a SIM may be. */
export function LockDialog({ icc, onClose }: { icc: string; onClose: () => void }) {
  const { t } = useTranslation()
  const query = useQuery(simLockQuery(icc))
  return (
    <SimFormDialog icc={icc} action="lock" onClose={onClose}>
      {(sim) => (
        <Loaded query={query} failed={t('simLock.failed')}>
          {(lock) => <LockForm sim={sim} lock={lock} onClose={onClose} />}
        </Loaded>
      )}
    </SimFormDialog>
  )
}

interface LockFormProps {
  readonly sim: SimDetail
  readonly lock: SimLock
  onClose(): void
}

function LockForm({ sim, lock, onClose }: LockFormProps) {
  const { t } = useTranslation()
  const { userEmail } = useSession()
  const held = heldBy(lock)
  const save = useSaveLock(lock)
  const form = useEditForm({
    initial: () => lockValuesOf(lock, { imei: sim.imei, network: sim.currentNetwork, ownEmail: userEmail }),
    problemsOf: (values: LockValues) => lockSentencesOf(values, held),
    bodyOf: (values: LockValues) => lockChangeOf(values, held),
    save,
    isBlocked: (values) => isSameChange(lockChangeOf(values, held), lock),
    onClose,
  })
  const { values } = form
  return (
    <EditForm form={form} verb={t('simLock.save')} busy={t('simLock.saving')}>
      <Inheritance lock={lock} onClose={onClose} />
      <LockFields form={form} company={sim.companyId} held={held} />
      <Consequence sim={sim} lock={lock} values={values} />
    </EditForm>
  )
}

/** The policy that the SIM follows, or that its own lock keeps off, with the way back to it. */
function Inheritance({ lock, onClose }: Pick<LockFormProps, 'lock' | 'onClose'>) {
  const { t } = useTranslation()
  const save = useSaveLock(lock)
  const { policy, isOwn } = lock
  if (!policy) return null
  const { group } = policy
  if (!isOwn)
    return (
      <p className="text-secondary">
        {t(`simLock.from.${ownerOf(group)}`, { group })} {t('simLock.overrides')}
      </p>
    )
  const inherit = () =>
    save.mutate(
      { inherits: true },
      {
        onSuccess: (outcome) => {
          showOutcome(outcome)
          onClose()
        },
      },
    )
  return (
    <>
      <p className={`row ${styles.inherits}`}>
        <span className="grow text-secondary">{t(`simLock.ownDespite.${ownerOf(group)}`, { group })}</span>
        <Button size="sm" blocked={save.isPending} aria-busy={save.isPending} onClick={inherit}>
          {t('simLock.inherit')}
        </Button>
      </p>
      <Failure error={save.error} />
    </>
  )
}

/** What a lock does, and what it does at once. */
function Consequence({ sim, lock, values }: { sim: SimDetail; lock: SimLock; values: LockValues }) {
  const { t } = useTranslation()
  if (values.mode === 'off' && values.areaMode === 'off') return null
  const isInSession = sim.gprsStatus === GPRS_STATUS.activated
  const cut = isInSession ? cutsNow(values, lock, { held: heldBy(lock), network: sim.currentNetwork }) : undefined
  const places = [
    cut?.imei && `IMEI ${formatImei(cut.imei)}`,
    cut?.network && networkInCountry(cut.network, language.get()),
  ].filter((place) => place !== undefined)
  const isCut = places.length > 0
  return (
    <p className={classes(styles.consequence, isCut ? styles.grave : 'text-secondary')} role="status">
      {isCut ? t('simLock.cutsNow', { place: places.join(', ') }) : t('simLock.consequence')}
    </p>
  )
}
