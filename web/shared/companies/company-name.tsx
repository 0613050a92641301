import { Link } from '@tanstack/react-router'
import { holds, useSession } from '#web/lib/session.ts'

/** The name of a company; leads to its page for those who may see companies. */
export function CompanyName({ companyId, name }: { companyId: number; name: string }) {
  if (!holds(useSession(), 'companies')) return name
  return (
    <Link to="/companies/$companyId" params={{ companyId: String(companyId) }} className="plain-link">
      {name}
    </Link>
  )
}
