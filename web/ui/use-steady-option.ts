import type { ComboboxStore } from '@mantine/core'
import { useLayoutEffect } from 'react'

/**
 * Keeps the active option when options are added above it: the store keeps only its index, and Enter would choose the
 * option now there. When it disappears, none is active.
 */
export function useSteadyOption(combobox: ComboboxStore): void {
  useLayoutEffect(() => {
    const { listId } = combobox
    if (listId === null || combobox.getSelectedOptionIndex() === -1) return
    const options = [...document.querySelectorAll(`#${CSS.escape(listId)} [data-combobox-option]`)]
    combobox.updateSelectedOptionIndex(options.findIndex((option) => option.hasAttribute('data-combobox-selected')))
  })
}
