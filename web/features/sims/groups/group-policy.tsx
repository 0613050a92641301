import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { areaLockText, deviceLockText } from '#web/shared/locks/lock-words.ts'
import { type LockPolicy, lockPoliciesQuery } from '../lock/lock-policies.api.ts'
import { PolicyDialog, type PolicyOwner } from '../lock/policy-dialog.tsx'

const isOf = (companyId: number, groupId: number | null) => (policy: LockPolicy) =>
  policy.companyId === companyId && policy.groupId === groupId

/** What the lock of a company's or a group's SIMs allows, in a line; '' without one. */
export function usePolicyText(companyId: number, groupId: number | null): string {
  const { t } = useTranslation()
  const { data: policies = [] } = useQuery(lockPoliciesQuery)
  const policy = policies.find(isOf(companyId, groupId))
  if (!policy) return ''
  const { device, area } = policy
  const parts = [deviceLockText(device), ...(area.mode === 'off' ? [] : [areaLockText(area.values, area.geofences.length)])]
  return t('groups.locks', { lock: parts.join(', ') })
}

/** The dialog that sets the lock of a company’s or a group’s SIMs. */
export function GroupPolicy({ owner, onClose }: { owner: PolicyOwner; onClose: () => void }) {
  const { data: policies } = useQuery({ ...lockPoliciesQuery, staleTime: 0 })
  if (!policies) return null
  return <PolicyDialog owner={owner} policy={policies.find(isOf(owner.companyId, owner.groupId))} onClose={onClose} />
}
