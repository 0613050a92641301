import { type ReactElement, type ReactNode, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useSession } from '#web/lib/session.ts'
import type { FindColour } from '#web/shared/tags/tag-colours.ts'
import { useTagColours } from '#web/shared/tags/tags.api.ts'
import { SessionStatus, SimStatus } from '#web/ui/status.tsx'
import { type SimNames, useNames } from '../names.ts'
import type { OwnField } from './own-fields.ts'

/** Context of cells besides their row. Elements are created once: React skips those that are identical. */
export interface CellContext {
  readonly names: SimNames
  readonly noLabel: string
  /** after a percent: 'del plan' */
  readonly ofPlan: string
  /** whether the card of a SIM names its company: where the list has SIMs of several, and it is not the reader's own */
  showsCompany(companyId: number): boolean
  readonly copyLabel: string
  readonly menuLabel: string
  readonly editLabel: string
  /** label of a cell's field: 'Etiqueta de Camión 214' */
  fieldLabel(field: OwnField, name: string): string
  /** label of a row's checkbox: 'Seleccionar Camión 214' */
  selectLabel(name: string): string
  status(status: number): ReactNode
  session(gprsStatus: number): ReactNode
  readonly tagColour: FindColour
}

function memoised(make: (key: number) => ReactElement): (key: number) => ReactElement {
  const cached = new Map<number, ReactElement>()
  return (key) => {
    const element = cached.get(key) ?? make(key)
    cached.set(key, element)
    return element
  }
}

interface Shows {
  /** whether the column of tags is shown */
  readonly showsTags: boolean
  /** whether the list has SIMs of several companies */
  readonly showsCompany: boolean
}

export function useCellContext({ showsTags, showsCompany }: Shows): CellContext {
  const { t } = useTranslation()
  const names = useNames()
  const { customField1Name: name, clientId } = useSession()
  const tagColour = useTagColours(showsTags)
  return useMemo(
    () => ({
      names,
      showsCompany: (companyId) => showsCompany && companyId !== clientId,
      noLabel: name ? t('sims.noNamed', { name }) : t('sims.noLabel'),
      ofPlan: t('sims.ofPlan'),
      copyLabel: t('common.copyOf', { what: 'ICC' }),
      menuLabel: t('simActions.menu'),
      editLabel: t('ownFields.edit'),
      fieldLabel: (field, of) => t('ownFields.fieldOf', { field: t(`sims.field.${field}`), name: of }),
      selectLabel: (name) => t('sims.select', { name }),
      status: memoised((status) => <SimStatus status={status} />),
      session: memoised((gprsStatus) => <SessionStatus gprsStatus={gprsStatus} />),
      tagColour,
    }),
    [t, names, name, tagColour, showsCompany, clientId],
  )
}
