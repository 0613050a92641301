import { IconDownload, IconFileSpreadsheet, IconFileText, IconTable } from '@tabler/icons-react'
import { Button } from './button.tsx'
import { Popup } from './popup.tsx'

export type FileFormat = 'csv' | 'xlsx' | 'tsv'

interface FileMenuProps {
  /** on the button */
  readonly label: string
  /** what the file will hold */
  readonly about: string
  readonly words: Readonly<Record<FileFormat, string>>
  onChoose(format: FileFormat): void
}

const ICONS = { csv: IconFileText, xlsx: IconFileSpreadsheet, tsv: IconTable } as const
const FORMATS = ['csv', 'xlsx', 'tsv'] as const

/** Saves a list as a file of one of three kinds. */
export function FileMenu({ label, about, words, onChoose }: FileMenuProps) {
  return (
    <Popup
      label={label}
      align="end"
      trigger={(trigger) => (
        <Button {...trigger}>
          <IconDownload className="i" aria-hidden="true" />
          {label}
        </Button>
      )}
    >
      {(close) => (
        <div className="popup-list">
          <p className="popup-over over">{about}</p>
          {FORMATS.map((format) => {
            const Icon = ICONS[format]
            return (
              <button
                key={format}
                type="button"
                className="popup-item"
                onClick={() => {
                  close()
                  onChoose(format)
                }}
              >
                <Icon className="i i-14" aria-hidden="true" />
                {words[format]}
              </button>
            )
          })}
        </div>
      )}
    </Popup>
  )
}
