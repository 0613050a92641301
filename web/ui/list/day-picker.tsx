import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Day } from '#domain/billing-cycle.ts'
import { addDays } from '#domain/days.ts'
import { classes } from '#web/lib/classes.ts'
import { dashboardQuery } from '#web/lib/dashboard-query.ts'
import { addMonths, type DayRange, presetRange, RANGE_PRESETS, sheetOf, todayOfReader } from '#web/lib/day-range.ts'
import { formatDate, monthNameOf, weekdayOf } from '#web/lib/format.ts'
import { Button, IconButton } from '../button.tsx'
import popupStyles from '../popup.module.css'
import styles from './list.module.css'

/** A calendar day in words: '21 nov 2026'. */
const dayWord = (day: Day): string => formatDate(`${day}T12:00:00Z`, 'UTC')

const isSame = (a: DayRange | undefined, b: DayRange): boolean => a?.from === b.from && a?.to === b.to

/** A span in words: the preset's name, or its days. */
export function useRangeWord(): (range: DayRange) => string {
  const { t } = useTranslation()
  const { data } = useQuery({ ...dashboardQuery, enabled: false })
  const today = todayOfReader()
  return (range) => {
    const preset = RANGE_PRESETS.find((one) => isSame(presetRange(one, today, data?.cycle), range))
    if (preset) return t(`list.${preset}`)
    const { from, to } = range
    if (!to) return t('list.from', { day: dayWord(from ?? '') })
    if (!from) return t('list.until', { day: dayWord(to) })
    return from === to ? dayWord(from) : t('list.span', { from: dayWord(from), to: dayWord(to) })
  }
}

interface PickerProps {
  readonly range: DayRange
  onRange(range: DayRange): void
}

/** Chooses a span of days: a preset, or two days of a calendar, of which one can stay open. */
export function DayPicker({ range, onRange }: PickerProps) {
  const { t } = useTranslation()
  const { data } = useQuery(dashboardQuery)
  const today = todayOfReader()
  const [picked, setPicked] = useState<Day>()
  const pick = (day: Day) => {
    if (picked === undefined) setPicked(day)
    else onRange(picked < day ? { from: picked, to: day } : { from: day, to: picked })
  }
  return (
    <div className={styles.picker}>
      <div className={popupStyles.list}>
        <PresetItem value="" isOn={!(range.from || range.to)} onChoose={() => onRange({})}>
          {t('list.all')}
        </PresetItem>
        {RANGE_PRESETS.map((preset) => {
          const days = presetRange(preset, today, data?.cycle)
          return days ? (
            <PresetItem key={preset} value={preset} isOn={isSame(days, range)} onChoose={() => onRange(days)}>
              {t(`list.${preset}`)}
            </PresetItem>
          ) : null
        })}
      </div>
      <div className={styles.calendar}>
        <Month range={picked ? { from: picked, to: picked } : range} today={today} onDay={pick} />
        {picked ? (
          <div className={styles.openEnds}>
            <p className="text-tertiary text-small" role="status">
              {t('list.pickEnd')}
            </p>
            <Button size="sm" onClick={() => onRange({ from: picked })}>
              {t('list.from', { day: dayWord(picked) })}
            </Button>
            <Button size="sm" onClick={() => onRange({ to: picked })}>
              {t('list.until', { day: dayWord(picked) })}
            </Button>
          </div>
        ) : null}
      </div>
    </div>
  )
}

interface PresetProps {
  readonly value: string
  readonly isOn: boolean
  onChoose(): void
  readonly children: string
}

function PresetItem({ value, isOn, onChoose, children }: PresetProps) {
  return (
    <button type="button" value={value} aria-pressed={isOn} className={popupStyles.item} onClick={onChoose}>
      {children}
    </button>
  )
}

const STEPS: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 }
/** Any Monday: the heads of the columns are its week. */
const A_MONDAY = '2026-11-02'

interface MonthProps {
  readonly range: DayRange
  readonly today: Day
  onDay(day: Day): void
}

/** The sheet of a month; one day can be reached by Tab, the others by the arrow keys. */
function Month({ range, today, onDay }: MonthProps) {
  const { t } = useTranslation()
  const table = useRef<HTMLTableElement>(null)
  const [at, setAt] = useState(range.to ?? range.from ?? today)
  const [isMoved, setMoved] = useState(false)
  useEffect(() => {
    if (isMoved) table.current?.querySelector<HTMLElement>(`[value="${at}"]`)?.focus()
  }, [at, isMoved])
  const turn = (count: number) => {
    setMoved(false)
    setAt(addMonths(at, count))
  }
  const pressed = (event: KeyboardEvent) => {
    const step = STEPS[event.key]
    if (step === undefined) return
    event.preventDefault()
    setMoved(true)
    setAt(addDays(at, step))
  }
  return (
    <>
      <div className={`row ${styles.monthHead}`}>
        <IconButton Icon={IconChevronLeft} iconClass="icon-14" label={t('list.previousMonth')} onClick={() => turn(-1)} />
        <span className="medium grow" aria-live="polite">
          {monthNameOf(at)} {at.slice(0, 4)}
        </span>
        <IconButton Icon={IconChevronRight} iconClass="icon-14" label={t('list.nextMonth')} onClick={() => turn(1)} />
      </div>
      <table ref={table} className={styles.sheet} onKeyDown={pressed}>
        <thead>
          <tr>
            {[0, 1, 2, 3, 4, 5, 6].map((day) => (
              <th key={day} scope="col">
                {weekdayOf(addDays(A_MONDAY, day))}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {sheetOf(at).map((week) => (
            <tr key={week[0]}>
              {week.map((day) => (
                <td key={day} className={classes(isWithin(day, range) && styles.within)}>
                  <button
                    type="button"
                    value={day}
                    aria-label={dayWord(day)}
                    aria-current={day === today ? 'date' : undefined}
                    aria-pressed={day === range.from || day === range.to}
                    data-other={day.slice(0, 7) === at.slice(0, 7) ? undefined : true}
                    tabIndex={day === at ? 0 : -1}
                    onClick={() => {
                      setAt(day)
                      onDay(day)
                    }}
                  >
                    {Number(day.slice(8))}
                  </button>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </>
  )
}

const isWithin = (day: Day, { from, to }: DayRange): boolean =>
  (from !== undefined || to !== undefined) && (from ?? day) <= day && day <= (to ?? day)
