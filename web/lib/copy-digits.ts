/** Numbers with fewer digits than this are no identifiers and are copied as they stand. */
const MIN_DIGITS = 10

/** An ICC, IMEI or MSISDN without the spaces that group it for the eye; undefined for any other text. */
export function wholeNumber(text: string): string | undefined {
  const digits = text.replaceAll(/\s/g, '')
  return new RegExp(`^\\+?\\d{${MIN_DIGITS},22}$`).test(digits) ? digits : undefined
}

/** Who selects a grouped identifier and copies it gets its digits, as other programs want them. */
export function copyNumbersWhole(): void {
  document.addEventListener('copy', (event) => {
    if (event.target instanceof HTMLInputElement || event.target instanceof HTMLTextAreaElement) return
    const digits = wholeNumber(document.getSelection()?.toString() ?? '')
    if (!digits) return
    event.clipboardData?.setData('text/plain', digits)
    event.preventDefault()
  })
}
