/** One thing measured. `reached` compares with the goal; nothing fails on it, machines differ. */
export interface Figure {
  readonly name: string
  readonly value: string
  /** what was measured beside it in the same run, and how much of it this is */
  readonly limit: string
  readonly ratio: string
  readonly goal: string
  readonly reached: boolean | undefined
}

type Reading = Omit<Figure, 'goal' | 'reached' | 'limit' | 'ratio'> & Partial<Figure>

export const figure = (reading: Reading): Figure => ({ limit: '', ratio: '', goal: '', reached: undefined, ...reading })

export const ms = (value: number): string => `${value < 10 ? value.toFixed(2) : value.toFixed(0)} ms`
export const times = (value: number): string => `${value.toFixed(2)} ×`
export const percent = (value: number): string => `${Math.round(value * 100)} %`

const verdict = ({ reached }: Figure): string => (reached === undefined ? '' : reached ? 'yes' : '**no**')

/** The figures as a Markdown table. */
export function printFigures(figures: readonly Figure[]): string {
  const lines = figures.map(
    (one) => `| ${one.name} | ${one.value} | ${one.limit} | ${one.ratio} | ${one.goal} | ${verdict(one)} |`,
  )
  return ['| what | measured | limit in the same run | ratio | goal | reached |', '|---|---|---|---|---|---|', ...lines].join(
    '\n',
  )
}
