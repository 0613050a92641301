import { groupsOfFour } from '#web/lib/format.ts'
import iccStyles from '#web/ui/icc.module.css'

/** From (included) to (excluded), in characters. */
export interface MarkedPart {
  readonly from: number
  readonly to: number
}

/** A text with a part of it marked. */
export function Marked({ text, part }: { text: string; part: MarkedPart | undefined }) {
  if (!part || part.to <= part.from) return text
  return (
    <>
      {text.slice(0, part.from)}
      <mark>{text.slice(part.from, part.to)}</mark>
      {text.slice(part.to)}
    </>
  )
}

/** Digits that are written in groups, such as '+56 9 4417 1988', with a part of the digits marked. */
export function MarkedDigits({ text, part }: { text: string; part: MarkedPart }) {
  let digits = 0
  let [from, to] = [text.length, text.length]
  for (const [index, character] of [...text].entries()) {
    if (!/\d/.test(character)) continue
    if (digits === part.from) from = index
    digits++
    if (digits === part.to) to = index + 1
  }
  return <Marked text={text} part={{ from, to }} />
}

/** An ICC in groups of four with a part of it marked; announced without spaces. */
export function MarkedIcc({ value, part }: { value: string; part: MarkedPart | undefined }) {
  let before = 0
  return (
    <span className={iccStyles.icc}>
      {groupsOfFour(value).map((digits) => {
        const start = before
        before += digits.length
        const own = part && { from: Math.max(0, part.from - start), to: Math.min(digits.length, part.to - start) }
        return (
          <span key={start}>
            <Marked text={digits} part={own} />
          </span>
        )
      })}
    </span>
  )
}
