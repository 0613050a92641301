import i18next from 'i18next'
import { isTypedIcc } from '#web/lib/define-search.ts'
import type { ListFilter } from './list-filter.ts'

const readIcc = (text: string): string | undefined => {
  const digits = text.replace(/\s/g, '')
  return isTypedIcc(digits) ? digits : undefined
}

/** Filters a list by one ICC; spaces between its groups are allowed. */
export const iccFilter = (label: string): ListFilter => ({
  kind: 'text',
  key: 'icc',
  label,
  hint: i18next.t('list.iccHint'),
  wrong: i18next.t('list.iccWrong'),
  read: readIcc,
})
