/** Characters of the default alphabet (3GPP TS 23.038 section 6.2.1), the extension table's counting twice. */
const BASIC =
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà'
const EXTENSION = '^{}\\[~]|€\f'

/** Parts into which the network cuts a message: 160 or 153 septets each, or 70 or 67 UCS-2 characters (3GPP TS 23.040 section 9.2.3.24). */
export function smsSegments(text: string): number {
  let septets = 0
  for (const character of text) {
    if (EXTENSION.includes(character)) septets += 2
    else if (BASIC.includes(character)) septets++
    else return text.length <= 70 ? 1 : Math.ceil(text.length / 67)
  }
  return septets <= 160 ? 1 : Math.ceil(septets / 153)
}
