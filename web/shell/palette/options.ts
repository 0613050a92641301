import type { Icon } from '@tabler/icons-react'
import type { RowOf } from '#contract/list-codec.ts'
import type { simList } from '#contract/sims/sims.calls.ts'
import type { Recent } from '#web/lib/recents.ts'

export type SuggestedSim = RowOf<typeof simList>

interface OptionFace {
  readonly Icon: Icon
  readonly label: string
  readonly detail?: string | undefined
  /** pressed one after the other they do the same, from anywhere */
  readonly keys?: string | undefined
}

/** Something that can be chosen in the list under the search. */
export interface PaletteOption {
  readonly id: string
  /** a SIM, or an icon with a text */
  readonly face: OptionFace | { readonly sim: SuggestedSim; readonly verb?: OptionFace }
  /** what it opens; kept as recent */
  readonly opens?: Recent
  /** what it does, when it opens nothing */
  run?(): void
  /** the text that stays to be continued, when it completes what was typed */
  readonly completes?: string
}

export interface PaletteGroup {
  readonly id: string
  readonly label: string
  readonly options: readonly PaletteOption[]
  /** a sentence in place of options */
  readonly note?: string | undefined
}
