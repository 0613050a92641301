import { IconAntennaBarsOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Fragment, type RefObject, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { SimFilter } from '#contract/sims/sims.calls.ts'
import { ADMINISTRATIVE_STATUS, type AdministrativeStatusName } from '#domain/sim-status.ts'
import { PHONE, useMedia } from '#web/lib/use-media.ts'
import { searchParametersQuery } from '#web/shared/sims/search-parameters.api.ts'
import { useTagColours } from '#web/shared/tags/tags.api.ts'
import { CheckLine } from '#web/ui/checkbox.tsx'
import chipStyles from '#web/ui/chip.module.css'
import { Chip } from '#web/ui/chip.tsx'
import { lazyOnDemand } from '#web/ui/lazy-on-demand.tsx'
import { AddButton, FoldingChip, MoreChip, SetChip } from '#web/ui/list/list-filters.tsx'
import { useFoldedChips } from '#web/ui/list/use-folded-chips.ts'
import popupStyles from '#web/ui/popup.module.css'
import { Popup, PopupGroup } from '#web/ui/popup.tsx'
import { STATUS_STYLE } from '#web/ui/status.tsx'
import { TagDot } from '#web/ui/tag-chip.tsx'
import { type Facets, simFacetsQuery } from '../sims.api.ts'
import { AddFilter, FacetList, type Managed } from './facet-menu.tsx'
import {
  chosenIn,
  countText,
  FACET_LABEL,
  FACETS,
  type Facet,
  type FacetId,
  facetCounts,
  facetValues,
  isActiveSilent,
  toggled,
  withActiveSilent,
  withFacet,
} from './facet-values.ts'
import styles from './filters.module.css'

interface ChipsProps {
  readonly filter: SimFilter
  readonly facets: Facets | undefined
  onChange(filter: SimFilter): void
}

const MANAGE = {
  tags: lazyOnDemand(async () => (await import('../tags/manage-tags.tsx')).ManageTags),
  groups: lazyOnDemand(async () => (await import('../groups/manage-groups.tsx')).ManageGroups),
} as const satisfies Record<Managed, unknown>

/** Statuses with their own chip, as far as there is room; the others are behind 'Más'. */
const FRONT = ['active', 'readyToUse', 'hibernated', 'deactivatedByAlarm'] as const satisfies AdministrativeStatusName[]
const ALL = [...new Set([...FRONT, ...(Object.keys(ADMINISTRATIVE_STATUS) as AdministrativeStatusName[])])]

/** 'Silenciosas' stands for its silence. */
const hasOwnChip = (filter: SimFilter, facet: Facet): boolean =>
  chosenIn(filter, facet).length > 0 && !(facet === 'silentFor' && isActiveSilent(filter))

export function FilterChips(props: ChipsProps) {
  const { t } = useTranslation()
  const { filter, facets } = props
  const row = useScrollToChosen(facets !== undefined)
  const [managed, setManaged] = useState<Managed>()
  const manageAfter = (close: () => void) => (what: Managed) => {
    close()
    setManaged(what)
  }
  return (
    <fieldset className={styles.row} aria-label={t('list.filters')}>
      <div ref={row} className={chipStyles.chips}>
        <StatusChips {...props} fitting={useFoldedChips(row)} />
        <span className={chipStyles.divider} />
        <TextChips {...props} />
        {FACETS.filter((facet) => hasOwnChip(filter, facet)).map((facet) => (
          <FacetChip key={facet} {...props} facet={facet} manageAfter={manageAfter} />
        ))}
      </div>
      <Popup label={t('list.addFilter')} trigger={(trigger) => <AddButton {...trigger}>{t('list.addFilter')}</AddButton>}>
        {(close) => <AddFilter {...props} onManage={manageAfter(close)} />}
      </Popup>
      {(['tags', 'groups'] as const).map((what) => {
        const Manage = MANAGE[what]
        return <Manage key={what} requests={managed === what ? 1 : 0} onClose={() => setManaged(undefined)} />
      })}
    </fieldset>
  )
}

/** On a phone the row overflows: the chosen chip is scrolled into view on load, once the chips have their counts. */
function useScrollToChosen(isCounted: boolean): RefObject<HTMLDivElement | null> {
  const row = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isCounted)
      row.current
        ?.querySelector(`.${chipStyles.chip}.${chipStyles.isOn}`)
        ?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [isCounted])
  return row
}

interface StatusChipsProps extends ChipsProps {
  /** number of chips after 'Silenciosas' that have room */
  readonly fitting: number
}

function StatusChips({ filter, facets: listed, onChange, fitting }: StatusChipsProps) {
  const { t } = useTranslation()
  // 'Silenciosas' is one of them: the others count, and lead to, what is there without its silence
  const isSilent = isActiveSilent(filter)
  const others = isSilent ? withActiveSilent(filter, false) : filter
  const { data: withoutSilence } = useQuery({ ...simFacetsQuery(others), enabled: isSilent })
  const facets = isSilent ? withoutSilence : listed
  const counts = facetCounts('administrativeStatusIds', facets)
  const chosen = chosenIn(others, 'administrativeStatusIds')
  const all = [...counts.values()].reduce((sum, count) => sum + count, 0)
  // where the search finds nothing, no status would show more
  const isShown = (isOn: boolean): boolean => isOn || facets?.total !== 0 || all > 0
  const set = (ids: readonly (string | number)[]) => onChange(withFacet(others, 'administrativeStatusIds', ids))
  const behind: readonly number[] = ALL.slice(Math.min(FRONT.length, fitting + 1)).map((name) => ADMINISTRATIVE_STATUS[name])
  return (
    <>
      <Chip
        value=""
        isOn={chosen.length === 0 && !isSilent}
        count={facets ? all : undefined}
        isAtLeast={facets?.isAtLeast ?? false}
        onClick={() => set([])}
      >
        {t('sims.all')}
      </Chip>
      {FRONT.map((name) => {
        const status = ADMINISTRATIVE_STATUS[name]
        const isOn = chosen.includes(status)
        const { Icon, tone } = STATUS_STYLE[name]
        const chip = (
          <Chip
            isOn={isOn}
            {...chipCount(status, { chosen, counts, facets })}
            onClick={() => set(chosen.length === 1 && isOn ? [] : [status])}
          >
            <Icon className={`icon icon-${tone}`} aria-hidden="true" />
            {t(`sims.chip.${name}`)}
          </Chip>
        )
        return (
          <Fragment key={name}>
            {!isShown(isOn) ? null : name === 'active' ? (
              chip
            ) : (
              <FoldingChip isFolded={behind.includes(status)}>{chip}</FoldingChip>
            )}
            {name === 'active' && isShown(isSilent) ? (
              <Chip
                isOn={isSilent}
                title={t('sims.silentHint')}
                count={listed?.activeSilent}
                isAtLeast={listed?.isAtLeast ?? false}
                onClick={() => onChange(withActiveSilent(filter, !isSilent))}
              >
                <IconAntennaBarsOff className="icon icon-warning" aria-hidden="true" />
                {t('sims.chip.silent')}
              </Chip>
            ) : null}
          </Fragment>
        )
      })}
      {isShown(chosen.some((status) => behind.includes(Number(status)))) ? (
        <MoreStatuses filter={others} facets={facets} onChange={onChange} behind={behind} />
      ) : null}
    </>
  )
}

interface Counted {
  readonly chosen: readonly FacetId[]
  readonly counts: ReadonlyMap<FacetId, number>
  readonly facets: Facets | undefined
}

/** The count of a single chosen status is the list's, which may be exact where other counts are not. */
function chipCount(status: number, { chosen, counts, facets }: Counted): { count: number | undefined; isAtLeast: boolean } {
  if (!facets) return { count: undefined, isAtLeast: false }
  const count = counts.get(status)
  if (!facets.isAtLeast) return { count: count ?? 0, isAtLeast: false }
  if (chosen.length === 1 && chosen[0] === status) return { count: facets.total, isAtLeast: facets.isCapped }
  return { count, isAtLeast: true }
}

function MoreStatuses({ filter, facets, onChange, behind }: ChipsProps & { readonly behind: readonly number[] }) {
  const { t } = useTranslation()
  const counts = facetCounts('administrativeStatusIds', facets)
  const chosen = chosenIn(filter, 'administrativeStatusIds')
  const isOn = chosen.some((status) => behind.includes(Number(status)))
  const count = behind.reduce((sum, status) => sum + (counts.get(status) ?? 0), 0)
  const choose = (status: number) => onChange(withFacet(filter, 'administrativeStatusIds', toggled(chosen, status)))
  return (
    <Popup
      label={t('sims.field.simAdministrativeStatusId')}
      trigger={(trigger) => <MoreChip isOn={isOn} count={countText(count, facets)} {...trigger} />}
    >
      {() => (
        <PopupGroup label={t('sims.field.simAdministrativeStatusId')}>
          {ALL.map((name) => {
            const status = ADMINISTRATIVE_STATUS[name]
            const { Icon, tone } = STATUS_STYLE[name]
            return (
              <CheckLine
                key={name}
                labelClass={popupStyles.item}
                checked={chosen.includes(status)}
                onChange={() => choose(status)}
                value={status}
              >
                <Icon className={`icon icon-${tone}`} aria-hidden="true" />
                <span className="ellipsis">{t(`status.${name}`)}</span>
                <span className={popupStyles.count}>{countText(counts.get(status), facets)}</span>
              </CheckLine>
            )
          })}
        </PopupGroup>
      )}
    </Popup>
  )
}

/** The search text, where no field beside them shows it, and the SIM or the operation of an address. */
function TextChips({ filter, onChange }: ChipsProps) {
  const { t } = useTranslation()
  const isPhone = useMedia(PHONE)
  const { search, icc, operationId, ...rest } = filter
  return (
    <>
      {search && isPhone ? (
        <SetChip
          name={t('sims.search')}
          value={t('sims.quoted', { text: search })}
          onRemove={() => onChange({ ...rest, icc, operationId })}
        />
      ) : null}
      {icc ? <SetChip name="ICC" value={icc} onRemove={() => onChange({ ...rest, search, operationId })} /> : null}
      {operationId ? (
        <SetChip name={t('sims.succeededIn')} value={String(operationId)} onRemove={() => onChange({ ...rest, search, icc })} />
      ) : null}
    </>
  )
}

interface FacetChipProps extends ChipsProps {
  readonly facet: Facet
  manageAfter(close: () => void): (what: Managed) => void
}

/** An active filter: 'Origen Chile ×'. Its name opens the values, the cross clears it. */
function FacetChip({ filter, facets, onChange, facet, manageAfter }: FacetChipProps) {
  const { t } = useTranslation()
  const { data: parameters } = useQuery(searchParametersQuery)
  const colourOf = useTagColours(facet === 'tags')
  const names = new Map(facetValues(facet, { parameters, t }).map(({ id, name }) => [id, name]))
  const [first, ...others] = chosenIn(filter, facet).map((id) => names.get(id) ?? String(id))
  const named = others.length > 0 ? t('sims.valuesMore', { first, count: others.length }) : (first ?? '')
  const isTree = facet === 'companyIds' && filter.subsidiaries
  const value = isTree ? t('companies.choose.withSubsidiaries', { name: named }) : named
  const name = t(FACET_LABEL[facet])
  return (
    <SetChip
      name={name}
      value={value}
      mark={facet === 'tags' && first !== undefined ? <TagDot colour={colourOf(first)} /> : null}
      onRemove={() => onChange(withFacet(filter, facet, []))}
    >
      {(close) => <FacetList {...{ filter, facets, onChange, facet }} onManage={manageAfter(close)} />}
    </SetChip>
  )
}
