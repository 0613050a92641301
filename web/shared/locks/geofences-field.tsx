import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { geofenceKey } from '#domain/geofences.ts'
import { LOCK_GEOFENCES_MAX } from '#domain/locks.ts'
import { geofencesQuery } from '#web/shared/geofences/geofences.api.ts'
import { TagsField } from '#web/ui/tags-field.tsx'

interface GeofencesFieldProps {
  /** of the SIM; undefined: of the companies of all that are locked */
  readonly company?: number
  /** numbers */
  readonly chosen: readonly string[]
  readonly problem: string | undefined
  onChosen(geofences: string[]): void
}

/** Geofences in which SIMs may be, as chips. Of several companies, those with the same name have the number of their company. */
export function GeofencesField({ company, chosen, problem, onChosen }: GeofencesFieldProps) {
  const { t } = useTranslation()
  const { data: all = [] } = useQuery(geofencesQuery)
  const offered = all.filter(({ companyId }) => company === undefined || companyId === company)
  const nameOf = ({ name, companyId }: (typeof all)[number]): string => {
    const isOnce = offered.filter((other) => geofenceKey(other.name) === geofenceKey(name)).length === 1
    return isOnce ? name : `${name} (${companyId})`
  }
  const named = offered.map((geofence) => ({ name: nameOf(geofence), id: geofence.geofenceId }))
  const find = (text: string) => named.find(({ name }) => geofenceKey(name) === geofenceKey(text.trim()))
  const names = chosen.flatMap((id) => named.find((one) => one.id === id)?.name ?? [])
  return (
    <TagsField
      label={t('geofences.field')}
      hint={t(company === undefined ? 'geofences.fieldHintMany' : 'geofences.fieldHint', { count: LOCK_GEOFENCES_MAX })}
      names={names}
      known={named.map(({ name }) => ({ name }))}
      takesNew={(text) => find(text)?.name}
      problem={problem}
      onNames={(next) => onChosen(next.flatMap((name) => find(name)?.id ?? []))}
    />
  )
}
