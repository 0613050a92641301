import { Link } from '@tanstack/react-router'
import { holds, useSession } from '#web/lib/session.ts'
import { Icc } from '#web/ui/icc.tsx'

/** A SIM by its ICC, as a link for those who may see it. */
export function SimLink({ icc }: { icc: string }) {
  if (!holds(useSession(), 'sims')) return <Icc value={icc} />
  return (
    <Link to="/sims/$icc" params={{ icc }}>
      <Icc value={icc} />
    </Link>
  )
}
