/** Downloads a file. */
export function saveFile(blob: Blob, fileName: string): void {
  const address = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = address
  link.download = fileName
  link.click()
  // once started, the download keeps its own reference to the bytes
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
