/** The basic address pattern of the specification's section 5: something, an at sign, a domain with a dot, no spaces. */
const ADDRESS = /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/

/** Whether the text has the form of an e-mail address; at most 254 characters (RFC 5321 section 4.5.3.1.3). */
export function isEmail(text: string): boolean {
  return text.length <= 254 && ADDRESS.test(text)
}
