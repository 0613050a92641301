import type { Ref } from 'react'

interface RowSpaceProps {
  /** px */
  readonly height: number
  readonly columns: number
  readonly className?: string | undefined
  readonly ref?: Ref<HTMLTableSectionElement>
}

/** Space for rows of a table that are not rendered. The upper one marks the top of the rows. */
export const RowSpace = ({ height, columns, className, ref }: RowSpaceProps) => (
  <tbody ref={ref} aria-hidden="true" className={className}>
    {height > 0 ? (
      <tr>
        <td colSpan={columns} style={{ height, padding: 0, border: 0 }} />
      </tr>
    ) : null}
  </tbody>
)
