import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { Choice } from '#web/ui/choice.tsx'
import type { CompanyData } from './companies.api.ts'
import type { FIGURES_OF } from './companies-search.ts'

type FiguresOf = (typeof FIGURES_OF)[number]

/** Whether figures are of a company's tree: as it was chosen, else where its subsidiaries have more SIMs than it has itself. */
export function isOfTree({ children, sims, simsBelow }: CompanyData, chosen: FiguresOf | undefined): boolean {
  if (children === 0) return false
  return chosen === undefined ? simsBelow > sims : chosen === 'true'
}

interface FiguresChoiceProps {
  readonly company: CompanyData
  readonly isTree: boolean
}

/** Whose figures are shown, in the address; nothing for a company without subsidiaries. */
export function FiguresChoice({ company, isTree }: FiguresChoiceProps) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  if (company.children === 0) return null
  return (
    <Choice<FiguresOf>
      label={t('companies.figures.label')}
      value={isTree ? 'true' : 'false'}
      onChange={(subsidiaries) =>
        void navigate({ to: '.', search: (before) => ({ ...before, subsidiaries }), replace: true, resetScroll: false })
      }
      options={[
        { value: 'false', text: t('companies.figures.own') },
        { value: 'true', text: t('companies.figures.tree') },
      ]}
    />
  )
}
