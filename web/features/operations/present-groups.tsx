import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { presentGroupsQuery } from './operations.api.ts'

/** Groups that are named; the others are summed. */
const NAMED = 5

/** The groups that the SIMs of an operation are in now, those of most first. */
export function PresentGroups({ operationId }: { operationId: number }) {
  const { t } = useTranslation()
  const { data: groups, error } = useQuery(presentGroupsQuery(operationId))
  if (error) return t('operations.groupsUnknown')
  if (!groups) return <Skeleton width="60%" />
  const others = groups.slice(NAMED).reduce((sum, { lines }) => sum + lines, 0)
  return (
    <>
      {groups.slice(0, NAMED).map(({ group, lines }) => (
        <div key={group}>{t(group === '' ? 'operations.nowInNone' : 'operations.nowIn', { count: lines, path: group })}</div>
      ))}
      {others > 0 ? <div>{t('operations.nowInOthers', { count: others })}</div> : null}
    </>
  )
}
