/** Errors in OAuth's words: RFC 6749 (section 5.2), RFC 7591 (3.2.2) and RFC 8707 (2). */
export type OAuthErrorCode =
  | 'invalid_request'
  | 'invalid_client'
  | 'invalid_grant'
  | 'invalid_target'
  | 'invalid_scope'
  | 'access_denied'
  | 'unsupported_grant_type'
  | 'unsupported_response_type'
  | 'invalid_redirect_uri'
  | 'invalid_client_metadata'
  | 'temporarily_unavailable'

/** What a client is answered; `message` is for its developer. */
export class OAuthFailure extends Error {
  override name = 'OAuthFailure'
  readonly code: OAuthErrorCode
  readonly status: number
  constructor(code: OAuthErrorCode, message: string, status = 400) {
    super(message)
    this.code = code
    this.status = status
  }
}
