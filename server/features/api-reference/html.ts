const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

/** Escaped HTML. */
export class Html {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

type Part = Html | string | number | undefined | false | readonly Part[]

function escaped(part: Part): string {
  if (part instanceof Html) return part.text
  if (part === undefined || part === false) return ''
  if (typeof part === 'object') return part.map(escaped).join('')
  return String(part).replace(/[&<>"']/g, (char) => ENTITIES[char] ?? char)
}

/** A template that escapes its values, except Html. */
export function html(strings: TemplateStringsArray, ...parts: readonly Part[]): Html {
  return new Html(strings.map((string, index) => string + escaped(parts[index])).join(''))
}
