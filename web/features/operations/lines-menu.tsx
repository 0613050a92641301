import { useTranslation } from 'react-i18next'
import { FormatMenu } from '#web/ui/file-menu.tsx'
import { fetchLines } from './operations.api.ts'

/** Saves every line of an operation with its result or its preview. */
export function LinesMenu({ operationId }: { operationId: number }) {
  const { t } = useTranslation()
  return (
    <FormatMenu
      isSmall
      about={t('operations.lineByLine')}
      formats={['csv', 'xlsx']}
      ask={(format) => fetchLines(operationId, format)}
    />
  )
}
