import { IconX } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { CompanyField } from '#web/shared/companies/company-finder.tsx'
import { CheckLine } from '#web/ui/checkbox.tsx'
import { Choice } from '#web/ui/choice.tsx'
import fieldStyles from '#web/ui/field.module.css'
import { RowAction } from '#web/ui/row-action.tsx'
import type { PopupTarget, PopupValues } from './popup-values.ts'
import styles from './popups.module.css'

type Targets = Pick<PopupValues, 'everyone' | 'companies'>

interface TargetsProps extends Targets {
  readonly problem: string | undefined
  onTargets(targets: Targets): void
}

/** Targets of a popup: all users, or some companies, each with or without its subsidiaries. */
export function PopupTargets({ everyone, companies, problem, onTargets }: TargetsProps) {
  const { t } = useTranslation()
  return (
    <div className={fieldStyles.field}>
      <p className={styles.label}>{t('popups.form.whom')}</p>
      <Choice
        label={t('popups.form.whom')}
        value={everyone ? 'all' : 'some'}
        onChange={(whom) => onTargets({ companies, everyone: whom === 'all' })}
        options={[
          { value: 'all', text: t('popups.form.everyone') },
          { value: 'some', text: t('popups.form.some') },
        ]}
      />
      {everyone ? null : (
        <Chosen companies={companies} problem={problem} onCompanies={(chosen) => onTargets({ everyone, companies: chosen })} />
      )}
    </div>
  )
}

interface ChosenProps {
  readonly companies: readonly PopupTarget[]
  readonly problem: string | undefined
  onCompanies(companies: readonly PopupTarget[]): void
}

function Chosen({ companies, problem, onCompanies }: ChosenProps) {
  const { t } = useTranslation()
  const chosenIds = new Set(companies.map(({ company }) => company))
  return (
    <>
      {companies.length > 0 ? (
        <ul className={styles.targets}>
          {companies.map((target) => (
            <Target
              key={target.company}
              target={target}
              onBelow={(withBelow) =>
                onCompanies(companies.map((one) => (one.company === target.company ? { ...one, withBelow } : one)))
              }
              onRemove={() => onCompanies(companies.filter(({ company }) => company !== target.company))}
            />
          ))}
        </ul>
      ) : null}
      <CompanyField
        label={t('popups.form.company')}
        company={undefined}
        taken={chosenIds}
        problem={problem}
        onChoose={({ id, name }) => onCompanies([...companies, { company: id, companyName: name, withBelow: true }])}
      />
    </>
  )
}

interface OneProps {
  readonly target: PopupTarget
  onBelow(withBelow: boolean): void
  onRemove(): void
}

function Target({ target: { companyName, withBelow }, onBelow, onRemove }: OneProps) {
  const { t } = useTranslation()
  return (
    <li>
      <span className="medium ellipsis" title={companyName}>
        {companyName}
      </span>
      <CheckLine
        labelClass={styles.belowLine}
        checked={withBelow}
        onChange={({ currentTarget: { checked } }) => onBelow(checked)}
      >
        <span>
          {t('popups.form.below')}
          <span className="visually-hidden"> ({companyName})</span>
        </span>
      </CheckLine>
      <RowAction Icon={IconX} label={t('popups.form.remove', { company: companyName })} onAct={onRemove} />
    </li>
  )
}
