import type { ComponentProps } from 'react'
import { MassDialog } from '#web/features/operations/mass-dialog.tsx'
import { Mantine } from '../ui/mantine.tsx'

/** The dialog of operations outside of a screen, which has its own frame of components. */
export function OperationDialog(props: ComponentProps<typeof MassDialog>) {
  return (
    <Mantine>
      <MassDialog {...props} />
    </Mantine>
  )
}
