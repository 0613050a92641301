/**
 * A place inside the page to return to; anything that could lead elsewhere becomes home: other hosts, and what browsers leave out of an
 * address before they read it (blanks, tabs, line ends) or read as a slash.
 */
export function innerAddress(address: string | undefined): string {
  return address && /^\/(?!\/)[!-[\]-~]*$/.test(address) && !address.startsWith('/login') ? address : '/'
}
