import type { Icon } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Skeleton } from './skeleton.tsx'
import { TwoLines } from './table.tsx'

interface FactLineProps {
  readonly Icon: Icon
  /** undefined while it loads */
  readonly first: ReactNode | undefined
  readonly second?: ReactNode
  readonly actions?: ReactNode
  /** both are read whole, on as many lines as they take */
  readonly isSentence?: boolean
}

/** A line of a card's list: a fact, usually a link, and what is said of it. */
export function FactLine({ Icon: FactIcon, first, second, actions, isSentence = false }: FactLineProps) {
  return (
    <li>
      <FactIcon className="icon" aria-hidden="true" />
      <span className="grow">
        {first === undefined ? <Skeleton width="60%" /> : <TwoLines first={first} second={second} isSentence={isSentence} />}
      </span>
      {actions}
    </li>
  )
}
