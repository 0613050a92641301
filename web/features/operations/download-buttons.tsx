import { IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ItemState } from '#domain/operations.ts'
import { Button } from '#web/ui/button.tsx'
import styles from './operation-progress.module.css'
import { downloadResults } from './operations.api.ts'

interface DownloadButtonsProps {
  readonly operationId: number
  readonly name: 'downloadAs' | 'resultsAs'
  readonly state?: ItemState | undefined
}

const CAPTIONS = { downloadAs: 'lineByLine', resultsAs: 'result' } as const
const FORMATS = { csv: 'downloadCsv', xlsx: 'downloadXlsx' } as const

/** Downloads every line with its result or preview. */
export function DownloadButtons({ operationId, name, state }: DownloadButtonsProps) {
  const { t } = useTranslation()
  const [busy, setBusy] = useState(false)
  const save = async (format: 'csv' | 'xlsx') => {
    setBusy(true)
    await downloadResults(operationId, format, state)
    setBusy(false)
  }
  return (
    <div className={styles.downloads}>
      <span className="text-small text-tertiary" aria-hidden="true">
        {t(`operations.${CAPTIONS[name]}`)}
      </span>
      {(['csv', 'xlsx'] as const).map((format) => (
        <Button
          key={format}
          size="sm"
          blocked={busy}
          aria-label={t(`operations.${name}`, { format: t(`operations.${FORMATS[format]}`) })}
          onClick={() => void save(format)}
        >
          <IconDownload className="icon icon-14" aria-hidden="true" />
          {t(`operations.${FORMATS[format]}`)}
        </Button>
      ))}
    </div>
  )
}
