const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' })
/** East Asian wide and full-width characters, and emoji: two columns each. */
const WIDE =
  /^[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|^\p{Emoji_Presentation}/u
const PLAIN = /^[\u0020-\u007e\u00a0-\u024f]*$/
/** What moves the cursor or changes colours: nothing that a portal's text may do to a screen. */
const CONTROL = /[\u0000-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g

/** Columns that a text takes on a screen. */
export function textWidth(text: string): number {
  if (PLAIN.test(text)) return text.length
  let width = 0
  for (const { segment } of graphemes.segment(text)) width += WIDE.test(segment) ? 2 : 1
  return width
}

/** A text without what would act on the screen instead of standing on it. */
export const harmless = (text: string): string => text.replace(CONTROL, ' ')

/** A text that takes no more than so many columns, with an ellipsis where it was cut. */
export function cutText(text: string, width: number): string {
  if (textWidth(text) <= width) return text
  let cut = ''
  let left = width - 1
  for (const { segment } of graphemes.segment(text)) {
    left -= WIDE.test(segment) ? 2 : 1
    if (left < 0) break
    cut += segment
  }
  return `${cut.trimEnd()}…`
}

/** A text with blanks up to a width, before it when it is aligned to the right. */
export function padText(text: string, width: number, isRight = false): string {
  const blanks = ' '.repeat(Math.max(0, width - textWidth(text)))
  return isRight ? blanks + text : text + blanks
}

/** A long text in lines of at most so many columns, broken between words. */
export function wrapText(text: string, width: number): string[] {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(/\s+/)) {
    if (line !== '' && textWidth(line) + 1 + textWidth(word) > width) {
      lines.push(line)
      line = word
    } else line = line === '' ? word : `${line} ${word}`
  }
  return [...lines, line]
}
