import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { areaLockText, deviceLockText } from '#web/shared/locks/lock-words.ts'
import { lockPoliciesQuery, policyOf } from '../lock/lock-policies.api.ts'

/** What the lock of a company's or a group's SIMs allows, in a line; '' without one. */
export function usePolicyText(companyId: number, groupId: number | null): string {
  const { t } = useTranslation()
  const { data: policies = [] } = useQuery(lockPoliciesQuery)
  const policy = policyOf(policies, companyId, groupId)
  if (!policy) return ''
  const { device, area } = policy
  const parts = [deviceLockText(device), ...(area.mode === 'off' ? [] : [areaLockText(area.values, area.geofences.length)])]
  return t('groups.locks', { lock: parts.join(', ') })
}
