import { API_BASE } from './call.ts'

/** The logout page is the server's; behind the development proxy it is below the calls' path. */
export const LOGOUT_ADDRESS = import.meta.env.DEV ? `${API_BASE}/logout` : '/logout'
