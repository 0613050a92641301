import { IconShoppingCartPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { LINE_SIMS_MAX } from '#domain/requests.ts'
import { formatMoney } from '#web/lib/format.ts'
import { typedCount } from '#web/lib/typed-money.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { ChoiceField } from '#web/ui/choice-field.tsx'
import { Field } from '#web/ui/field.tsx'
import { ErrorState } from '#web/ui/states.tsx'
import { toasts } from '#web/ui/toast-store.ts'
import { type OrderPlan, orderPlansQuery, useSetCart } from './store.api.ts'

interface Chosen {
  readonly origin: string
  readonly type: string
  readonly plan: string
  readonly count: string
}

const NOTHING: Chosen = { origin: '', type: '', plan: '', count: '1' }

const unique = <T,>(rows: readonly T[], keyOf: (row: T) => unknown): T[] => [
  ...new Map(rows.map((row) => [keyOf(row), row])).values(),
]

/** New SIMs for the cart: origin, then type, then plan. */
export function SimOrder() {
  const { t } = useTranslation()
  const { data: plans, error, refetch } = useQuery(orderPlansQuery)
  return (
    <Card title={t('store.sims.title')} about={t('store.sims.about')} line>
      {error && !plans ? (
        <ErrorState title={t('store.sims.failed')} error={error} onRetry={() => void refetch()} />
      ) : (
        <OrderForm plans={plans ?? []} />
      )}
    </Card>
  )
}

function OrderForm({ plans }: { plans: readonly OrderPlan[] }) {
  const { t } = useTranslation()
  const [chosen, setChosen] = useState(NOTHING)
  const [tried, setTried] = useState(false)
  const { mutate, isPending } = useSetCart()
  const plan = plans.find(({ planCode }) => planCode === chosen.plan)
  const count = typedCount(chosen.count)
  const isCount = count >= 1 && count <= LINE_SIMS_MAX
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (!plan || !isCount || isPending) return
    mutate(
      { planCode: plan.planCode, quantity: count, adds: true },
      {
        onSuccess: ({ lines }) => {
          const total = lines.find(({ planCode }) => planCode === plan.planCode)?.quantity ?? count
          toasts.success(t('store.added', { name: plan.planName, count: total }))
          setTried(false)
        },
      },
    )
  }
  const wrong = t('store.sims.wrongCount', { most: LINE_SIMS_MAX })
  return (
    <form className="sto-order" onSubmit={submit} noValidate>
      <PlanCascade plans={plans} chosen={chosen} onChosen={setChosen} isTried={tried} />
      <Field
        label={t('store.quantity')}
        className="count"
        inputMode="numeric"
        autoComplete="off"
        maxLength={7}
        value={chosen.count}
        error={tried && !isCount ? wrong : undefined}
        onChange={(event) => setChosen({ ...chosen, count: event.currentTarget.value })}
      />
      <Button type="submit" size="lg" blocked={isPending} aria-busy={isPending}>
        <IconShoppingCartPlus className="i" aria-hidden="true" />
        {t('store.sims.add')}
      </Button>
      <p className="sto-cost t2 s12" aria-live="polite">
        {plan && isCount
          ? t('store.sims.cost', {
              each: formatMoney(plan.price, plan.currency),
              total: formatMoney(plan.price * count, plan.currency),
              currency: plan.currency,
              count,
            })
          : t('store.sims.costHint')}
      </p>
    </form>
  )
}

interface CascadeProps {
  readonly plans: readonly OrderPlan[]
  readonly chosen: Chosen
  readonly isTried: boolean
  onChosen(chosen: Chosen): void
}

/** Each choice leaves those that fit for the next one; where only one is left, it is taken. */
function PlanCascade({ plans, chosen, isTried, onChosen }: CascadeProps) {
  const { t } = useTranslation()
  const ofOrigin = plans.filter(({ providerId }) => String(providerId) === chosen.origin)
  const ofType = ofOrigin.filter(({ simTypeId }) => String(simTypeId) === chosen.type)
  const types = unique(ofOrigin, ({ simTypeId }) => simTypeId)
  const problem = (value: string) => (isTried && value === '' ? t('requests.assign.required') : undefined)
  const choose = (origin: string, type?: string) => {
    const left = plans.filter(({ providerId }) => String(providerId) === origin)
    const kinds = unique(left, ({ simTypeId }) => simTypeId)
    const kind = type ?? (kinds.length === 1 ? String(kinds[0]?.simTypeId) : '')
    const fitting = left.filter(({ simTypeId }) => String(simTypeId) === kind)
    onChosen({ ...chosen, origin, type: kind, plan: fitting.length === 1 ? (fitting[0]?.planCode ?? '') : '' })
  }
  return (
    <>
      <ChoiceField label={t('store.sims.origin')} value={chosen.origin} problem={problem(chosen.origin)} onChoose={choose}>
        <option value="">{t('store.sims.chooseOrigin')}</option>
        {unique(plans, ({ providerId }) => providerId).map(({ providerId, providerName }) => (
          <option key={providerId} value={providerId}>
            {providerName}
          </option>
        ))}
      </ChoiceField>
      <ChoiceField
        label={t('store.sims.type')}
        value={chosen.type}
        problem={problem(chosen.type)}
        disabled={chosen.origin === ''}
        onChoose={(type) => choose(chosen.origin, type)}
      >
        <option value="">{t('store.sims.chooseType')}</option>
        {types.map(({ simTypeId, simTypeName }) => (
          <option key={simTypeId} value={simTypeId}>
            {simTypeName}
          </option>
        ))}
      </ChoiceField>
      <ChoiceField
        label={t('store.sims.plan')}
        value={chosen.plan}
        problem={problem(chosen.plan)}
        disabled={chosen.type === ''}
        onChoose={(plan) => onChosen({ ...chosen, plan })}
      >
        <option value="">{t('store.sims.choosePlan')}</option>
        {ofType.map(({ planCode, planName, price, currency }) => (
          <option key={planCode} value={planCode}>
            {t('store.sims.onePlan', { name: planName, price: formatMoney(price, currency), currency })}
          </option>
        ))}
      </ChoiceField>
    </>
  )
}
