import type { Catalogue } from '../i18n/i18n.ts'
import type { shortcutsEs } from './shortcuts.es.ts'

export const shortcutsEn: Catalogue<typeof shortcutsEs> = {
  title: 'Keyboard shortcuts',
  page: 'On any screen',
  grid: 'In the list of SIMs',
  screens: 'Go to',
  search: 'Search',
  move: 'Next row, previous row',
  open: 'Open the SIM',
  edit: 'Edit the label, or the active cell',
  field: 'Cell of the label, of field 2',
  undo: 'Undo the last action, while it’s offered',
  spaceBar: 'Space',
  select: 'Select the row',
  selectRange: 'Select up to here',
  selectAll: 'Select all',
  menu: 'Options of the SIM',
  leave: 'Close the panel or clear the selection',
  single: 'Single-key shortcuts',
  singleHint: 'Turn them off if you use speech input: only Ctrl K stays.',
  on: 'On',
  off: 'Off',
}
