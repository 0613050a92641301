import { IconShoppingCartPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { LINE_SIMS_MAX } from '#domain/requests.ts'
import { formatMoney } from '#web/lib/format.ts'
import { toasts } from '#web/lib/toast-store.ts'
import { typedCount } from '#web/lib/typed-money.ts'
import { PlanCascade, type PlanCascadeValue } from '#web/shared/plans/plan-cascade.tsx'
import { offeredPlansQuery, type PlanChoice } from '#web/shared/plans/plan-choices.api.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Field } from '#web/ui/field.tsx'
import { Form } from '#web/ui/form.tsx'
import { MoneyAmount } from '#web/ui/money-amount.tsx'
import { TextWithParts } from '#web/ui/text-with-parts.tsx'
import { Tip } from '#web/ui/tip.tsx'
import { useSetCart } from './store.api.ts'
import styles from './store.module.css'

/**
 * New SIMs for the cart: origin, then type, then plan, and how many.
 * @param planCode of a plan that is chosen already
 */
export function SimOrder({ planCode }: { readonly planCode: string | undefined }) {
  const { t } = useTranslation()
  const offered = useQuery({ ...offeredPlansQuery, enabled: planCode !== undefined })
  const [changed, setChosen] = useState<PlanCascadeValue>()
  const chosen = changed ?? cascadeTo(offered.data?.find((plan) => plan.planCode === planCode))
  const [typed, setTyped] = useState('1')
  const [isSubmitted, setSubmitted] = useState(false)
  const { mutate, isPending } = useSetCart()
  const { plan } = chosen
  const count = typedCount(typed)
  const isCount = count >= 1 && count <= LINE_SIMS_MAX
  const submit = () => {
    setSubmitted(true)
    if (!plan || !isCount || isPending) return
    mutate(
      { planCode: plan.planCode, quantity: count, adds: true },
      {
        onSuccess: ({ message }) => {
          toasts.success(message)
          setSubmitted(false)
        },
      },
    )
  }
  const add = (
    <Button type="submit" size="lg" blocked={!plan || isPending} aria-busy={isPending}>
      <IconShoppingCartPlus className="icon" aria-hidden="true" />
      {t('store.sims.add')}
    </Button>
  )
  return (
    <Card title={t('store.sims.title')} line>
      <Form className={styles.order} isPending={isPending} onAttempt={submit}>
        <PlanCascade value={chosen} onChange={setChosen} />
        <Field
          label={t('store.quantity')}
          inputMode="numeric"
          autoComplete="off"
          maxLength={7}
          value={typed}
          problem={isSubmitted && !isCount ? t('store.sims.wrongCount', { most: LINE_SIMS_MAX }) : undefined}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        {plan ? add : <Tip text={t('store.sims.about')}>{add}</Tip>}
        <p className={`${styles.cost} text-secondary text-small`} aria-live="polite">
          {plan && isCount ? <Cost plan={plan} count={count} /> : t('store.sims.costHint')}
        </p>
      </Form>
    </Card>
  )
}

/** '10 SIMs × $1.250 = $12.500 CLP al mes', and how long they stay at least. */
function Cost({ plan, count }: { readonly plan: PlanChoice; readonly count: number }) {
  const { t } = useTranslation()
  const { planPrice, currency, minimumStay } = plan
  const total = (
    <b key="total" className="semibold">
      <MoneyAmount amountMinor={planPrice * count} currency={currency} />
    </b>
  )
  return (
    <>
      <TextWithParts text={t('store.sims.cost', { count, each: formatMoney(planPrice, currency) })} parts={[total]} />
      {minimumStay > 0 ? ` · ${t('plans.stayHint', { count: minimumStay })}` : null}
    </>
  )
}

const cascadeTo = (plan: PlanChoice | undefined): PlanCascadeValue =>
  plan ? { providerId: plan.providerId, planTypeId: plan.planTypeId, plan } : {}
