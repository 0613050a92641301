import { IconDots, IconPlus, IconX } from '@tabler/icons-react'
import { type ReactNode, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { classes } from '#web/lib/classes.ts'
import { formatNumber } from '#web/lib/format.ts'
import chipStyles from '../chip.module.css'
import { Chip, Chips } from '../chip.tsx'
import { Popup } from '../popup.tsx'
import { useRangeWord } from './day-picker.tsx'
import { AddListFilter, FilterEditor } from './filter-menu.tsx'
import styles from './list.module.css'
import { type FilterOption, isSet, type ListFilter, type ListSearch, type MenuFilter, parametersOf } from './list-filter.ts'
import { useFoldedChips } from './use-folded-chips.ts'

interface FiltersProps {
  readonly filters: readonly ListFilter[]
  readonly search: ListSearch
  /** sets parameters of the address */
  onSet(change: ListSearch): void
}

/**
 * The filters of a list: the values of the most important one as chips, the others that are set, and what adds one: a button of
 * its own for the only one and for those that are pinned, and one for the others.
 */
export function ListFilters({ filters, search, onSet }: FiltersProps) {
  const { t } = useTranslation()
  const row = useRef<HTMLFieldSetElement>(null)
  const fitting = useFoldedChips(row)
  const setOf = (filter: ListFilter) => (change: ListSearch) =>
    onSet({ ...Object.fromEntries((filter.clears ?? []).map((key) => [key, undefined])), ...change })
  const inMenu = filters.filter((filter): filter is MenuFilter => filter.kind !== 'flag' && !isFront(filter))
  const addable = inMenu.filter((filter) => !isSet(filter, search))
  const isOnly = inMenu.filter(({ isPinned }) => !isPinned).length === 1
  const alone = addable.filter(({ isPinned }) => isPinned || isOnly)
  const together = addable.filter((filter) => !alone.includes(filter))
  const fronts = filters.filter(isFront)
  const flags = filters.filter((filter) => filter.kind === 'flag')
  const active = inMenu.filter((filter) => isSet(filter, search))
  return (
    <div className={styles.filters}>
      {fronts.length + flags.length + active.length > 0 ? (
        <Chips ref={row} label={t('list.filters')}>
          {fronts.map((filter) => (
            <ValueChips key={filter.key} filter={filter} fitting={fitting} search={search} onSet={setOf(filter)} />
          ))}
          {fronts.length > 0 && flags.length + active.length > 0 ? <span className={chipStyles.divider} /> : null}
          {flags.map(({ key, label, count, title }) => {
            const isOn = search[key] !== undefined
            return (
              <Chip
                key={key}
                isOn={isOn}
                count={count}
                title={title}
                onClick={() => onSet({ [key]: isOn ? undefined : 'true' })}
              >
                {label}
              </Chip>
            )
          })}
          {active.map((filter) => (
            <ActiveFilter key={filter.key} filter={filter} search={search} onSet={setOf(filter)} />
          ))}
        </Chips>
      ) : null}
      {alone.map((filter) => (
        <Popup
          key={filter.key}
          label={filter.label}
          className={styles.popup}
          trigger={(trigger) => <AddButton {...trigger}>{filter.label}</AddButton>}
        >
          {editorOf({ filter, search, onSet: setOf(filter) })}
        </Popup>
      ))}
      {together.length > 0 ? (
        <Popup
          label={t('list.addFilter')}
          className={styles.popup}
          trigger={(trigger) => (
            <AddButton data-shrinks="" {...trigger}>
              {t('list.addFilter')}
            </AddButton>
          )}
        >
          {(close) => (
            <AddListFilter
              filters={together}
              search={search}
              onSet={(change) => {
                close()
                const filter = together.find(({ key }) => Object.hasOwn(change, key))
                if (filter) setOf(filter)(change)
              }}
            />
          )}
        </Popup>
      ) : null}
    </div>
  )
}

type Front = ListFilter & { readonly kind: 'choice' }
const isFront = (filter: ListFilter): filter is Front => filter.kind === 'choice' && filter.isFront === true

/** The dashed button that adds a filter that is not set. */
export const AddButton = ({ children, ...trigger }: Partial<React.ButtonHTMLAttributes<HTMLButtonElement>>) => (
  <button type="button" className={`${chipStyles.chip} ${chipStyles.add}`} {...trigger}>
    <IconPlus className="icon" aria-hidden="true" />
    {children}
  </button>
)

interface MoreProps extends Partial<React.ButtonHTMLAttributes<HTMLButtonElement>> {
  readonly isOn: boolean
  readonly count: string | undefined
}

/** The chip that opens the values without a chip of their own. */
export function MoreChip({ isOn, count, ...trigger }: MoreProps) {
  const { t } = useTranslation()
  return (
    <button type="button" className={classes(chipStyles.chip, isOn && chipStyles.isOn)} {...trigger}>
      <IconDots className="icon" aria-hidden="true" />
      {t('list.more')} <span className={chipStyles.count}>{count}</span>
    </button>
  )
}

/** A chip that is behind the one with the others where it does not fit in the row. */
export const FoldingChip = ({ isFolded, children }: { isFolded: boolean; children: ReactNode }) => (
  <span className={classes(chipStyles.fold, isFolded && chipStyles.isFolded)} data-fold="">
    {children}
  </span>
)

interface ActiveProps {
  readonly filter: MenuFilter
  readonly search: ListSearch
  onSet(change: ListSearch): void
}

/** The values of a filter in a popup, which closes when one is chosen. */
const editorOf =
  ({ filter, search, onSet }: ActiveProps) =>
  (close: () => void) => {
    const choose = (change: ListSearch) => {
      close()
      onSet(change)
    }
    return <FilterEditor filter={filter} search={search} onSet={choose} />
  }

interface ValueProps extends Omit<FiltersProps, 'filters'> {
  readonly filter: Front
  /** number of values that have room for a chip */
  readonly fitting: number
}

const sumOf = (options: readonly FilterOption[]): number => options.reduce((sum, { count = 0 }) => sum + count, 0)

/** A chip for each value with its count, and one for all; those that do not fit are behind 'Más'. A value without rows would push those with some out of view. */
function ValueChips({ filter, fitting, search, onSet }: ValueProps) {
  const { t } = useTranslation()
  const { key, label, options, count, all = t('list.all'), chipsMax = options.length } = filter
  const chosen = search[key]
  const isChosen = ({ value }: FilterOption): boolean => value === String(chosen)
  const haveRows = options.some((option) => option.count)
  const shown = options.filter((option) => !haveRows || option.count !== 0 || isChosen(option))
  const withChip = shown.filter((option, index) => index < chipsMax || isChosen(option))
  const folded = shown.filter((option) => !withChip.slice(0, fitting).includes(option))
  const rows = sumOf(folded)
  const ofAll = options.every((option) => option.count !== undefined) ? sumOf(options) : undefined
  return (
    <>
      <fieldset className={styles.front} aria-label={label}>
        <Chip value="" isOn={chosen === undefined} count={count ?? ofAll} onClick={() => onSet({ [key]: undefined })}>
          {all}
        </Chip>
        {withChip.map((option, index) => {
          const { value, name, Icon, tone, count: ofValue } = option
          const isOn = isChosen(option)
          return (
            <FoldingChip key={value} isFolded={index >= fitting}>
              <Chip value={value} isOn={isOn} count={ofValue} onClick={() => onSet({ [key]: isOn ? undefined : value })}>
                {Icon ? <Icon className={`icon icon-${tone}`} aria-hidden="true" /> : null}
                {name}
              </Chip>
            </FoldingChip>
          )
        })}
      </fieldset>
      {folded.length > 0 ? (
        <Popup
          label={label}
          className={styles.popup}
          trigger={(trigger) => (
            <MoreChip
              isOn={folded.some(isChosen)}
              count={rows > 0 ? formatNumber(rows) : undefined}
              data-more={withChip.length < shown.length ? 'always' : ''}
              {...trigger}
            />
          )}
        >
          {editorOf({ filter, search, onSet })}
        </Popup>
      ) : null}
    </>
  )
}

/** A filter that is set: its name opens the values, the cross clears it. */
function ActiveFilter({ filter, search, onSet }: ActiveProps) {
  const word = useValueWord(filter, search)
  const clear = () => onSet(Object.fromEntries(parametersOf(filter).map((key) => [key, undefined])))
  return (
    <SetChip name={filter.label} value={word} onRemove={filter.kind === 'find' && filter.isRequired ? undefined : clear}>
      {editorOf({ filter, search, onSet })}
    </SetChip>
  )
}

/** The value of a filter in words. */
function useValueWord(filter: MenuFilter, search: ListSearch): string {
  const rangeWord = useRangeWord()
  const value = String(search[filter.key] ?? '')
  if (filter.kind === 'choice') return filter.options.find((one) => one.value === value)?.name ?? value
  if (filter.kind === 'find') return filter.name
  if (filter.kind !== 'days') return value
  return rangeWord({ from: value || undefined, to: search[filter.until] as string | undefined })
}

interface SetChipProps {
  readonly name: string
  readonly value: string
  /** before the value */
  readonly mark?: ReactNode
  /** without it the chip has no cross */
  readonly onRemove: (() => void) | undefined
  /** the values, in a popup of its name */
  readonly children?: (close: () => void) => ReactNode
}

/** 'Origen Chile ×' */
export function SetChip({ name, value, mark, onRemove, children }: SetChipProps) {
  const { t } = useTranslation()
  const word = (
    <>
      <span className={chipStyles.label}>{name}</span>
      {mark}
      <span className="ellipsis tabular-numbers">{value}</span>
    </>
  )
  return (
    <span className={`${chipStyles.chip} ${chipStyles.isOn} ${chipStyles.set}`}>
      {children ? (
        <Popup
          label={name}
          className={styles.popup}
          trigger={(trigger) => (
            <button type="button" className={chipStyles.chipSet} {...trigger}>
              {word}
            </button>
          )}
        >
          {children}
        </Popup>
      ) : (
        <span className={chipStyles.chipSet}>{word}</span>
      )}
      {onRemove ? (
        <button
          type="button"
          className={chipStyles.remove}
          aria-label={t('list.removeFilter', { name: `${name} ${value}` })}
          onClick={onRemove}
        >
          <IconX className="icon" aria-hidden="true" />
        </button>
      ) : null}
    </span>
  )
}
