import { z } from 'zod'

/** Every answer that is not a file or tab-separated text. */
export interface Envelope<T> {
  status: boolean
  data: T | null
  message: string
  error: string | null
  code?: ErrorCode
  fields?: Record<string, string>
  requestId?: string
}

/** Stable, machine-readable causes of a failure, each with its HTTP status. */
export const ERROR_STATUS = {
  invalid_request: 400,
  invalid_api_key: 400,
  not_logged_in: 401,
  session_expired: 401,
  api_key_ended: 401,
  wrong_credentials: 400,
  second_factor_required: 401,
  second_factor_enrolment: 401,
  login_step_expired: 401,
  wrong_code: 400,
  sign_on_required: 403,
  account_locked: 429,
  not_allowed: 403,
  viewing_only: 403,
  company_blocked: 403,
  other_company: 409,
  address_not_allowed: 403,
  not_found: 404,
  conflict: 409,
  last_administrator: 409,
  transition_not_allowed: 409,
  type_not_editable: 409,
  operation_open: 409,
  network_refused: 409,
  body_too_large: 400,
  unsupported_media_type: 415,
  too_many_requests: 429,
  internal: 500,
  unavailable: 503,
} as const
export type ErrorCode = keyof typeof ERROR_STATUS

/** The literal that the specification fixes for 'no session'; it is never translated. */
export const NOT_LOGGED_IN = 'Client not logged in'

export const envelopeSchema = z.object({
  status: z.boolean(),
  data: z.unknown(),
  message: z.string(),
  error: z.string().nullable(),
  code: z.string().optional(),
  fields: z.record(z.string(), z.string()).optional(),
  requestId: z.string().optional(),
})
