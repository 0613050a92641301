import { Link } from '@tanstack/react-router'
import type { CSSProperties, ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { SimFilter } from '#contract/sims/sims.calls.ts'
import { simsSearch } from '#web/lib/sims-address.ts'
import { Button } from '#web/ui/button.tsx'
import type { EditedForm } from '#web/ui/edit-form.tsx'
import { Failure } from '#web/ui/failure.tsx'
import { Form } from '#web/ui/form.tsx'
import styles from './labels.module.css'
import { useNames } from './names.ts'

interface Company<Label> {
  readonly id: number
  readonly name: string
  readonly labels: readonly Label[]
  /** others are listed, too, and may have labels of the same names */
  readonly isOneOfSeveral: boolean
}

interface ByCompanyProps<Label> {
  readonly labels: readonly Label[]
  /** companies that are listed even without a label */
  readonly companyIds?: readonly number[]
  children(company: Company<Label>): ReactNode
}

/** The lines of groups or tags, under the names of their companies, where there are several. */
export function ByCompany<Label extends { readonly companyId: number }>(props: ByCompanyProps<Label>) {
  const { labels, companyIds = [], children } = props
  const names = useNames()
  const byCompany = Map.groupBy(labels, ({ companyId }) => companyId)
  const ids = [...new Set([...byCompany.keys(), ...companyIds])]
  const isOneOfSeveral = ids.length > 1
  return ids
    .map((id) => ({ id, name: names.company(id), labels: byCompany.get(id) ?? [], isOneOfSeveral }))
    .toSorted((a, b) => a.name.localeCompare(b.name))
    .map((company) => (
      <section key={company.id} className={styles.company} aria-label={company.name}>
        {isOneOfSeveral ? <h3>{company.name}</h3> : null}
        <ul>{children(company)}</ul>
      </section>
    ))
}

interface LabelledSimsProps {
  readonly isAny: boolean
  readonly filter: SimFilter
  /** names the list that the link shows */
  readonly label: string
  /** the list of SIMs is shown */
  onLeave(): void
  /** how many they are */
  readonly children: string
}

/** The SIMs of a group or a tag, as the way to them. */
export function LabelledSims({ isAny, filter, label, onLeave, children }: LabelledSimsProps) {
  if (!isAny) return <span className="text-tertiary text-small tabular-numbers">{children}</span>
  return (
    <Link
      className="underlined text-small tabular-numbers"
      to="/sims"
      search={simsSearch(filter)}
      aria-label={label}
      onClick={onLeave}
    >
      {children}
    </Link>
  )
}

interface LabelFormProps {
  readonly form: Pick<EditedForm<unknown>, 'isPending' | 'failure' | 'submit' | 'onClose'>
  readonly label: string
  /** label of the button that saves */
  readonly verb: string
  /** the first is as wide as the form leaves it */
  readonly secondColumn: 'max-content' | 'minmax(0, 1fr)'
  readonly children: ReactNode
}

/** The form of a group or a tag, in the place of its line. */
export function LabelForm({ form, label, verb, secondColumn, children }: LabelFormProps) {
  const { t } = useTranslation()
  const { isPending, failure, submit, onClose } = form
  return (
    <Form
      className={styles.edit}
      style={{ '--second-column': secondColumn } as CSSProperties}
      isPending={isPending}
      startsFocused
      onKeyDown={(event) => {
        if (event.key === 'Escape' && !event.defaultPrevented) onClose()
      }}
      onAttempt={submit}
      aria-label={label}
    >
      {children}
      <Failure error={failure} />
      <div className={`row ${styles.buttons}`}>
        <Button size="sm" onClick={onClose}>
          {t('common.cancel')}
        </Button>
        <Button size="sm" variant="primary" type="submit" blocked={isPending} aria-busy={isPending}>
          {isPending ? t('common.saving') : verb}
        </Button>
      </div>
    </Form>
  )
}
