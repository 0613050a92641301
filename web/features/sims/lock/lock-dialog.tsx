import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { ALL_FIELD_SENTENCES } from '#contract/field-messages.ts'
import { AREA_MODE_WORDS, DEVICE_MODE_WORDS } from '#contract/locks/lock-messages.ts'
import { AREA_MODES, networkInCountry } from '#domain/area-locks.ts'
import { formatImei } from '#domain/identifiers.ts'
import { DEVICE_MODES, LOCK_VALUES_MAX } from '#domain/locks.ts'
import { GPRS_STATUS } from '#domain/sim-status.ts'
import { classes } from '#web/lib/classes.ts'
import { language } from '#web/lib/preferences.ts'
import { sentence } from '#web/lib/sentence.ts'
import { useSession } from '#web/lib/session.ts'
import { AreasField } from '#web/shared/locks/areas-field.tsx'
import { GeofencesField } from '#web/shared/locks/geofences-field.tsx'
import { type SimDetail, simQuery } from '#web/shared/sims/sim.api.ts'
import { AreaField } from '#web/ui/area-field.tsx'
import { CheckLine } from '#web/ui/checkbox.tsx'
import { ChoiceField } from '#web/ui/choice-field.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { checkField, choiceField, type EditedFields, EditForm, typedField, useEditForm } from '#web/ui/edit-form.tsx'
import fieldStyles from '#web/ui/field.module.css'
import { Field } from '#web/ui/field.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { ErrorState } from '#web/ui/states.tsx'
import { DialogTitle } from '../actions/dialog-title.tsx'
import { showOutcome } from '../actions/sim-actions.api.ts'
import { useActionWord } from '../actions/use-action-word.ts'
import { type SimLock, simLockQuery, useSaveLock } from './lock.api.ts'
import styles from './lock.module.css'
import { cutsNow, heldBy, isSameChange, type LockValues, lockChangeOf, lockProblemsOf, lockValuesOf } from './lock-values.ts'

interface LockDialogProps {
  readonly icc: string
  onClose(): void
}

/** In which devices, countries, networks and geofences a SIM may be. */
export function LockDialog({ icc, onClose }: LockDialogProps) {
  const { t } = useTranslation()
  const word = useActionWord()
  const { data: sim } = useQuery(simQuery(icc))
  const { data: lock, error, refetch } = useQuery(simLockQuery(icc))
  return (
    <Dialog opened onClose={onClose} title={<DialogTitle title={word('lock')} icc={icc} />} fullOnPhone>
      {error && !lock ? <ErrorState title={t('simLock.failed')} error={error} onRetry={() => void refetch()} /> : null}
      {sim && lock ? <LockForm sim={sim} lock={lock} onClose={onClose} /> : error ? null : <Skeleton width="60%" />}
    </Dialog>
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
    problemsOf: (values: LockValues) =>
      Object.fromEntries(
        Object.entries(lockProblemsOf(values, held)).map(([name, problem]) => [name, sentence(ALL_FIELD_SENTENCES[problem])]),
      ),
    bodyOf: (values: LockValues) => lockChangeOf(values, held),
    save,
    onSaved: (outcome) => {
      showOutcome(outcome)
      onClose()
    },
    onClose,
  })
  const { values } = form
  return (
    <EditForm
      form={{ ...form, isBlocked: isSameChange(lockChangeOf(values, held), lock) }}
      verb={t('simLock.save')}
      busy={t('simLock.saving')}
    >
      <ChoiceField label={t('simLock.mode')} isAutoFocused {...choiceField<LockValues, 'mode'>(form, 'mode')}>
        {DEVICE_MODES.map((mode) => (
          <option key={mode} value={mode}>
            {sentence(DEVICE_MODE_WORDS[mode])}
          </option>
        ))}
      </ChoiceField>
      <p className={fieldStyles.hint}>
        {values.mode === 'learn' && held ? t('simLock.held', { imei: formatImei(held) }) : t(`simLock.hint.${values.mode}`)}
      </p>
      <ModeFields {...form} held={held} />
      <AreaFields {...form} company={sim.companyId} />
      <Field
        label={t('simLock.emails')}
        hint={t('simLock.emailsHint')}
        inputMode="email"
        autoCapitalize="none"
        spellCheck={false}
        {...typedField<LockValues, 'emails'>(form, 'emails')}
      />
      <Consequence sim={sim} lock={lock} values={values} />
    </EditForm>
  )
}

/** The fields of the chosen mode. */
function ModeFields({ held, ...form }: EditedFields<LockValues> & { readonly held: string | undefined }) {
  const { t } = useTranslation()
  const { mode } = form.values
  if (mode === 'learn' && held)
    return (
      <CheckLine label={styles.check} {...checkField<LockValues, 'bindsAnew'>(form, 'bindsAnew')}>
        <span>
          <span className="medium">{t('simLock.bindAnew')}</span>
          <span className="text-tertiary text-small">{t('simLock.bindAnewHint', { imei: formatImei(held) })}</span>
        </span>
      </CheckLine>
    )
  if (mode !== 'imei' && mode !== 'tac') return null
  const name = mode === 'imei' ? 'imeis' : 'tacs'
  return (
    <AreaField
      label={t(`simLock.${name}`)}
      hint={t(`simLock.${name}Hint`, { count: LOCK_VALUES_MAX })}
      rows={3}
      inputMode="numeric"
      autoComplete="off"
      spellCheck={false}
      {...typedField<LockValues, typeof name>(form, name, 'values')}
    />
  )
}

function AreaFields({ company, ...form }: EditedFields<LockValues> & { readonly company: number }) {
  const { t } = useTranslation()
  const { values, problems, onValues } = form
  return (
    <>
      <ChoiceField label={t('simLock.area')} {...choiceField<LockValues, 'areaMode'>(form, 'areaMode')}>
        {AREA_MODES.map((mode) => (
          <option key={mode} value={mode}>
            {sentence(AREA_MODE_WORDS[mode])}
          </option>
        ))}
      </ChoiceField>
      {values.areaMode === 'listed' ? (
        <>
          <AreasField areas={values.areas} problem={problems.areas} onAreas={(areas) => onValues({ ...values, areas })} />
          <GeofencesField
            company={company}
            chosen={values.geofences}
            problem={problems.geofences ?? problems['area.geofences']}
            onChosen={(geofences) => onValues({ ...values, geofences })}
          />
        </>
      ) : null}
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
