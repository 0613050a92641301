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

const what = (Icon: Icon, text: ReactNode): Consequence => ({ id: 'what', Icon, text })
const grave = (text: string): Consequence => ({ id: 'grave', Icon: IconAlertTriangle, text, isGrave: true })
const back = (text: string): Consequence => ({ id: 'back', Icon: IconArrowBackUp, text })

function useConsequences(icc: string, action: ConfirmedAction): Consequence[] {
  const { t } = useTranslation()
  const { data } = useQuery(simActionsQuery(icc))
  switch (action) {
    case 'activate':
      return [
        what(IconCircleCheck, t('simActions.will.activate')),
        { id: 'cost', Icon: IconReceipt, text: <Cost data={data} /> },
        grave(sentence(ACTIVATION_WARNING)),
      ]
    case 'hibernate':
      return [
        what(IconPlugConnectedX, t('simActions.will.hibernate')),
        { id: 'saving', Icon: IconReceipt, text: <Saving data={data} /> },
        back(t('simActions.will.hibernateBack')),
      ]
    case 'reactivate': {
      const isCalledOff = data?.open?.kind === 'hibernate'
      return [what(IconCircleCheck, t(`simActions.will.${isCalledOff ? 'reactivateCalled' : 'reactivate'}`))]
    }
    case 'restart':
      return [
        what(IconRotateClockwise, t('simActions.will.restart')),
        { id: 'limit', Icon: IconClock, text: sentence(RESTART_LIMIT_SENTENCE) },
      ]
    case 'terminate':
      return [grave(t('simActions.will.terminate')), back(t('simActions.will.terminateBack'))]
    case 'block':
      return [{ ...what(IconPlugConnectedX, t('simActions.will.block')), isGrave: true }, back(t('simActions.will.blockBack'))]
    case 'unblock':
      return [back(t('simActions.will.unblock'))]
    case 'cutData':
      return [what(IconPlugConnectedX, t('simActions.will.cutData')), back(t('simActions.will.cutDataBack'))]
    case 'restoreData':
      return [
        what(IconCircleCheck, t('simActions.will.restoreData')),
        { id: 'mutes', Icon: IconBellOff, text: t('simActions.will.restoreDataMutes') },
      ]
    case 'withdrawTermination':
      return [back(t('simActions.will.withdrawTermination'))]
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
