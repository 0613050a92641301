import { Combobox, Popover, useCombobox } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { findWorkingCompanies } from '#contract/identity/working-company.calls.ts'
import { call } from '../lib/call.ts'
import { type RecentCompany, readRecentCompanies } from '../lib/recent-companies.ts'
import { useSession } from '../lib/session.ts'
import { useDebouncedValue } from '../lib/use-debounced-value.ts'
import { useWorkIn } from '../shared/companies/work-in.ts'
import { announce } from '../ui/announcer.tsx'
import { Mantine } from '../ui/mantine.tsx'
import { Problem } from '../ui/problem.tsx'
import { useOpenAtFirst } from '../ui/use-open-at-first.ts'
import { useSteadyOption } from '../ui/use-steady-option.ts'
import { CompanyButton } from './company-button.tsx'
import '@mantine/core/styles/Popover.css'
import '@mantine/core/styles/Combobox.css'
import styles from './company-switch.module.css'

/** Debounce, ms; shorter than elsewhere, because the options are visible while typing. */
const PAUSE_MS = 200
/** Options per search; a longer text narrows them. */
const OPTIONS = 50
/** value of the option that leads back to all companies */
const ALL = '0'

const companiesQuery = (search: string) => ({
  queryKey: ['working-companies', search],
  queryFn: async ({ signal }: { signal: AbortSignal }) =>
    (await call(findWorkingCompanies, { query: { ...(search ? { search } : {}), limit: OPTIONS } }, { signal })).rows,
  placeholderData: <T,>(before: T) => before,
})

/** The header's switch of company, for people who have several. Its code loads with the first press of its button. */
export function CompanySwitch() {
  const { t } = useTranslation()
  const button = useRef<HTMLButtonElement>(null)
  const [opened, setOpened] = useOpenAtFirst(button)
  return (
    <Mantine>
      <Popover
        opened={opened}
        onChange={setOpened}
        position="bottom-start"
        offset={6}
        width={320}
        trapFocus
        returnFocus
        transitionProps={{ duration: 120 }}
        classNames={{ dropdown: `floating ${styles.panel}` }}
      >
        <Popover.Target>
          <CompanyButton ref={button} onClick={() => setOpened(!opened)} />
        </Popover.Target>
        <Popover.Dropdown aria-label={t('shell.chooseCompany')}>
          <Choice />
        </Popover.Dropdown>
      </Popover>
    </Mantine>
  )
}

function useChoice() {
  const session = useSession()
  const [recents] = useState(() => readRecentCompanies(session))
  const { mutate, error, isPending } = useWorkIn()
  return { recents, choose: mutate, problem: error?.message, isPending }
}

/** A field that searches the person's companies, the last chosen ones first. */
function Choice() {
  const { t } = useTranslation()
  const id = useId()
  const [text, setText] = useState('')
  const searched = useDebouncedValue(text.trim(), PAUSE_MS)
  const { recents, choose, problem, isPending } = useChoice()
  const { data: found, error, isPlaceholderData } = useQuery(companiesQuery(searched))
  const combobox = useCombobox({ opened: true })
  useSteadyOption(combobox)
  const isKnown = found !== undefined && !isPlaceholderData && searched !== ''
  const count = found?.length ?? 0
  useEffect(() => {
    // the focus stays in the field, so a screen reader does not read the changed list
    if (isKnown) announce(count === 0 ? t('finder.nothing') : t('finder.offered', { count }))
  }, [isKnown, count, t])
  const shownRecents = searched === '' ? recents : []
  const others = (found ?? []).flatMap(({ companyId, companyName, parentName }) =>
    shownRecents.some((one) => one.id === companyId) ? [] : { id: companyId, name: companyName, about: parentName },
  )
  const submit = (value: string) => {
    if (isPending) return
    choose(value === ALL ? null : ([...shownRecents, ...others].find((one) => String(one.id) === value) ?? null))
  }
  return (
    <Combobox store={combobox} onOptionSubmit={submit}>
      <label className="visually-hidden" htmlFor={id}>
        {t('shell.chooseCompany')}
      </label>
      <Combobox.EventsTarget withExpandedAttribute>
        <input
          id={id}
          className={styles.search}
          role="combobox"
          aria-expanded
          autoComplete="off"
          maxLength={80}
          placeholder={t('shell.searchCompany')}
          value={text}
          aria-invalid={problem ? true : undefined}
          aria-describedby={problem ? `${id}-error` : undefined}
          data-autofocus
          onChange={(event) => {
            setText(event.currentTarget.value)
            combobox.resetSelectedOption()
          }}
        />
      </Combobox.EventsTarget>
      <Problem id={`${id}-error`}>{problem}</Problem>
      <Combobox.Options aria-label={t('shell.chooseCompany')} className={styles.options} aria-busy={isPending}>
        {searched === '' ? <AllCompanies /> : null}
        {shownRecents.length > 0 ? (
          <Combobox.Group label={t('shell.recentCompanies')}>
            {shownRecents.map((one) => (
              <Company key={one.id} company={one} />
            ))}
          </Combobox.Group>
        ) : null}
        {others.length > 0 ? (
          <Combobox.Group label={t(searched === '' ? 'shell.companies' : 'shell.foundCompanies')}>
            {others.map((one) => (
              <Company key={one.id} company={one} />
            ))}
          </Combobox.Group>
        ) : null}
        {/* placeholder option: an empty listbox is not announced */}
        {others.length + shownRecents.length > 0 ? null : (
          <Combobox.Option value="nothing" className="floating-item" disabled>
            {found ? t('finder.nothing') : (error?.message ?? t('common.loading'))}
          </Combobox.Option>
        )}
      </Combobox.Options>
    </Combobox>
  )
}

function AllCompanies() {
  const { t } = useTranslation()
  const isAll = useSession().worksIn === 'all'
  return (
    <Combobox.Option value={ALL} className="floating-item" active={isAll} aria-current={isAll}>
      <span className="grow">{t('shell.allCompanies')}</span>
      {isAll ? <IconCheck className="icon icon-14" aria-hidden="true" /> : null}
    </Combobox.Option>
  )
}

function Company({ company: { id, name, about } }: { company: RecentCompany }) {
  const { worksIn, clientId } = useSession()
  const isHere = worksIn === 'one' && clientId === id
  return (
    <Combobox.Option value={String(id)} className="floating-item" active={isHere} aria-current={isHere}>
      <span className="grow">
        <span className="block ellipsis">{name}</span>
        {about ? <span className="block ellipsis text-tertiary text-small">{about}</span> : null}
      </span>
      {isHere ? <IconCheck className="icon icon-14" aria-hidden="true" /> : null}
    </Combobox.Option>
  )
}
