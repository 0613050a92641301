import {
  IconBuilding,
  IconFolder,
  IconFolderPlus,
  IconFolderSearch,
  IconLock,
  IconPencil,
  IconTrash,
} from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type CSSProperties, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { SimGroupRule } from '#contract/groups/groups.calls.ts'
import { GROUP_DEPTH_MAX, namesOfPath, ownName } from '#domain/groups.ts'
import type { SimGroup } from '#web/shared/groups/groups.api.ts'
import { areaLockText, deviceLockText } from '#web/shared/locks/lock-words.ts'
import { offeredPlansQuery } from '#web/shared/plans/plan-choices.api.ts'
import { RowAction } from '#web/ui/row-action.tsx'
import { LabelledSims } from '../labels.tsx'
import { lockPoliciesQuery, policyOf } from '../lock/lock.api.ts'
import type { PolicyOwner } from '../lock/policy-dialog.tsx'
import { useNames } from '../names.ts'
import { GroupForm, placeOfGroup } from './group-form.tsx'
import styles from './manage-groups.module.css'
import { useRuleWords } from './use-rule-words.ts'

interface GroupActions {
  onDelete(group: SimGroup): void
  onLock(owner: PolicyOwner): void
  /** the list of SIMs is shown */
  onLeave(): void
}

/** What the lock of a company's or a group's SIMs allows, in a line; '' without one. */
function usePolicyText(companyId: number, groupId: number | null): string {
  const { t } = useTranslation()
  const { data: policies = [] } = useQuery(lockPoliciesQuery)
  const policy = policyOf(policies, companyId, groupId)
  if (!policy) return ''
  const { device, area } = policy
  const parts = [deviceLockText(device), ...(area.mode === 'off' ? [] : [areaLockText(area.values, area.geofences.length)])]
  return t('groups.locks', { lock: parts.join(', ') })
}

interface CompanyLineProps extends Pick<GroupActions, 'onLock'> {
  readonly companyId: number
  readonly name: string
  /** no line of a group below has further buttons */
  readonly isAlone: boolean
}

/** The whole company, whose SIMs can have a lock as well. */
export function CompanyLine({ companyId, name, isAlone, onLock }: CompanyLineProps) {
  const { t } = useTranslation()
  const text = usePolicyText(companyId, null) || t('groups.noLock')
  return (
    <li className={styles.line} style={{ '--depth': 0 } as CSSProperties}>
      <span className="row grow">
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

interface LineProps extends GroupActions {
  readonly group: SimGroup
  /** the groups inside it */
  readonly inside: readonly SimGroup[]
  /** other companies may have a group of this path */
  readonly isOneOfSeveral: boolean
}

/** A group, with the forms that change it or add one inside it. */
export function GroupLine({ group, inside, isOneOfSeveral, onDelete, onLock, onLeave }: LineProps) {
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
  // a filter by the group finds those of the groups inside it, too
  const count = [group, ...inside].reduce((sum, { sims }) => sum + sims, 0)
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
        <span className="row grow" title={path}>
          <Icon className="icon icon-14" aria-hidden="true" />
          <span className={styles.texts}>
            <span className="ellipsis">{ownName(path)}</span>
            {rule ? <Rule rule={rule} /> : null}
            <Inherited group={group} />
          </span>
        </span>
        <LabelledSims
          isAny={count > 0}
          filter={{ groups: [path], ...(isOneOfSeveral ? { companyIds: [companyId] } : {}) }}
          label={t('groups.showSims', { count, path })}
          onLeave={onLeave}
        >
          {t('groups.sims', { count })}
        </LabelledSims>
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
