import type { Catalogue } from '#web/i18n/i18n.ts'
import type { filesEs } from './files.es.ts'

export const filesEn: Catalogue<typeof filesEs> = {
  export: 'Export',
  all: 'All filtered results',
  csv: 'CSV, to read',
  xlsx: 'Excel (XLSX)',
  tsv: 'TSV, to process',
  preparing: 'Preparing file',
  saved: '{{name}} downloaded',
}
