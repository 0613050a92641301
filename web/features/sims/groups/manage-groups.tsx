import { IconFolder, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isWithin } from '#domain/groups.ts'
import { useSession } from '#web/lib/session.ts'
import { toasts } from '#web/lib/toast-store.ts'
import { groupsQuery, type SimGroup } from '#web/shared/groups/groups.api.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { EmptyState, ErrorState } from '#web/ui/states.tsx'
import labelStyles from '../labels.module.css'
import { lockPoliciesQuery } from '../lock/lock-policies.api.ts'
import { PolicyDialog, type PolicyOwner } from '../lock/policy-dialog.tsx'
import { useNames } from '../names.ts'
import { GroupForm, type GroupPlace } from './group-form.tsx'
import { CompanyLine, type GroupActions, GroupLine } from './group-lines.tsx'
import { useDeleteGroup } from './groups-edit.api.ts'
import styles from './manage-groups.module.css'
import { useOnlyCompany } from './use-only-company.ts'

interface ManageGroupsProps {
  onClose(): void
}

/** The groups of the companies: their names, places and SIMs. */
export function ManageGroups({ onClose }: ManageGroupsProps) {
  const { t } = useTranslation()
  const { data: groups, error, refetch } = useQuery({ ...groupsQuery, staleTime: 0 })
  const [deleting, setDeleting] = useState<SimGroup>()
  const [adding, setAdding] = useState<GroupPlace>()
  const [locking, setLocking] = useState<PolicyOwner>()
  const content = useRef<HTMLDivElement>(null)
  const companyId = useOnlyCompany()
  const add = () => setAdding({ companyId, above: '' })
  return (
    // Escape reaches both dialogs, and closes the upper one
    <Dialog opened onClose={() => (deleting || locking ? undefined : onClose())} title={t('groups.title')} fullOnPhone>
      <div ref={content} className={labelStyles.content} tabIndex={-1}>
        {error && !groups ? <ErrorState title={t('groups.failed')} error={error} onRetry={() => void refetch()} /> : null}
        {groups || error ? null : <Skeleton width="60%" />}
        {groups?.length === 0 && !adding ? (
          <EmptyState Icon={IconFolder} title={t('groups.none')} actions={<AddButton onAdd={add} />}>
            {t('groups.noneHint')}
          </EmptyState>
        ) : null}
        {groups ? <ByCompany groups={groups} onDelete={setDeleting} onLock={setLocking} onLeave={onClose} /> : null}
        {adding ? <GroupForm {...adding} label={t('groups.add')} onClose={() => setAdding(undefined)} /> : null}
        {groups && groups.length > 0 && !adding ? (
          <div className={styles.add}>
            <AddButton onAdd={add} />
          </div>
        ) : null}
      </div>
      {locking ? <PolicyDialog owner={locking} onClose={() => setLocking(undefined)} /> : null}
      {deleting ? (
        <DeleteGroup
          group={deleting}
          // the button that opened it is gone with its line
          onDeleted={() => requestAnimationFrame(() => content.current?.focus())}
          onClose={() => setDeleting(undefined)}
        />
      ) : null}
    </Dialog>
  )
}

function AddButton({ onAdd }: { onAdd: () => void }) {
  const { t } = useTranslation()
  return (
    <Button onClick={onAdd}>
      <IconPlus className="icon icon-14" aria-hidden="true" />
      {t('groups.add')}
    </Button>
  )
}

interface ListProps extends GroupActions {
  readonly groups: readonly SimGroup[]
}

/** Under the names of their companies, where there are several. */
function ByCompany({ groups, ...actions }: ListProps) {
  const { t } = useTranslation()
  const names = useNames()
  const withoutGroups = useLockable()
  const byCompany = Map.groupBy(groups, ({ companyId }) => companyId)
  const companies = [...new Set([...byCompany.keys(), ...withoutGroups])]
    .map((id) => ({ id, name: names.company(id), groups: byCompany.get(id) ?? [] }))
    .toSorted((a, b) => a.name.localeCompare(b.name))
  return (
    <>
      {groups.length > 0 ? <p className="text-secondary">{t('groups.about')}</p> : null}
      {companies.map((company) => (
        <section key={company.id} className={labelStyles.company} aria-label={company.name}>
          {companies.length > 1 ? <h3>{company.name}</h3> : null}
          <ul>
            <CompanyLine
              companyId={company.id}
              name={company.name}
              isAlone={company.groups.length === 0}
              onLock={actions.onLock}
            />
            {company.groups.map((group) => (
              <GroupLine
                key={group.groupId}
                group={group}
                inside={company.groups.filter((one) => one !== group && isWithin(one.path, group.path))}
                isOfSeveral={companies.length > 1}
                {...actions}
              />
            ))}
          </ul>
        </section>
      ))}
    </>
  )
}

/** Companies that have a lock or can be given one before they have a group: the person's own, or the one that is worked in. */
function useLockable(): number[] {
  const { worksIn, clientId, admin } = useSession()
  const { data: policies = [] } = useQuery(lockPoliciesQuery)
  const own = admin === '1' && worksIn === 'all' ? [] : [clientId]
  return [...own, ...policies.map(({ companyId }) => companyId)]
}

interface DeleteProps {
  readonly group: SimGroup
  onDeleted(): void
  onClose(): void
}

function DeleteGroup({ group: { groupId, path, rule, sims }, onDeleted, onClose }: DeleteProps) {
  const { t } = useTranslation()
  return (
    <ConfirmDialog
      title={t('groups.removeOf', { path })}
      button={t('groups.remove')}
      busy={t('groups.removing')}
      mutation={useDeleteGroup()}
      variables={groupId}
      onSuccess={({ message }) => {
        toasts.success(message)
        onDeleted()
      }}
      onClose={onClose}
    >
      <p>{sims === 0 ? t('groups.losesNone') : t(rule ? 'groups.ruleLoses' : 'groups.loses', { count: sims })}</p>
    </ConfirmDialog>
  )
}
