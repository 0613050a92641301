import { IconFolder, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isWithin } from '#domain/groups.ts'
import { useOnlyCompany, useSession } from '#web/lib/session.ts'
import { toastThen } from '#web/lib/toast-store.ts'
import { groupsQuery, type SimGroup } from '#web/shared/groups/groups.api.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Loaded } from '#web/ui/loaded.tsx'
import { EmptyState } from '#web/ui/states.tsx'
import { useDeleteGroup } from '../labels.api.ts'
import labelStyles from '../labels.module.css'
import { ByCompany } from '../labels.tsx'
import { lockPoliciesQuery } from '../lock/lock.api.ts'
import { PolicyDialog, type PolicyOwner } from '../lock/policy-dialog.tsx'
import { GroupForm, type GroupPlace } from './group-form.tsx'
import { CompanyLine, GroupLine } from './group-lines.tsx'
import styles from './manage-groups.module.css'

/** The groups of the companies: their names, places and SIMs. */
export function ManageGroups({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const query = useQuery({ ...groupsQuery, staleTime: 0 })
  const [deleting, setDeleting] = useState<SimGroup>()
  const [adding, setAdding] = useState<GroupPlace>()
  const [locking, setLocking] = useState<PolicyOwner>()
  const content = useRef<HTMLDivElement>(null)
  const companyId = useOnlyCompany()
  const lockable = useLockable()
  const add = () => setAdding({ companyId, above: '' })
  return (
    // Escape reaches both dialogs, and closes the upper one
    <Dialog opened onClose={() => (deleting || locking ? undefined : onClose())} title={t('groups.title')} fullOnPhone>
      <div ref={content} className={labelStyles.content} tabIndex={-1}>
        <Loaded query={query} failed={t('groups.failed')}>
          {(groups) => (
            <>
              {groups.length === 0 && !adding ? (
                <EmptyState Icon={IconFolder} title={t('groups.none')} actions={<AddButton onAdd={add} />}>
                  {t('groups.noneHint')}
                </EmptyState>
              ) : null}
              {groups.length > 0 ? <p className="text-secondary">{t('groups.about')}</p> : null}
              <ByCompany labels={groups} companyIds={lockable}>
                {({ id, name, labels, isOneOfSeveral }) => (
                  <>
                    <CompanyLine companyId={id} name={name} isAlone={labels.length === 0} onLock={setLocking} />
                    {labels.map((group) => (
                      <GroupLine
                        key={group.groupId}
                        group={group}
                        inside={labels.filter((one) => one !== group && isWithin(one.path, group.path))}
                        isOneOfSeveral={isOneOfSeveral}
                        onDelete={setDeleting}
                        onLock={setLocking}
                        onLeave={onClose}
                      />
                    ))}
                  </>
                )}
              </ByCompany>
              {adding ? <GroupForm {...adding} label={t('groups.add')} onClose={() => setAdding(undefined)} /> : null}
              {groups.length > 0 && !adding ? (
                <div className={styles.add}>
                  <AddButton onAdd={add} />
                </div>
              ) : null}
            </>
          )}
        </Loaded>
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
      onSuccess={toastThen(onDeleted)}
      onClose={onClose}
    >
      <p>{sims === 0 ? t('groups.losesNone') : t(rule ? 'groups.ruleLoses' : 'groups.loses', { count: sims })}</p>
    </ConfirmDialog>
  )
}
