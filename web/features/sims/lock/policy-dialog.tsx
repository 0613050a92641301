import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useSession } from '#web/lib/session.ts'
import { toasts } from '#web/lib/toast-store.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { EditForm, useEditForm } from '#web/ui/edit-form.tsx'
import { Failure } from '#web/ui/failure.tsx'
import { Loaded } from '#web/ui/loaded.tsx'
import { type LockPolicy, lockPoliciesQuery, ownerOf, policyOf, useDeletePolicy, useSavePolicy } from './lock.api.ts'
import { LockFields } from './lock-fields.tsx'
import { lockChangeOf, lockSentencesOf, policyValuesOf } from './lock-values.ts'

export interface PolicyOwner {
  readonly companyId: number
  /** null: the whole company */
  readonly groupId: number | null
  /** of the group; '' for the company */
  readonly path: string
}

interface PolicyDialogProps {
  readonly owner: PolicyOwner
  onClose(): void
}

/** The lock that SIMs of a company or a group have without one of their own. */
export function PolicyDialog({ owner, onClose }: PolicyDialogProps) {
  const { t } = useTranslation()
  const policies = useQuery({ ...lockPoliciesQuery, staleTime: 0 })
  const { companyId, groupId, path } = owner
  return (
    <Dialog opened onClose={onClose} title={t(`simLock.policyOf.${ownerOf(path)}`, { group: path })} fullOnPhone>
      <Loaded query={policies} failed={t('simLock.failed')}>
        {(all) => <PolicyForm owner={owner} policy={policyOf(all, companyId, groupId)} onClose={onClose} />}
      </Loaded>
    </Dialog>
  )
}

function PolicyForm({ owner, policy, onClose }: PolicyDialogProps & { policy: LockPolicy | undefined }) {
  const { t } = useTranslation()
  const { userEmail } = useSession()
  const save = useSavePolicy()
  const remove = useDeletePolicy()
  const { companyId: company, groupId } = owner
  const form = useEditForm({
    initial: () => policyValuesOf(policy, userEmail),
    problemsOf: (values) => lockSentencesOf(values, undefined),
    bodyOf: (values) => ({ company, groupId, ...lockChangeOf(values, undefined) }),
    save,
    onClose,
  })
  const deleteIt = (policyId: string) =>
    remove.mutate(policyId, {
      onSuccess: ({ message }) => {
        toasts.success(message)
        onClose()
      },
    })
  const removes = policy ? (
    <Button variant="ghost" blocked={remove.isPending} aria-busy={remove.isPending} onClick={() => deleteIt(policy.policyId)}>
      {t('simLock.removePolicy')}
    </Button>
  ) : null
  return (
    <EditForm form={form} verb={t('simLock.save')} busy={t('simLock.saving')} more={removes}>
      <p className="text-secondary">{t('simLock.policyAbout')}</p>
      <LockFields form={form} company={company} />
      <Failure error={remove.error} />
    </EditForm>
  )
}
