import { IconCheck } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'

const STEPS = ['details', 'preview', 'progress'] as const
type Step = (typeof STEPS)[number]

/** Where one is among the steps of an operation. */
export function Steps({ step }: { step: Step }) {
  const { t } = useTranslation()
  const now = STEPS.indexOf(step)
  return (
    <ol className="op-steps" aria-label={t('operations.steps')}>
      {STEPS.map((name, place) => (
        <li
          key={name}
          className={place < now ? 'done' : place === now ? 'now' : undefined}
          aria-current={place === now ? 'step' : undefined}
        >
          <span className="n">{place < now ? <IconCheck className="icon icon-14" aria-hidden="true" /> : place + 1}</span>
          {t(`operations.step.${name}`)}
        </li>
      ))}
    </ol>
  )
}
