const GROUPED = /^[0-9 ]+[fF]?$/
const ICC_DIGITS = /^\d{18,22}[fF]?$/
/** Characters of one line that the server reads. */
const LINE_MAX = 60

/** A pasted line: one ICC in groups, or several side by side. */
function iccsOfLine(line: string): string[] {
  const whole = line.replace(/\s/g, '')
  return GROUPED.test(line) && ICC_DIGITS.test(whole) ? [whole] : line.split(/\s+/)
}

/**
 * ICCs of a pasted text, separated by lines, blanks, commas, semicolons or quotes. An invalid ICC stays: it is a line,
 * too.
 */
export function pastedIccs(text: string): string[] {
  return text
    .split(/[\r\n\t,;"']+/)
    .map((line) => line.trim())
    .flatMap(iccsOfLine)
    .filter((icc) => icc !== '')
    .map((icc) => icc.slice(0, LINE_MAX))
}
