import {
  IconBuilding,
  IconFolder,
  IconFolderPlus,
  IconFolderSearch,
  IconLock,
  IconPencil,
  IconPlus,
  IconTrash,
} from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type CSSProperties, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { SimGroupRule } from '#contract/groups/groups.calls.ts'
import { GROUP_DEPTH_MAX, isWithin, namesOfPath, ownName } from '#domain/groups.ts'
import { useSession } from '#web/lib/session.ts'
import { simsSearch } from '#web/lib/sims-address.ts'
import { toasts } from '#web/lib/toast-store.ts'
import { groupsQuery, type SimGroup } from '#web/shared/groups/groups.api.ts'
import { areaLockText, deviceLockText } from '#web/shared/locks/lock-words.ts'
import { offeredPlansQuery } from '#web/shared/plans/plan-choices.api.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { RowAction } from '#web/ui/row-action.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { EmptyState, ErrorState } from '#web/ui/states.tsx'
import { type LockPolicy, lockPoliciesQuery } from '../lock/lock-policies.api.ts'
import { PolicyDialog, type PolicyOwner } from '../lock/policy-dialog.tsx'
import { useNames } from '../names.ts'
import { GroupForm, type GroupPlace, placeOfGroup } from './group-form.tsx'
import { useDeleteGroup } from './groups-edit.api.ts'
import styles from './manage-groups.module.css'
import { useRuleWords } from './rule-words.ts'
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
      <div ref={content} className={styles.content} tabIndex={-1}>
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
      {locking ? <GroupPolicy owner={locking} onClose={() => setLocking(undefined)} /> : null}
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

interface ListProps {
  readonly groups: readonly SimGroup[]
  onDelete(group: SimGroup): void
  onLock(owner: PolicyOwner): void
  /** the list of SIMs is shown */
  onLeave(): void
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
        <section key={company.id} className={styles.company} aria-label={company.name}>
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

interface CompanyLineProps extends Pick<ListProps, 'onLock'> {
  readonly companyId: number
  readonly name: string
  /** no line of a group below has further buttons */
  readonly isAlone: boolean
}

/** The whole company, whose SIMs can have a lock as well. */
function CompanyLine({ companyId, name, isAlone, onLock }: CompanyLineProps) {
  const { t } = useTranslation()
  const text = usePolicyText(companyId, null) || t('groups.noLock')
  return (
    <li className={styles.line} style={{ '--depth': 0 } as CSSProperties}>
      <span className={styles.name}>
        <IconBuilding className="icon icon-14" aria-hidden="true" />
        <span className={styles.texts}>
          <span className="ellipsis">{t('groups.wholeCompany')}</span>
          <span className="text-tertiary text-small ellipsis" title={text}>
            {text}
          </span>
        </span>
      </span>
      <RowAction
        Icon={IconLock}
        opensDialog
        label={t('groups.lockOfCompany', { name })}
        onAct={() => onLock({ companyId, groupId: null, path: '' })}
      />
      {isAlone ? null : (
        <>
          <span className={styles.spare} />
          <span className={styles.spare} />
          <span className={styles.spare} />
        </>
      )}
    </li>
  )
}

interface LineProps extends Omit<ListProps, 'groups'> {
  readonly group: SimGroup
  /** the groups inside it */
  readonly inside: readonly SimGroup[]
  /** other companies may have a group of this path */
  readonly isOfSeveral: boolean
}

function GroupLine({ group, inside, isOfSeveral, onDelete, onLock, onLeave }: LineProps) {
  const { t } = useTranslation()
  const [form, setForm] = useState<'edit' | 'add'>()
  const line = useRef<HTMLLIElement>(null)
  const was = useRef<typeof form>(undefined)
  useEffect(() => {
    // back to the button that the form replaced, or came from
    const buttons = [...(line.current?.querySelectorAll('button') ?? [])]
    if (was.current && !form) (was.current === 'add' ? buttons[0] : buttons.at(-2))?.focus()
    was.current = form
  }, [form])
  const { path, companyId, rule } = group
  const Icon = rule ? IconFolderSearch : IconFolder
  const depth = namesOfPath(path).length
  const indented = { '--depth': depth - 1 } as CSSProperties
  if (form === 'edit') {
    return (
      <li className={styles.line} style={indented}>
        <GroupForm
          {...placeOfGroup(group)}
          label={t('groups.editOf', { path })}
          onClose={() => setForm(undefined)}
          onLeave={onLeave}
        />
      </li>
    )
  }
  return (
    <>
      <li ref={line} className={styles.line} style={indented}>
        <span className={styles.name} title={path}>
          <Icon className="icon icon-14" aria-hidden="true" />
          <span className={styles.texts}>
            <span className="ellipsis">{ownName(path)}</span>
            {rule ? <Rule rule={rule} /> : null}
            <Inherited group={group} />
          </span>
        </span>
        <Sims group={group} inside={inside} isOfSeveral={isOfSeveral} onLeave={onLeave} />
        <RowAction
          Icon={IconLock}
          opensDialog
          label={t('groups.lockOf', { path })}
          onAct={() => onLock({ companyId, groupId: group.groupId, path })}
        />
        {depth < GROUP_DEPTH_MAX && !rule ? (
          <RowAction Icon={IconFolderPlus} label={t('groups.addInside', { path })} onAct={() => setForm('add')} />
        ) : (
          <span className={styles.spare} />
        )}
        <RowAction Icon={IconPencil} label={t('groups.editOf', { path })} onAct={() => setForm('edit')} />
        <RowAction Icon={IconTrash} opensDialog label={t('groups.removeOf', { path })} onAct={() => onDelete(group)} />
      </li>
      {form === 'add' ? (
        <li className={styles.line} style={{ '--depth': depth } as CSSProperties}>
          <GroupForm
            companyId={companyId}
            above={path}
            label={t('groups.addInside', { path })}
            onClose={() => setForm(undefined)}
          />
        </li>
      ) : null}
    </>
  )
}

/** That it is by rule, and what its SIMs match. */
function Rule({ rule }: { rule: SimGroupRule }) {
  const { t } = useTranslation()
  const text = t('groups.byRule', { words: useRuleWords()(rule) })
  return (
    <span className="text-secondary text-small ellipsis" title={text}>
      {text}
    </span>
  )
}

/** What its SIMs inherit: tags, a lock, and plans when they are activated. */
function Inherited({ group: { companyId, groupId, activationPlans, tags } }: { group: SimGroup }) {
  const { t } = useTranslation()
  const names = useNames()
  const { data: offered = [] } = useQuery({ ...offeredPlansQuery, enabled: activationPlans.length > 0 })
  const lock = usePolicyText(companyId, groupId)
  // the names of plans that SIMs have are known already
  const nameOf = (code: string) => offered.find(({ planCode }) => planCode === code)?.planName ?? names.plan(code)
  const text = [
    ...(tags.length > 0 ? [t('groups.givesTags', { tags: tags.join(', ') })] : []),
    ...(lock === '' ? [] : [lock]),
    ...(activationPlans.length > 0 ? [t('groups.gives', { plans: activationPlans.map(nameOf).join(', ') })] : []),
  ].join(' · ')
  return text === '' ? null : (
    <span className="text-tertiary text-small ellipsis" title={text}>
      {text}
    </span>
  )
}

/** How many SIMs a filter by the group finds: those of the groups inside it, too. */
function Sims({ group, inside, isOfSeveral, onLeave }: Omit<LineProps, 'onDelete' | 'onLock'>) {
  const { t } = useTranslation()
  const count = [group, ...inside].reduce((sum, { sims }) => sum + sims, 0)
  const { path, companyId } = group
  if (count === 0) return <span className="text-tertiary text-small tabular-numbers">{t('groups.sims', { count })}</span>
  return (
    <Link
      className="underlined text-small tabular-numbers"
      to="/sims"
      search={simsSearch({ groups: [path], ...(isOfSeveral ? { companyIds: [companyId] } : {}) })}
      aria-label={t('groups.showSims', { count, path })}
      onClick={onLeave}
    >
      {t('groups.sims', { count })}
    </Link>
  )
}

const isOf = (companyId: number, groupId: number | null) => (policy: LockPolicy) =>
  policy.companyId === companyId && policy.groupId === groupId

/** What the lock of a company's or a group's SIMs allows, in a line; '' without one. */
function usePolicyText(companyId: number, groupId: number | null): string {
  const { t } = useTranslation()
  const { data: policies = [] } = useQuery(lockPoliciesQuery)
  const policy = policies.find(isOf(companyId, groupId))
  if (!policy) return ''
  const { device, area } = policy
  const parts = [deviceLockText(device), ...(area.mode === 'off' ? [] : [areaLockText(area.values, area.geofences.length)])]
  return t('groups.locks', { lock: parts.join(', ') })
}

function GroupPolicy({ owner, onClose }: { owner: PolicyOwner; onClose: () => void }) {
  const { data: policies } = useQuery({ ...lockPoliciesQuery, staleTime: 0 })
  if (!policies) return null
  return <PolicyDialog owner={owner} policy={policies.find(isOf(owner.companyId, owner.groupId))} onClose={onClose} />
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
