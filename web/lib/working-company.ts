import type { SessionData } from '#contract/identity/identity.calls.ts'
import { setWorkingCompany } from '#contract/identity/working-company.calls.ts'
import { call, onOtherCompany, sayShownCompany } from './call.ts'

/** Notifies the other tabs of the session. */
const CHANNEL = 'enlace.company'

/**
 * Loads the page anew: all that it holds is of other companies. Of a thing's page only its list is left, and of a list no filters: they
 * may name what is not there any more.
 */
function loadAnew(): void {
  const [, screen = ''] = location.pathname.split('/')
  location.assign(`/${screen}`)
}

/** Follows the choice of another tab: at once by its message, or by the answer to the next call. */
export function followWorkingCompany(): void {
  onOtherCompany(loadAnew)
  if (typeof BroadcastChannel === 'undefined') return
  new BroadcastChannel(CHANNEL).addEventListener('message', loadAnew)
}

type Shown = Pick<SessionData, 'worksIn' | 'clientId'>

export const showCompanyOf = ({ worksIn, clientId }: Shown): void => sayShownCompany(worksIn === 'one' ? clientId : 0)

/** Works in one company, or (null) in all; the page loads anew in every tab. Throws as `call` does. */
export async function workIn(companyId: number | null): Promise<void> {
  await call(setWorkingCompany, { body: { companyId } })
  if (typeof BroadcastChannel !== 'undefined') {
    const channel = new BroadcastChannel(CHANNEL)
    channel.postMessage(null)
    channel.close()
  }
  loadAnew()
}
