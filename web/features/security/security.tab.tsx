import { holds, useSession } from '#web/lib/session.ts'
import { OwnSignOn } from './own-sign-on.tsx'
import { SecondFactorPart } from './second-factor-part.tsx'
import { SessionsPart } from './sessions-part.tsx'
import './security.css'

/** How one logs in, and where one is logged in. */
export function SecurityTab() {
  const session = useSession()
  const managesSignOn = holds(session, 'admin') && holds(session, 'users') && holds(session, 'companies')
  return (
    <div className="security">
      <SecondFactorPart />
      <SessionsPart />
      {managesSignOn ? <OwnSignOn /> : null}
    </div>
  )
}
