import type { ComboboxStore } from '@mantine/core'
import { useLayoutEffect } from 'react'

/**
 * Keeps the option that is chosen with the arrow keys when options come in above it: the store remembers its place alone, and Enter would
 * take what stands there now. When it goes away, nothing is chosen.
 */
export function useSteadyOption(combobox: ComboboxStore): void {
  useLayoutEffect(() => {
    const { listId } = combobox
    if (listId === null || combobox.getSelectedOptionIndex() === -1) return
    const options = [...document.querySelectorAll(`#${CSS.escape(listId)} [data-combobox-option]`)]
    combobox.updateSelectedOptionIndex(options.findIndex((option) => option.hasAttribute('data-combobox-selected')))
  })
}
