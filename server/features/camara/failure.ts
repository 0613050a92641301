/** What a client is answered when it gets no data: CAMARA's `{status, code, message}`. `message` is for its developer. */
export class CamaraFailure extends Error {
  override name = 'CamaraFailure'
  readonly status: number
  readonly code: string
  /** sent as Retry-After, seconds */
  readonly retryAfterS: number | undefined
  constructor(status: number, code: string, message: string, retryAfterS?: number) {
    super(message)
    this.status = status
    this.code = code
    this.retryAfterS = retryAfterS
  }
}

/** The failures that all documents have, in their words. */
export const failures = {
  invalidArgument: (what = 'Client specified an invalid argument, request body or query param.') =>
    new CamaraFailure(400, 'INVALID_ARGUMENT', what),
  outOfRange: (what: string) => new CamaraFailure(400, 'OUT_OF_RANGE', what),
  unauthenticated: () =>
    new CamaraFailure(401, 'UNAUTHENTICATED', 'Request not authenticated due to missing, invalid, or expired credentials.'),
  permissionDenied: () =>
    new CamaraFailure(403, 'PERMISSION_DENIED', 'Client does not have sufficient permissions to perform this action.'),
  notFound: () => new CamaraFailure(404, 'NOT_FOUND', 'The specified resource is not found.'),
  identifierNotFound: () => new CamaraFailure(404, 'IDENTIFIER_NOT_FOUND', 'Device identifier not found.'),
  missingIdentifier: () => new CamaraFailure(422, 'MISSING_IDENTIFIER', 'The device cannot be identified.'),
  unsupportedIdentifier: () =>
    new CamaraFailure(
      422,
      'UNSUPPORTED_IDENTIFIER',
      'The identifier provided is not supported: phoneNumber, ipv4Address or ipv6Address are.',
    ),
  notApplicable: (why = 'The service is not available for the provided identifier.') =>
    new CamaraFailure(422, 'SERVICE_NOT_APPLICABLE', why),
  invalidProtocol: () => new CamaraFailure(400, 'INVALID_PROTOCOL', 'Only HTTP is supported'),
  invalidCredential: () => new CamaraFailure(400, 'INVALID_CREDENTIAL', 'Only Access token is supported'),
  invalidToken: () => new CamaraFailure(400, 'INVALID_TOKEN', 'Only bearer token is supported'),
  invalidSink: () => new CamaraFailure(400, 'INVALID_SINK', 'sink not valid for the specified protocol'),
  subscriptionMismatch: () =>
    new CamaraFailure(403, 'SUBSCRIPTION_MISMATCH', 'Inconsistent access token for requested events subscription'),
  multipleEvents: () =>
    new CamaraFailure(422, 'MULTIEVENT_SUBSCRIPTION_NOT_SUPPORTED', 'Multi event types subscription not managed'),
  quotaExceeded: (what: string) => new CamaraFailure(429, 'QUOTA_EXCEEDED', what),
  tooManyRequests: (retryAfterS: number) => new CamaraFailure(429, 'TOO_MANY_REQUESTS', 'Rate limit reached.', retryAfterS),
  internal: () => new CamaraFailure(500, 'INTERNAL', 'Unknown server error. Typically a server bug.'),
  unavailable: (retryAfterS = 5) => new CamaraFailure(503, 'UNAVAILABLE', 'Service Unavailable.', retryAfterS),
}
