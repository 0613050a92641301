import {
  type Icon,
  IconAlertTriangle,
  IconArrowBackUp,
  IconBellOff,
  IconCircleCheck,
  IconClock,
  IconPlugConnectedX,
  IconReceipt,
  IconRotateClockwise,
} from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { ACTIVATION_WARNING, RESTART_LIMIT_SENTENCE } from '#contract/operations/operation-messages.ts'
import { formatDay } from '#web/lib/format.ts'
import { sentence } from '#web/lib/sentence.ts'
import { MoneyAmount } from '#web/ui/money-amount.tsx'
import { TextWithParts } from '#web/ui/text-with-parts.tsx'
import { type ConfirmedAction, type SimActionsData, simActionsQuery } from './sim-actions.api.ts'
import styles from './sim-actions.module.css'

interface Consequence {
  readonly id: string
  readonly Icon: Icon
  readonly text: ReactNode
  readonly isGrave?: boolean
}

/** Price of the SIM's plan from its activation on. */
function Cost({ data }: { data: SimActionsData | undefined }) {
  const { t } = useTranslation()
  if (!data) return t('simActions.will.costUnknown')
  const { amountMinor, currency, planName, group } = data.activation
  return (
    <TextWithParts
      text={t(group === '' ? 'simActions.will.cost' : 'simActions.will.costOfGroup', { plan: planName, path: group })}
      parts={[<MoneyAmount key="money" amountMinor={amountMinor} currency={currency} />]}
    />
  )
}

/** What a hibernated SIM pays instead of its plan's price. */
function Saving({ data }: { data: SimActionsData | undefined }) {
  const { t } = useTranslation()
  if (!data) return t('simActions.will.costUnknown')
  const { hibernation, activation } = data
  const money = (amountMinor: number) => (
    <MoneyAmount key={amountMinor} amountMinor={amountMinor} currency={activation.currency} />
  )
  return (
    <>
      <TextWithParts
        text={t('simActions.will.saving', { day: formatDay(hibernation.savesFrom) })}
        parts={[money(hibernation.hibernatedMinor), money(hibernation.amountMinor)]}
      />
      {hibernation.pooled ? ` ${t('simActions.will.poolShrinks')}` : null}
    </>
  )
}

function useConsequences(icc: string, action: ConfirmedAction): Consequence[] {
  const { t } = useTranslation()
  const { data } = useQuery(simActionsQuery(icc))
  switch (action) {
    case 'activate':
      return [
        { id: 'what', Icon: IconCircleCheck, text: t('simActions.will.activate') },
        { id: 'cost', Icon: IconReceipt, text: <Cost data={data} /> },
        { id: 'grave', Icon: IconAlertTriangle, text: sentence(ACTIVATION_WARNING), isGrave: true },
      ]
    case 'hibernate':
      return [
        { id: 'what', Icon: IconPlugConnectedX, text: t('simActions.will.hibernate') },
        { id: 'saving', Icon: IconReceipt, text: <Saving data={data} /> },
        { id: 'back', Icon: IconArrowBackUp, text: t('simActions.will.hibernateBack') },
      ]
    case 'reactivate': {
      const isCalledOff = data?.open?.kind === 'hibernate'
      return [
        { id: 'what', Icon: IconCircleCheck, text: t(`simActions.will.${isCalledOff ? 'reactivateCalled' : 'reactivate'}`) },
      ]
    }
    case 'restart':
      return [
        { id: 'what', Icon: IconRotateClockwise, text: t('simActions.will.restart') },
        { id: 'limit', Icon: IconClock, text: sentence(RESTART_LIMIT_SENTENCE) },
      ]
    case 'terminate':
      return [
        { id: 'what', Icon: IconAlertTriangle, text: t('simActions.will.terminate'), isGrave: true },
        { id: 'back', Icon: IconArrowBackUp, text: t('simActions.will.terminateBack') },
      ]
    case 'block':
      return [
        { id: 'what', Icon: IconPlugConnectedX, text: t('simActions.will.block'), isGrave: true },
        { id: 'back', Icon: IconArrowBackUp, text: t('simActions.will.blockBack') },
      ]
    case 'unblock':
      return [{ id: 'what', Icon: IconArrowBackUp, text: t('simActions.will.unblock') }]
    case 'cutData':
      return [
        { id: 'what', Icon: IconPlugConnectedX, text: t('simActions.will.cutData') },
        { id: 'back', Icon: IconArrowBackUp, text: t('simActions.will.cutDataBack') },
      ]
    case 'restoreData':
      return [
        { id: 'what', Icon: IconCircleCheck, text: t('simActions.will.restoreData') },
        { id: 'mutes', Icon: IconBellOff, text: t('simActions.will.restoreDataMutes') },
      ]
    case 'withdrawTermination':
      return [{ id: 'what', Icon: IconArrowBackUp, text: t('simActions.will.withdrawTermination') }]
  }
}

/** Effects of an action, its cost, and whether it can be undone. */
export function Consequences({ icc, action }: { icc: string; action: ConfirmedAction }) {
  const list = useConsequences(icc, action)
  return (
    <ul className={styles.will}>
      {list.map(({ id, Icon, text, isGrave }) => (
        <li key={id} className={isGrave ? styles.grave : undefined}>
          <Icon className="icon" aria-hidden="true" />
          <span>{text}</span>
        </li>
      ))}
    </ul>
  )
}
