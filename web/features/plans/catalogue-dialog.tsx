import { IconArrowLeft, IconFileInvoice } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { PLAN_WORDS } from '#contract/plans/plan-messages.ts'
import { originLabel } from '#web/lib/origin-word.ts'
import { sentence } from '#web/lib/sentence.ts'
import { holds, useSession } from '#web/lib/session.ts'
import { offeredPlansQuery, type PlanChoice } from '#web/shared/plans/plan-choices.api.ts'
import { Button } from '#web/ui/button.tsx'
import { ButtonLink } from '#web/ui/button-link.tsx'
import { ChoiceField } from '#web/ui/choice-field.tsx'
import dialogStyles from '#web/ui/dialog.module.css'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { Loaded } from '#web/ui/loaded.tsx'
import { MoneyAmount } from '#web/ui/money-amount.tsx'
import { RowButton } from '#web/ui/row-action.tsx'
import { EmptyState, ErrorState } from '#web/ui/states.tsx'
import { Table, type TableColumn, TwoLines } from '#web/ui/table.tsx'
import styles from './plan-dialogs.module.css'
import { useIncluded } from './plan-figures.ts'
import { planQuery } from './plans.api.ts'
import { TermsTable } from './terms-table.tsx'

/** All plans on offer beside each other; one is opened with its terms. */
export function CatalogueDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const [plan, setPlan] = useState<PlanChoice>()
  return (
    <Dialog opened onClose={onClose} title={t('plans.catalogue.title')} fullOnPhone>
      {plan ? <OfferedPlan plan={plan} onBack={() => setPlan(undefined)} /> : null}
      <div hidden={plan !== undefined}>
        <OfferedPlans onOpen={setPlan} />
      </div>
      <div className={dialogStyles.actions}>
        <Button onClick={onClose}>{t('common.close')}</Button>
        {plan ? <OrderLink plan={plan} isMain /> : null}
      </div>
    </Dialog>
  )
}

function OfferedPlans({ onOpen }: { onOpen: (plan: PlanChoice) => void }) {
  const { t } = useTranslation()
  const { data: plans, error, refetch } = useQuery(offeredPlansQuery)
  const [origin, setOrigin] = useState('')
  const [text, setText] = useState('')
  const columns = useColumns(onOpen)
  if (error && !plans) return <ErrorState title={t('plans.catalogue.failed')} error={error} onRetry={() => void refetch()} />
  const origins = [...new Set(plans?.map(({ provider }) => provider))].toSorted((a, b) =>
    originLabel(a).localeCompare(originLabel(b)),
  )
  const shown = plans?.filter((plan) => (origin === '' || plan.provider === origin) && isNamed(plan, text))
  return (
    <>
      <div className={styles.narrow}>
        <Field
          label={t('plans.catalogue.search')}
          type="search"
          autoComplete="off"
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <ChoiceField label={sentence(PLAN_WORDS.provider)} value={origin} problem={undefined} onChoose={setOrigin}>
          <option value="">{t('plans.catalogue.allOrigins')}</option>
          {origins.map((name) => (
            <option key={name} value={name}>
              {originLabel(name)}
            </option>
          ))}
        </ChoiceField>
      </div>
      {shown?.length === 0 ? (
        <EmptyState Icon={IconFileInvoice} title={t('plans.catalogue.none')} />
      ) : (
        <div className={styles.offered}>
          <Table
            label={t('plans.catalogue.title')}
            columns={columns}
            rows={shown}
            rowKey={({ planId }) => planId}
            className={styles.offeredTable}
          />
        </div>
      )}
    </>
  )
}

/** Whether each word is in a plan's name or code, or its type. */
function isNamed({ planName, planCode, planTypeName }: PlanChoice, text: string): boolean {
  const plain = (one: string) => one.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()
  const names = plain(`${planName} ${planCode} ${planTypeName}`)
  return plain(text)
    .split(/\s+/)
    .every((word) => names.includes(word))
}

function useColumns(onOpen: (plan: PlanChoice) => void): TableColumn<PlanChoice>[] {
  const { t } = useTranslation()
  const included = useIncluded()
  const figure = { isNumber: true, phone: 'foot', isNamed: true } as const
  const codeAndStay = ({ planCode, minimumStay }: PlanChoice) =>
    minimumStay > 0 ? `${planCode} · ${t('plans.stayShort', { count: minimumStay })}` : planCode
  return [
    {
      id: 'plan',
      head: sentence(PLAN_WORDS.plan),
      isRowHead: true,
      phone: 'head',
      cell: (plan) => (
        <TwoLines first={<RowButton onOpen={() => onOpen(plan)}>{plan.planName}</RowButton>} second={codeAndStay(plan)} />
      ),
    },
    {
      id: 'provider',
      head: sentence(PLAN_WORDS.provider),
      width: 136,
      phone: 'line',
      cell: ({ provider, planTypeName }) => <TwoLines first={originLabel(provider)} second={planTypeName} />,
    },
    { id: 'data', head: sentence(PLAN_WORDS.data), width: 88, ...figure, cell: ({ data }) => included.data(data) },
    { id: 'sms', head: sentence(PLAN_WORDS.sms), width: 56, ...figure, cell: ({ sms }) => included.sms(sms) },
    {
      id: 'price',
      head: sentence(PLAN_WORDS.price),
      width: 124,
      isNumber: true,
      phone: 'mark',
      className: 'medium',
      cell: ({ planPrice, currency }) => <MoneyAmount amountMinor={planPrice} currency={currency} />,
    },
    {
      id: 'order',
      head: <span className="visually-hidden">{t('plans.catalogue.order')}</span>,
      width: 120,
      isNumber: true,
      phone: 'act',
      cell: (plan) => <OrderLink plan={plan} />,
    },
  ]
}

/** To the store, with the plan chosen. */
function OrderLink({ plan: { planCode, planName }, isMain = false }: { readonly plan: PlanChoice; readonly isMain?: boolean }) {
  const { t } = useTranslation()
  if (!holds(useSession(), 'requests')) return null
  return (
    <ButtonLink
      to="/requests"
      search={{ tab: 'store', plan: planCode }}
      isSmall={!isMain}
      isPrimary={isMain}
      aria-label={t('plans.catalogue.orderOf', { plan: planName })}
    >
      {t('plans.catalogue.order')}
    </ButtonLink>
  )
}

/** Current and future terms; past ones are not needed here. */
function OfferedPlan({ plan, onBack }: { readonly plan: PlanChoice; onBack: () => void }) {
  const { t } = useTranslation()
  return (
    <>
      <button type="button" className={`text-button row text-small ${styles.back}`} onClick={onBack} data-autofocus>
        <IconArrowLeft className="icon icon-14" aria-hidden="true" />
        {t('plans.catalogue.back')}
      </button>
      <h3 className={styles.planName}>{plan.planName}</h3>
      <p className="text-secondary">
        {[plan.planCode, originLabel(plan.provider), plan.planTypeName].join(' · ')}
        {plan.pooled ? `. ${t('plans.sharedHint')}` : null}
        {plan.minimumStay > 0 ? `. ${t('plans.stayHint', { count: plan.minimumStay })}` : null}
      </p>
      <Loaded query={useQuery(planQuery(plan.planId))} failed={t('plans.planFailed')} waiting={null}>
        {({ terms, currency }) => <TermsTable terms={terms.filter(({ state }) => state !== 'past')} currency={currency} />}
      </Loaded>
    </>
  )
}
