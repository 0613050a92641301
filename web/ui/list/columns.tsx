import i18next from 'i18next'
import type { ReactNode } from 'react'
import { formatMinute, formatNumber } from '#web/lib/format.ts'
import tableStyles from '../table.module.css'
import { NoValue } from '../table.tsx'
import type { ListColumn } from './list.tsx'

/** When something happened; at the bottom of a phone's card. */
export const momentColumn = <Row,>(
  id: string,
  head: string,
  momentOf: (row: Row) => string | null,
  about: Partial<ListColumn<Row>> = {},
): ListColumn<Row> => ({
  id,
  head,
  width: 152,
  phone: 'foot',
  className: 'text-secondary tabular-numbers',
  cell: (row) => {
    const moment = momentOf(row)
    return moment ? formatMinute(moment) : <NoValue />
  },
  ...about,
})

/** Plain text that is cut where it must be, and whole in its tooltip. */
export const textColumn = <Row,>(
  id: string,
  head: string,
  textOf: (row: Row) => string,
  about: Partial<ListColumn<Row>> = {},
): ListColumn<Row> => ({
  id,
  head,
  className: 'text-secondary',
  title: textOf,
  cell: (row) => textOf(row) || <NoValue />,
  ...about,
})

/** How many there are of something, right-aligned. */
export const countColumn = <Row,>(
  id: string,
  head: string,
  countOf: (row: Row) => number,
  about: Partial<ListColumn<Row>> = {},
): ListColumn<Row> => ({ id, head, isNumber: true, cell: (row) => formatNumber(countOf(row)), ...about })

/** The buttons of a row, at its end. @param width px */
export const actionsColumn = <Row,>(width: number, actionsOf: (row: Row) => ReactNode): ListColumn<Row> => ({
  id: 'actions',
  head: i18next.t('list.actions'),
  isHeadHidden: true,
  width,
  phone: 'act',
  cell: (row) => <span className={tableStyles.actions}>{actionsOf(row)}</span>,
})

/** The menu of a row, at its end; on a phone in the corner of its card. */
export const menuColumn = <Row,>(menuOf: (row: Row) => ReactNode): ListColumn<Row> => ({
  ...actionsColumn(56, menuOf),
  phone: 'menu',
})
