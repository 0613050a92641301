import { useQuery } from '@tanstack/react-query'
import i18next from 'i18next'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { ALL_FIELD_SENTENCES } from '#contract/field-messages.ts'
import { AREA_MODE_WORDS, DEVICE_MODE_WORDS, SIM_LOCK_SENTENCES } from '#contract/locks/lock-messages.ts'
import { readEmails } from '#domain/alarms.ts'
import { AREA_MODES, areaLockProblem } from '#domain/area-locks.ts'
import type { OperationKind } from '#domain/eligibility.ts'
import { isEmail } from '#domain/email.ts'
import { groupPath } from '#domain/groups.ts'
import { DEVICE_MODES, LOCK_VALUES_MAX, lockValuesProblem } from '#domain/locks.ts'
import { MAX_SMS_SEGMENTS, smsSegments } from '#domain/sms-segments.ts'
import { SIM_TAGS_MAX } from '#domain/tags.ts'
import { sentence } from '#web/lib/sentence.ts'
import { CompanyField } from '#web/shared/companies/company-finder.tsx'
import { GroupField } from '#web/shared/groups/group-field.tsx'
import { distinctPaths, groupsQuery } from '#web/shared/groups/groups.api.ts'
import { AreasField } from '#web/shared/locks/areas-field.tsx'
import { GeofencesField } from '#web/shared/locks/geofences-field.tsx'
import { distinctByName } from '#web/shared/tags/tag-colours.ts'
import { tagsQuery } from '#web/shared/tags/tags.api.ts'
import { AreaField } from '#web/ui/area-field.tsx'
import { CheckLine } from '#web/ui/checkbox.tsx'
import { ChoiceField } from '#web/ui/choice-field.tsx'
import fieldStyles from '#web/ui/field.module.css'
import { Field } from '#web/ui/field.tsx'
import { TagsField } from '#web/ui/tags-field.tsx'
import styles from './mass-dialog.module.css'
import {
  lockValueLines,
  type MassDetails,
  type MassLock,
  type MassSource,
  massAreaLock,
  type OperationFile,
  SAME_LOCK,
} from './operations.api.ts'
import { PlanFields } from './plan-fields.tsx'

/** Validation errors by field. */
export type Problems = Partial<Record<keyof MassDetails | 'lockAreas' | 'lockGeofences' | 'lockEmails', string>>

export const CUSTOM_FIELDS = ['customField1', 'customField2', 'device'] as const
const CUSTOM_MAX = 120

function messageProblem(message: string): string | undefined {
  if (message.trim() === '') return i18next.t('operations.required')
  const { segments } = smsSegments(message)
  return segments > MAX_SMS_SEGMENTS ? i18next.t('operations.tooManySegments', { count: MAX_SMS_SEGMENTS }) : undefined
}

/** What the lines of a file can have their own values for. */
const FILE_FIELDS: Readonly<Partial<Record<OperationKind, readonly string[]>>> = {
  custom: CUSTOM_FIELDS,
  tag: ['tags'],
  group: ['group'],
}

/** Headings by which a file's columns are recognised; fields may differ from line to line. */
export const templateOf = (kind: OperationKind): string => ['icc', ...(FILE_FIELDS[kind] ?? [])].join(',')

/** The columns of a file with values that the kind of operation uses. */
export function ownColumns(kind: OperationKind, file: OperationFile | undefined): string[] {
  const columns = file?.columns.filter(({ field }) => field !== null && FILE_FIELDS[kind]?.includes(field))
  return columns?.map(({ header }) => header) ?? []
}

function tagsProblem({ add = [], remove = [] }: MassDetails, file: OperationFile | undefined): string | undefined {
  if (add.length > SIM_TAGS_MAX) return i18next.t('tags.tooMany', { count: SIM_TAGS_MAX })
  return add.length + remove.length + ownColumns('tag', file).length === 0 ? i18next.t('operations.oneTag') : undefined
}

function groupProblem({ group = '', leavesGroup }: MassDetails, file: OperationFile | undefined): string | undefined {
  if (leavesGroup) return undefined
  if (group.trim() === '') return ownColumns('group', file).length === 0 ? i18next.t('operations.oneGroup') : undefined
  return groupPath(group) === undefined ? sentence(ALL_FIELD_SENTENCES.groupPath) : undefined
}

/** What is wrong with a lock, at the field of it. */
function lockProblems(lock: MassLock): Problems {
  const { mode } = lock
  const area = massAreaLock(lock)
  const values = mode === 'same' ? undefined : lockValuesProblem({ mode, values: lockValueLines(lock) })
  if (values) return { lock: sentence(ALL_FIELD_SENTENCES[values]) }
  const areas = area && areaLockProblem(area)
  if (areas === 'lockGeofences') return { lockGeofences: sentence(ALL_FIELD_SENTENCES[areas]) }
  if (areas) return { lockAreas: sentence(ALL_FIELD_SENTENCES[areas]) }
  const emails = readEmails(lock.emails)
  if (!emails.every(isEmail)) return { lockEmails: sentence(ALL_FIELD_SENTENCES.email) }
  return mode === 'same' && !area && emails.length === 0 ? { lock: sentence(SIM_LOCK_SENTENCES.nothing) } : {}
}

/** Errors that block the preview. */
export function detailProblemsOf(kind: OperationKind, details: MassDetails, file: OperationFile | undefined): Problems {
  if (kind === 'sms') {
    const message = messageProblem(details.message ?? '')
    return message ? { message } : {}
  }
  if (kind === 'plan' && !details.planCode) return { planCode: i18next.t('operations.required') }
  if (kind === 'assign' && details.companyId === undefined) return { companyId: i18next.t('companies.choose.one') }
  const tags = kind === 'tag' ? tagsProblem(details, file) : undefined
  if (tags) return { add: tags }
  const group = kind === 'group' ? groupProblem(details, file) : undefined
  if (group) return { group }
  if (kind === 'lock') return lockProblems(details.lock ?? SAME_LOCK)
  const isEmpty = CUSTOM_FIELDS.every((name) => (details[name] ?? '').trim() === '')
  if (kind === 'custom' && isEmpty && ownColumns(kind, file).length === 0)
    return { customField1: i18next.t('operations.oneField') }
  return {}
}

interface KindFieldsProps {
  readonly kind: OperationKind
  readonly details: MassDetails
  readonly problems: Problems
  readonly source: MassSource | undefined
  onDetails(details: MassDetails): void
}

/** The fields of some kinds of operation. */
export function KindFields(props: KindFieldsProps): ReactNode {
  if (props.kind === 'sms') return <MessageField {...props} />
  if (props.kind === 'custom') return <CustomFields {...props} />
  if (props.kind === 'tag') return <TagFields {...props} />
  if (props.kind === 'group') return <GroupFields {...props} />
  if (props.kind === 'lock') return <LockFields {...props} />
  if (props.kind === 'assign') return <AssigneeField {...props} />
  if (props.kind === 'plan') return <PlanFields {...props} problem={props.problems.planCode} />
  return null
}

function MessageField({ details, problems, onDetails }: KindFieldsProps) {
  const { t } = useTranslation()
  const message = details.message ?? ''
  const { units, segments } = smsSegments(message)
  return (
    <AreaField
      label={t('operations.message')}
      problem={problems.message}
      hint={t('operations.segments', { units, count: segments })}
      rows={4}
      value={message}
      data-autofocus
      onChange={(event) => onDetails({ ...details, message: event.currentTarget.value })}
    />
  )
}

function CustomFields({ details, problems, onDetails }: KindFieldsProps) {
  const { t } = useTranslation()
  return CUSTOM_FIELDS.map((name, index) => (
    <Field
      key={name}
      label={t(`sims.field.${name}`)}
      value={details[name] ?? ''}
      maxLength={CUSTOM_MAX}
      autoComplete="off"
      problem={problems[name]}
      data-autofocus={index === 0 ? true : undefined}
      onChange={(event) => onDetails({ ...details, [name]: event.currentTarget.value })}
    />
  ))
}

/** The tags to put on and to take off. */
function TagFields({ details, problems, onDetails }: KindFieldsProps) {
  const { t } = useTranslation()
  const { data = [] } = useQuery(tagsQuery)
  const known = distinctByName(data)
  return (
    <>
      <TagsField
        label={t('operations.tagsAdd')}
        names={details.add ?? []}
        known={known}
        problem={problems.add}
        hint={t('operations.tagsAddHint')}
        isAutoFocused
        onNames={(add) => onDetails({ ...details, add })}
      />
      <TagsField
        label={t('operations.tagsRemove')}
        names={details.remove ?? []}
        known={known}
        takesNew={false}
        onNames={(remove) => onDetails({ ...details, remove })}
      />
    </>
  )
}

/** The group that the SIMs move to, or none. */
function GroupFields({ details, problems, onDetails }: KindFieldsProps) {
  const { t } = useTranslation()
  const { data = [] } = useQuery(groupsQuery)
  const leaves = details.leavesGroup ?? false
  return (
    <>
      {leaves ? null : (
        <GroupField
          label={t('sims.field.group')}
          path={details.group ?? ''}
          known={distinctPaths(data.filter(({ rule }) => rule === null))}
          problem={problems.group}
          hint={t('groups.pathHint')}
          isAutoFocused
          onPath={(group) => onDetails({ ...details, group })}
        />
      )}
      <CheckLine labelClass={styles.check} checked={leaves} onChange={() => onDetails({ ...details, leavesGroup: !leaves })}>
        {t('operations.leaveGroup')}
      </CheckLine>
    </>
  )
}

/** The devices, countries and networks in which the SIMs may be. */
function LockFields({ details, problems, onDetails }: KindFieldsProps) {
  const { t } = useTranslation()
  const lock = details.lock ?? SAME_LOCK
  const { mode } = lock
  const set = (change: Partial<MassLock>) => onDetails({ ...details, lock: { ...lock, ...change } })
  const hasValues = mode === 'imei' || mode === 'tac'
  const values = mode === 'imei' ? 'imeis' : 'tacs'
  return (
    <>
      <ChoiceField
        label={t('simLock.mode')}
        value={mode}
        problem={mode === 'same' ? problems.lock : undefined}
        isAutoFocused
        onChoose={(chosen) => set({ mode: chosen as MassLock['mode'] })}
      >
        <option value="same">{t('operations.lockSame')}</option>
        {DEVICE_MODES.map((one) => (
          <option key={one} value={one}>
            {sentence(DEVICE_MODE_WORDS[one])}
          </option>
        ))}
      </ChoiceField>
      {mode === 'same' ? null : <p className={fieldStyles.hint}>{t(`simLock.hint.${mode}`)}</p>}
      {hasValues ? (
        <AreaField
          label={t(`simLock.${values}`)}
          hint={t(`simLock.${values}Hint`, { count: LOCK_VALUES_MAX })}
          rows={3}
          inputMode="numeric"
          autoComplete="off"
          value={lock.values}
          problem={problems.lock}
          onChange={(event) => set({ values: event.currentTarget.value })}
        />
      ) : null}
      <ChoiceField
        label={t('simLock.area')}
        value={lock.areaMode}
        problem={undefined}
        onChoose={(chosen) => set({ areaMode: chosen as MassLock['areaMode'] })}
      >
        <option value="same">{t('operations.lockSame')}</option>
        {AREA_MODES.map((one) => (
          <option key={one} value={one}>
            {sentence(AREA_MODE_WORDS[one])}
          </option>
        ))}
      </ChoiceField>
      {lock.areaMode === 'listed' ? (
        <>
          <AreasField areas={lock.areas} problem={problems.lockAreas} onAreas={(areas) => set({ areas })} />
          <GeofencesField
            chosen={lock.geofences}
            problem={problems.lockGeofences}
            onChosen={(geofences) => set({ geofences })}
          />
        </>
      ) : null}
      <Field
        label={t('simLock.emails')}
        hint={t('operations.lockEmailsHint')}
        inputMode="email"
        autoCapitalize="none"
        value={lock.emails}
        problem={problems.lockEmails}
        onChange={(event) => set({ emails: event.currentTarget.value })}
      />
    </>
  )
}

function AssigneeField({ details, problems, onDetails }: KindFieldsProps) {
  return (
    <CompanyField
      company={details.companyId}
      problem={problems.companyId}
      isAutoFocused
      onChoose={({ id }) => onDetails({ ...details, companyId: id })}
    />
  )
}
