import { type ReactNode, useId, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { COMPANY_WORDS, LOCK_SENTENCES, type Locks } from '#contract/companies/company-messages.ts'
import { COMPANY_LENGTHS, COMPANY_TEXT_FIELDS, type CompanyTextField, type LockedField } from '#domain/companies.ts'
import { taxIdKind } from '#domain/tax-id.ts'
import { language } from '#web/lib/preferences.ts'
import { sentence } from '#web/lib/sentence.ts'
import { CheckWithHint } from '#web/ui/checkbox.tsx'
import { ChoiceField } from '#web/ui/choice-field.tsx'
import { Disclosure } from '#web/ui/disclosure.tsx'
import { checkField, choiceField, type EditedFields, typedField } from '#web/ui/edit-form.tsx'
import { Field, type FieldProps } from '#web/ui/field.tsx'
import styles from './companies.module.css'
import type { Countries } from './company-form.tsx'
import type { CompanyValues } from './company-values.ts'
import { zoneCity, zoneWords } from './zone-words.ts'

interface CompanyFieldsProps extends EditedFields<CompanyValues> {
  readonly locked: Locks
  readonly countries: Countries
  /** ISO 3166-1 alpha-2; '' when none is chosen */
  readonly country: string
}

/** What a company begins with; what can be added later is behind a summary, open where something of it is set or wrong. */
export function CompanyFields({ parent, ...props }: CompanyFieldsProps & { readonly parent?: ReactNode }) {
  const { t } = useTranslation()
  const { values, problems } = props
  const [isOpen, setOpen] = useState(() => FOLDED.some((field) => values[field] !== '' && values[field] !== false))
  if (!isOpen && FOLDED.some((field) => problems[field])) setOpen(true)
  return (
    <>
      <div className={styles.fields}>
        <Text {...props} field="businessName" className={styles.wide} data-autofocus autoComplete="organization" />
        <Country {...props} />
        <TaxId {...props} />
        {parent}
        <AnchorDay {...props} />
        <Currency {...props} />
        <TimeZone {...props} />
      </div>
      <Disclosure summary={t('companies.form.more')} open={isOpen} className={styles.more}>
        <Group title={t('companies.form.identity')}>
          <Text {...props} field="fantasyName" />
          <Text {...props} field="activity" />
          <Text {...props} field="representative" className={styles.wide} />
        </Group>
        <Group title={t('companies.form.contact')}>
          <Text {...props} field="billingContact" />
          <Text {...props} field="billingEmail" type="email" inputMode="email" autoComplete="off" />
          <Text {...props} field="phones" type="tel" hint={t('companies.form.phonesHint')} />
          <Text {...props} field="website" inputMode="url" />
          <Text {...props} field="address" className={styles.wide} />
          <Text {...props} field="city" />
          <Text {...props} field="postalCode" />
        </Group>
        <Group title={t('companies.form.fields')}>
          <Text
            {...props}
            field="customField1Name"
            placeholder={t('sims.field.customField1')}
            hint={t('companies.form.fieldsHint')}
          />
          <Text {...props} field="customField2Name" placeholder={t('sims.field.customField2')} />
        </Group>
        <Group title={t('companies.form.access')}>
          <Flag {...props} field="secondFactorRequired" word="secondFactor" />
          <Flag {...props} field="blocked" word="blocked" />
        </Group>
      </Disclosure>
    </>
  )
}

const FOLDED = [
  ...COMPANY_TEXT_FIELDS.filter((field) => field !== 'businessName' && field !== 'tin'),
  'secondFactorRequired',
  'blocked',
] as const

function Group({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <section className={styles.group} aria-labelledby={id}>
      <h3 id={id}>{title}</h3>
      <div className={styles.fields}>{children}</div>
    </section>
  )
}

const lockOf = ({ locked }: CompanyFieldsProps, field: LockedField): string | undefined => {
  const reason = locked[field]
  return reason && sentence(LOCK_SENTENCES[reason])
}

type TextProps = CompanyFieldsProps & { readonly field: CompanyTextField; readonly label?: string } & Omit<
    FieldProps,
    'label' | 'value'
  >

function Text({
  field,
  label = sentence(COMPANY_WORDS[field]),
  values,
  problems,
  locked,
  countries,
  country,
  onValues,
  ...input
}: TextProps) {
  const about: CompanyFieldsProps = { values, problems, locked, countries, country, onValues }
  const lock = lockOf(about, field)
  return (
    <Field
      autoComplete="off"
      label={label}
      maxLength={COMPANY_LENGTHS[field]}
      {...input}
      {...typedField(about, field)}
      readOnly={lock !== undefined}
      hint={lock ?? input.hint}
    />
  )
}

/** Labelled with the tax id's name in the chosen country. */
function TaxId(props: CompanyFieldsProps) {
  const { t } = useTranslation()
  const kind = taxIdKind(props.country)
  return (
    <Text
      {...props}
      field="tin"
      label={t('companies.form.optional', { label: kind?.name ?? sentence(COMPANY_WORDS.tin) })}
      hint={kind ? t('companies.form.taxIdHint', { example: kind.example }) : undefined}
    />
  )
}

interface ChoiceProps extends CompanyFieldsProps {
  readonly field: 'countryId' | 'timeZone' | 'currency'
  readonly label: string
  readonly options: readonly (readonly [value: string, text: string])[]
  readonly none?: string
}

/** A select, or its value as text when locked. */
function Choice({ field, label, options, none, ...props }: ChoiceProps) {
  const { values } = props
  const lock = lockOf(props, field)
  if (lock) {
    const text = options.find(([value]) => value === values[field])?.[1] ?? values[field]
    return <Field label={label} value={text} readOnly hint={lock} />
  }
  return (
    <ChoiceField label={label} {...choiceField(props, field)}>
      {none === undefined ? null : <option value="">{none}</option>}
      {options.map(([value, text]) => (
        <option key={value} value={value}>
          {text}
        </option>
      ))}
    </ChoiceField>
  )
}

function Country(props: CompanyFieldsProps) {
  const { t } = useTranslation()
  const options = props.countries.map(({ countryId, countryName }) => [String(countryId), countryName] as const)
  return (
    <Choice
      {...props}
      field="countryId"
      label={sentence(COMPANY_WORDS.country)}
      none={t('companies.form.noCountry')}
      options={options}
    />
  )
}

/** The chosen value is an option even if this browser does not support it. */
const withChosen = (values: readonly string[], chosen: string): readonly string[] =>
  chosen === '' || values.includes(chosen) ? values : [chosen, ...values]

function TimeZone(props: CompanyFieldsProps) {
  const { timeZone } = props.values
  const spoken = language.get()
  const compare = useMemo(() => new Intl.Collator(spoken).compare, [spoken])
  // by city, as people search them; with its offset the chosen one only: those of all 418 take 150 ms
  const options = useMemo(
    () =>
      withChosen(Intl.supportedValuesOf('timeZone'), timeZone)
        .map((zone) => [zone, zone === timeZone ? zoneWords(zone) : zoneCity(zone)] as const)
        .toSorted(([, a], [, b]) => compare(a, b)),
    [timeZone, compare],
  )
  return <Choice {...props} field="timeZone" label={sentence(COMPANY_WORDS.timeZone)} options={options} />
}

function Currency(props: CompanyFieldsProps) {
  const { currency } = props.values
  const spoken = language.get()
  const options = useMemo(() => {
    const names = new Intl.DisplayNames(spoken, { type: 'currency' })
    return withChosen(Intl.supportedValuesOf('currency'), currency).map(
      (code) => [code, `${code} · ${names.of(code) ?? code}`] as const,
    )
  }, [currency, spoken])
  return <Choice {...props} field="currency" label={sentence(COMPANY_WORDS.currency)} options={options} />
}

function AnchorDay(props: CompanyFieldsProps) {
  const { t } = useTranslation()
  const lock = lockOf(props, 'cycleAnchorDay')
  return (
    <Field
      label={sentence(COMPANY_WORDS.cycleAnchorDay)}
      {...typedField(props, 'cycleAnchorDay')}
      readOnly={lock !== undefined}
      hint={lock ?? t('companies.form.anchorHint')}
      inputMode="numeric"
      autoComplete="off"
      maxLength={2}
    />
  )
}

interface FlagProps extends CompanyFieldsProps {
  readonly field: 'secondFactorRequired' | 'blocked'
  readonly word: 'secondFactor' | 'blocked'
}

function Flag({ field, word, ...props }: FlagProps) {
  const { t } = useTranslation()
  const lock = field === 'blocked' ? lockOf(props, field) : undefined
  return (
    <CheckWithHint
      labelClass={styles.wide}
      hint={lock ?? t(`companies.form.${word}Hint`)}
      {...checkField(props, field)}
      disabled={lock !== undefined}
    >
      {t(`companies.form.${word}`)}
    </CheckWithHint>
  )
}
