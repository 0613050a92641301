import { IconDeviceSim, IconSearch } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { SimFilter } from '#contract/sims/sims.calls.ts'
import { askForm } from '#web/lib/asked-form.ts'
import { useSession } from '#web/lib/session.ts'
import { useWorkIn } from '#web/shared/companies/work-in.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/states.tsx'
import { chosenIn, FACET_LABEL, FACETS, withFacet } from './filters/facet-values.ts'
import { ImportButton } from './import-button.tsx'
import { isUnfiltered } from './list-state.ts'

interface NothingProps {
  readonly filter: SimFilter
  /** the administrator's import */
  readonly onImport: (() => void) | undefined
  onFilter(filter: SimFilter): void
}

/** Whether something else than a text narrows the list. */
const isNarrowed = ({ search: _, icc: __, ...facets }: SimFilter): boolean => !isUnfiltered(facets)

/**
 * Empty state of the list: names the search and offers to clear filters; a fleet without SIMs explains how to get them.
 */
export function NothingFound(props: NothingProps) {
  const { t } = useTranslation()
  const { filter, onImport } = props
  if (isUnfiltered(filter)) {
    return (
      <EmptyState
        isWhole
        Icon={IconDeviceSim}
        title={t('sims.noSims')}
        actions={onImport ? <ImportButton onImport={onImport} /> : null}
      >
        {t(onImport ? 'sims.noSimsAdmin' : 'sims.noSimsCustomer')}
      </EmptyState>
    )
  }
  return <NothingMatches {...props} />
}

function NothingMatches(props: NothingProps) {
  const { t } = useTranslation()
  const { worksIn, companyName } = useSession()
  const { filter } = props
  const text = filter.search ?? filter.icc
  const hasFacets = isNarrowed(filter)
  return (
    <EmptyState
      isWhole
      Icon={IconSearch}
      title={text ? t('sims.emptySearch', { text }) : t('sims.emptyFilter')}
      actions={<EmptyActions {...props} />}
    >
      {text ? t(hasFacets ? 'sims.emptyWhereFiltered' : 'sims.emptyWhere') : t('sims.emptyTry')}
      {worksIn === 'one' ? ` ${t('sims.emptyOnlyIn', { name: companyName })}` : null}
    </EmptyState>
  )
}

function EmptyActions({ filter, onFilter }: NothingProps) {
  const { t } = useTranslation()
  const isInOne = useSession().worksIn === 'one'
  const set = FACETS.filter((facet) => chosenIn(filter, facet).length > 0)
  const hasStatus = chosenIn(filter, 'administrativeStatusIds').length > 0
  const without = (name: string, rest: SimFilter) => (
    <Button key={name} size="sm" onClick={() => onFilter(rest)}>
      {t('list.removeFilter', { name })}
    </Button>
  )
  return (
    <>
      {set.map((facet) => without(t(FACET_LABEL[facet]), withFacet(filter, facet, [])))}
      {hasStatus ? without(t('sims.field.simAdministrativeStatusId'), withFacet(filter, 'administrativeStatusIds', [])) : null}
      <Button size="sm" onClick={() => onFilter({})}>
        {t(isNarrowed(filter) ? 'list.clear' : 'list.clearText')}
      </Button>
      {filter.search ? (
        <Button size="sm" onClick={() => askForm('search')}>
          {t('sims.searchAll')}
        </Button>
      ) : null}
      {isInOne ? <ToAllCompanies /> : null}
    </>
  )
}

/** Ends the choice of one company in the header. */
function ToAllCompanies() {
  const { t } = useTranslation()
  const { mutate, isPending } = useWorkIn({ toastsError: true })
  return (
    <Button size="sm" blocked={isPending} onClick={() => mutate(null)}>
      {t('shell.backToAll')}
    </Button>
  )
}
