import i18next from 'i18next'
import { DEVICE_MODE_WORDS } from '#contract/locks/lock-messages.ts'
import type { OperationData } from '#contract/operations/operations.calls.ts'
import type { DeviceLock } from '#domain/locks.ts'
import { sentence } from '#web/lib/sentence.ts'

interface Detail {
  readonly name: string
  readonly value: string
}

const lockText = ({ mode, values }: DeviceLock): string =>
  [sentence(DEVICE_MODE_WORDS[mode]), values.join(', ')].filter((part) => part !== '').join(': ')

/** Reason, file and parameters of an operation, those that it has. */
export function operationDetails({ reason, fileName, parameters }: OperationData): Detail[] {
  const { message, customField1, customField2, device, planCode, add, remove, group, lock } = parameters
  const { t } = i18next
  return [
    { name: t('operations.reasonGiven'), value: reason },
    { name: t('operations.file'), value: fileName },
    { name: t('operations.newPlan'), value: planCode },
    { name: t('operations.message'), value: message },
    { name: t('sims.field.customField1'), value: customField1 },
    { name: t('sims.field.customField2'), value: customField2 },
    { name: t('sims.field.device'), value: device },
    { name: t('operations.tagsAdded'), value: add?.join(', ') },
    { name: t('operations.tagsRemoved'), value: remove?.join(', ') },
    { name: t('operations.newLock'), value: lock && lockText(lock.device) },
    // '' takes the SIMs out of their groups
    { name: t('operations.newGroup'), value: group === '' ? t('operations.noGroup') : group },
  ].flatMap(({ name, value }) => (value ? [{ name, value }] : []))
}
