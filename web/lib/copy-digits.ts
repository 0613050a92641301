/** Shorter numbers are no identifiers and are copied as they are. */
const MIN_DIGITS = 10

/** An ICC, IMEI or MSISDN without its visual spaces; undefined for any other text. */
export function digitsOf(text: string): string | undefined {
  const digits = text.replaceAll(/\s/g, '')
  return new RegExp(`^\\+?\\d{${MIN_DIGITS},22}$`).test(digits) ? digits : undefined
}

/** Copying a selected identifier puts its digits without spaces on the clipboard, as other programs expect. */
export function copyDigitsOnly(): void {
  document.addEventListener('copy', (event) => {
    if (event.target instanceof HTMLInputElement || event.target instanceof HTMLTextAreaElement) return
    const digits = digitsOf(document.getSelection()?.toString() ?? '')
    if (!digits) return
    event.clipboardData?.setData('text/plain', digits)
    event.preventDefault()
  })
}
