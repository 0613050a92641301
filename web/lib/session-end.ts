import i18next from 'i18next'
import { isInitialised } from './application-state.ts'
import { onSessionEnd } from './call.ts'
import { queryClient } from './query-client.ts'
import { toasts } from './toast-store.ts'

interface Navigator {
  readonly state: { readonly location: { readonly href: string } }
  navigate(to: { to: '/login'; search: Record<string, string>; replace: true }): Promise<void>
}

/**
 * Redirects to the login page when a response has no valid session: without a message if there was no session, with 'Su
 * sesión ha caducado' if it has ended. Login then redirects back.
 */
export function followSessionEnd(router: Navigator): void {
  let isRedirecting = false
  onSessionEnd((reason) => {
    // before the session check has succeeded the router itself redirects to the login page
    if (isRedirecting || !isInitialised(queryClient)) return
    const { href } = router.state.location
    isRedirecting = true
    if (reason === 'session_expired') toasts.error(i18next.t('common.sessionExpired'))
    queryClient.removeQueries()
    void router.navigate({ to: '/login', search: href === '/' ? {} : { to: href }, replace: true }).finally(() => {
      isRedirecting = false
    })
  })
}
