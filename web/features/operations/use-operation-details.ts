import { useTranslation } from 'react-i18next'
import type { OperationData } from '#contract/operations/operations.calls.ts'
import { useSession } from '#web/lib/session.ts'
import { areaLockText, deviceLockText } from '#web/shared/locks/lock-words.ts'
import { usePlanName } from '#web/shared/plans/plan-choices.api.ts'

/** The parts of a lock that the SIMs get. */
const lockText = ({ device, area }: NonNullable<OperationData['parameters']['lock']>): string =>
  [device && deviceLockText(device), area && areaLockText(area.values, area.geofences?.length)]
    .filter((part) => part !== undefined)
    .join('. ')

/**
 * Parameters, reason, company, for who may have several, file and origin of an operation, those that it has: what it does is before
 * where it comes from.
 */
export function useOperationDetails({ companyName, reason, fileName, parameters }: OperationData) {
  const { message, customField1, customField2, device, planCode, add, remove, group, lock, advice } = parameters
  const { t } = useTranslation()
  const planName = usePlanName(planCode !== undefined)
  const { worksIn } = useSession()
  return [
    { name: t('operations.newPlan'), value: planCode && planName(planCode) },
    { name: t('operations.message'), value: message },
    { name: t('sims.field.customField1'), value: customField1 },
    { name: t('sims.field.customField2'), value: customField2 },
    { name: t('sims.field.device'), value: device },
    { name: t('operations.tagsAdded'), value: add?.join(', ') },
    { name: t('operations.tagsRemoved'), value: remove?.join(', ') },
    { name: t('operations.newLock'), value: lock && lockText(lock) },
    // '' takes the SIMs out of their groups
    { name: t('operations.newGroup'), value: group === '' ? t('operations.noGroup') : group },
    { name: t('operations.reasonGiven'), value: reason },
    { name: t('companies.choose.company'), value: worksIn !== 'only' && companyName },
    { name: t('operations.file'), value: fileName },
    { name: t('operations.origin'), value: advice && t('titles.optimise') },
  ].flatMap(({ name, value }) => (value ? [{ name, value }] : []))
}
