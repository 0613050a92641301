import { IconChartBar, IconTable } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { IconButton } from './button.tsx'

/** Whether a chart is shown as a table, and a toggle. */
export function useTableView(): [boolean, () => void] {
  const [asTable, setAsTable] = useState(false)
  return [asTable, () => setAsTable(!asTable)]
}

/** Every chart has a table form for screen readers and print. */
export function TableToggle({ asTable, onToggle }: { asTable: boolean; onToggle: () => void }) {
  const { t } = useTranslation()
  const Icon = asTable ? IconChartBar : IconTable
  return <IconButton Icon={Icon} label={t(asTable ? 'common.asChart' : 'common.asTable')} onClick={onToggle} />
}
