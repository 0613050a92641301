/**
 * A return path inside the portal; anything that could lead elsewhere becomes `/`: other hosts, and characters that
 * browsers strip from an address (blanks, tabs, line ends) or read as a slash.
 */
export function safeReturnPath(address: string | undefined): string {
  return address && /^\/(?!\/)[!-[\]-~]*$/.test(address) && !address.startsWith('/login') ? address : '/'
}
