/** What is said where a list is saved as a file. */
export const filesEs = {
  export: 'Exportar',
  all: 'Todo lo filtrado',
  csv: 'CSV, para leer',
  xlsx: 'Excel (XLSX)',
  tsv: 'TSV, para procesar',
  preparing: 'Preparando el archivo',
  saved: '{{name}} descargado',
} as const
