import type { TFunction } from 'i18next'
import type { SimDetail } from '#web/shared/sims/sim.api.ts'
import type { SimField } from './field-list.tsx'

/** The plan that its group gives a SIM when it is activated, where there is one. */
export function planAtActivation({ activationPlan }: SimDetail, t: TFunction): SimField[] {
  if (!activationPlan) return []
  const { planCode, planName, group } = activationPlan
  const shown = t('simDetail.planByGroup', { plan: planName, path: group })
  return [{ label: t('simDetail.atActivation'), value: planCode, shown }]
}
