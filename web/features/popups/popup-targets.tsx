import { IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { CheckLine } from '#web/ui/checkbox.tsx'
import { Choice } from '#web/ui/choice.tsx'
import { ChoiceField } from '#web/ui/choice-field.tsx'
import { RowAction } from '#web/ui/row-action.tsx'
import { ErrorState } from '#web/ui/states.tsx'
import type { PopupTarget, PopupValues } from './popup-values.ts'
import { popupCompaniesQuery } from './popups.api.ts'

type Targets = Pick<PopupValues, 'everyone' | 'companies'>

interface TargetsProps extends Targets {
  readonly problem: string | undefined
  onTargets(targets: Targets): void
}

/** Whom a popup is for: everybody, or some companies, each with those below it or alone. */
export function PopupTargets({ everyone, companies, problem, onTargets }: TargetsProps) {
  const { t } = useTranslation()
  return (
    <div className="field">
      <p className="pp-label">{t('popups.form.whom')}</p>
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
  const { data: choices = [], error, refetch } = useQuery(popupCompaniesQuery)
  const taken = new Set(companies.map(({ company }) => company))
  const add = (wanted: string) => {
    const found = choices.find(({ company }) => company === Number(wanted))
    if (found) onCompanies([...companies, { ...found, withBelow: true }])
  }
  if (error && choices.length === 0) {
    return <ErrorState title={t('popups.form.companiesFailed')} error={error} onRetry={() => void refetch()} />
  }
  return (
    <>
      {companies.length > 0 ? (
        <ul className="pp-targets">
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
      <ChoiceField label={t('popups.form.company')} value="" problem={problem} onChoose={add}>
        <option value="">{t('popups.form.chooseCompany')}</option>
        {choices.map(({ company, companyName }) => (
          <option key={company} value={company} disabled={taken.has(company)}>
            {companyName}
          </option>
        ))}
      </ChoiceField>
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
      <span className="b ell" title={companyName}>
        {companyName}
      </span>
      <CheckLine label="pp-below-line" checked={withBelow} onChange={({ currentTarget: { checked } }) => onBelow(checked)}>
        <span>
          {t('popups.form.below')}
          <span className="vh"> ({companyName})</span>
        </span>
      </CheckLine>
      <RowAction Icon={IconX} label={t('popups.form.remove', { company: companyName })} onAct={onRemove} />
    </li>
  )
}
