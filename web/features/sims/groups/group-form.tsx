import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { ALL_FIELD_SENTENCES } from '#contract/field-messages.ts'
import type { SimGroupRule } from '#contract/groups/groups.calls.ts'
import {
  GROUP_DEPTH_MAX,
  GROUP_NAME_MAX,
  GROUP_TAGS_MAX,
  isGroupName,
  isWithin,
  namesOfPath,
  ownName,
  pathAbove,
  pathOf,
} from '#domain/groups.ts'
import { sentence } from '#web/lib/sentence.ts'
import { holds, useSession } from '#web/lib/session.ts'
import { CompanyField } from '#web/shared/companies/company-finder.tsx'
import { groupsQuery, type SimGroup } from '#web/shared/groups/groups.api.ts'
import { tagsQuery } from '#web/shared/tags/tags.api.ts'
import { ChoiceField } from '#web/ui/choice-field.tsx'
import { typedField, useEditForm } from '#web/ui/edit-form.tsx'
import { Field } from '#web/ui/field.tsx'
import { TagsField } from '#web/ui/tags-field.tsx'
import { useSaveGroup } from '../labels.api.ts'
import { LabelForm } from '../labels.tsx'
import { ActivationPlansField } from './activation-plans-field.tsx'
import styles from './manage-groups.module.css'
import { RuleField } from './rule-field.tsx'

/** A group that is there, or the place of a new one. */
export interface GroupPlace {
  readonly group?: SimGroup | undefined
  readonly companyId: number | undefined
  /** the path of the group around it; '' for none */
  readonly above: string
}

interface GroupFormProps extends GroupPlace {
  /** makes it a group by rule, or gives one another rule; without it the group keeps its own */
  readonly rule?: SimGroupRule
  /** the list of SIMs is shown */
  onLeave?(): void
  readonly label: string
  onClose(): void
}

interface Values {
  readonly companyId: number | undefined
  readonly name: string
  readonly above: string
  readonly activationPlans: readonly string[]
  readonly tags: readonly string[]
}

const pathFrom = ({ name, above }: Values): string => pathOf([...(above === '' ? [] : [above]), name.trim()])

/** The name of a group, the group around it, and what its SIMs inherit. */
export function GroupForm({ group, companyId, above, rule, label, onClose, onLeave }: GroupFormProps) {
  const { t } = useTranslation()
  const shownRule = rule ?? group?.rule ?? undefined
  // a SIM can be in several groups by rule: none of them gives it a plan
  const mayPlan = holds(useSession(), 'plans') && !shownRule
  const worksIn = useSession().worksIn
  const form = useEditForm({
    initial: {
      companyId,
      name: group ? ownName(group.path) : '',
      above,
      activationPlans: group?.activationPlans ?? [],
      tags: group?.tags ?? [],
    } as Values,
    problemsOf: ({ companyId: company, name, tags }) => ({
      ...(company === undefined ? { company: t('companies.choose.one') } : {}),
      ...(isGroupName(name.trim()) ? {} : { path: problemOf(name.trim()) }),
      ...(tags.length > GROUP_TAGS_MAX ? { tags: t('tags.tooMany', { count: GROUP_TAGS_MAX }) } : {}),
    }),
    bodyOf: (values) => ({
      groupId: group?.groupId,
      company: values.companyId ?? 0,
      path: pathFrom(values),
      tags: [...values.tags],
      ...(rule ? { rule } : {}),
      ...(mayPlan ? { activationPlans: [...values.activationPlans] } : {}),
    }),
    save: useSaveGroup(),
    onClose,
  })
  const { values, problems, onValues } = form
  return (
    <LabelForm form={form} label={label} verb={t(group ? 'groups.saveOne' : 'groups.create')} secondColumn="minmax(0, 1fr)">
      <Field
        label={t('groups.name')}
        maxLength={GROUP_NAME_MAX}
        autoComplete="off"
        data-autofocus
        data-mantine-stop-propagation="true"
        {...typedField<Values, 'name'>(form, 'name', 'path')}
      />
      {shownRule ? (
        <RuleField
          rule={shownRule}
          problem={problems.rule}
          shown={
            rule === undefined && group && onLeave
              ? { companyIds: worksIn === 'only' ? [] : [group.companyId], onLeave }
              : undefined
          }
        />
      ) : (
        <AboveField group={group} values={values} onAbove={(next) => onValues({ ...values, above: next })} />
      )}
      <TagsOfGroup
        companyId={values.companyId}
        names={values.tags}
        problem={problems.tags}
        onNames={(tags) => onValues({ ...values, tags })}
      />
      {mayPlan ? (
        <ActivationPlansField
          plans={values.activationPlans}
          problem={problems.activationPlans}
          onPlans={(activationPlans) => onValues({ ...values, activationPlans })}
        />
      ) : null}
      {companyId === undefined ? (
        <CompanyField
          company={values.companyId}
          problem={problems.company}
          onChoose={({ id }) => onValues({ ...values, companyId: id, above: '' })}
        />
      ) : null}
    </LabelForm>
  )
}

interface TagsOfGroupProps {
  readonly companyId: number | undefined
  readonly names: readonly string[]
  readonly problem: string | undefined
  onNames(names: readonly string[]): void
}

/** The tags that SIMs have because of the group. */
function TagsOfGroup({ companyId, names, problem, onNames }: TagsOfGroupProps) {
  const { t } = useTranslation()
  const { data: known = [] } = useQuery(tagsQuery)
  return (
    <div className={styles.whole}>
      <TagsField
        label={t('groups.tags')}
        names={names}
        known={known.filter((tag) => tag.companyId === companyId)}
        problem={problem}
        onNames={onNames}
      />
    </div>
  )
}

const problemOf = (name: string): string => sentence(ALL_FIELD_SENTENCES[name === '' ? 'required' : 'groupName'])

interface AboveProps {
  readonly group: SimGroup | undefined
  readonly values: Values
  onAbove(path: string): void
}

/** The groups that it can be inside of: neither itself nor one in it, and none where it would be too deep. */
function AboveField({ group, values: { companyId, above }, onAbove }: AboveProps) {
  const { t } = useTranslation()
  const { data: groups = [] } = useQuery(groupsQuery)
  const own = groups.filter((one) => one.companyId === companyId)
  const levels = levelsOf(group, own)
  const offered = own.filter(
    ({ path }) => namesOfPath(path).length + levels <= GROUP_DEPTH_MAX && !(group && isWithin(path, group.path)),
  )
  return (
    <ChoiceField
      label={t('groups.inside')}
      value={above}
      problem={undefined}
      data-mantine-stop-propagation="true"
      onChoose={onAbove}
    >
      <option value="">{t('groups.outermost')}</option>
      {offered.map(({ path }) => (
        <option key={path} value={path}>
          {path}
        </option>
      ))}
    </ChoiceField>
  )
}

/** Levels that a group needs: its own, and those of the groups inside it. */
function levelsOf(group: SimGroup | undefined, own: readonly SimGroup[]): number {
  if (!group) return 1
  const inside = own.filter(({ path }) => isWithin(path, group.path)).map(({ path }) => namesOfPath(path).length)
  return Math.max(...inside) - namesOfPath(group.path).length + 1
}

export const placeOfGroup = (group: SimGroup): GroupPlace => ({
  group,
  companyId: group.companyId,
  above: pathAbove(group.path) ?? '',
})
