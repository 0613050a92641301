import { useSession } from '#web/lib/session.ts'
import { OwnSignOn } from './own-sign-on.tsx'
import { SecondFactorPart } from './second-factor-part.tsx'
import { SessionsPart } from './sessions-part.tsx'
import './security.css'

/** How one logs in, and where one is logged in. */
export function SecurityTab() {
  const { admin } = useSession()
  return (
    <div className="security">
      <SecondFactorPart />
      <SessionsPart />
      {admin === '1' ? <OwnSignOn /> : null}
    </div>
  )
}
