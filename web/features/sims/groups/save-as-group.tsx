import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { SimGroupRule } from '#contract/groups/groups.calls.ts'
import { useOnlyCompany } from '#web/lib/session.ts'
import { groupsQuery } from '#web/shared/groups/groups.api.ts'
import { ChoiceField } from '#web/ui/choice-field.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { useNames } from '../names.ts'
import { GroupForm } from './group-form.tsx'
import styles from './manage-groups.module.css'

interface SaveAsGroupProps {
  readonly rule: SimGroupRule
  /** of the list's filter */
  readonly companyIds: readonly number[]
  onClose(): void
}

/** The list's filter as the rule of a new group, or of one that is there. */
export function SaveAsGroup({ rule, companyIds, onClose }: SaveAsGroupProps) {
  const { t } = useTranslation()
  const names = useNames()
  const only = useOnlyCompany()
  const { data: groups = [] } = useQuery(groupsQuery)
  const [replaced, setReplaced] = useState('')
  const ruled = groups.filter((group) => group.rule !== null)
  const isOneOfSeveral = new Set(ruled.map(({ companyId }) => companyId)).size > 1
  const group = ruled.find(({ groupId }) => String(groupId) === replaced)
  const companyId = group?.companyId ?? only ?? (companyIds.length === 1 ? companyIds[0] : undefined)
  return (
    <Dialog opened onClose={onClose} title={t('groups.saveAs')} fullOnPhone>
      {ruled.length > 0 ? (
        <div className={styles.saveIn}>
          <ChoiceField label={t('groups.saveIn')} value={replaced} problem={undefined} onChoose={setReplaced}>
            <option value="">{t('groups.newOne')}</option>
            {ruled.map((one) => (
              <option key={one.groupId} value={String(one.groupId)}>
                {isOneOfSeveral ? `${one.path} · ${names.company(one.companyId)}` : one.path}
              </option>
            ))}
          </ChoiceField>
        </div>
      ) : null}
      <GroupForm
        key={replaced}
        group={group}
        companyId={companyId}
        above=""
        rule={rule}
        label={t('groups.saveAs')}
        onClose={onClose}
      />
    </Dialog>
  )
}
