/** Packet codes (RFC 2865 section 3, RFC 5176 section 2.3, RFC 5997 section 3). */
export const CODE = {
  accountingRequest: 4,
  accountingResponse: 5,
  statusServer: 12,
  disconnectRequest: 40,
  disconnectAck: 41,
  disconnectNak: 42,
} as const

/** Attribute types (RFC 2865 section 5, 2866 section 5, 2869 section 5, 3162 section 2, 4818, 5176 section 3, 6911 section 3). */
export const ATTRIBUTE = {
  userName: 1,
  nasIpAddress: 4,
  framedIpAddress: 8,
  vendorSpecific: 26,
  calledStationId: 30,
  callingStationId: 31,
  nasIdentifier: 32,
  proxyState: 33,
  acctStatusType: 40,
  acctDelayTime: 41,
  acctInputOctets: 42,
  acctOutputOctets: 43,
  acctSessionId: 44,
  acctSessionTime: 46,
  acctTerminateCause: 49,
  acctInputGigawords: 52,
  acctOutputGigawords: 53,
  eventTimestamp: 55,
  messageAuthenticator: 80,
  nasIpv6Address: 95,
  framedIpv6Prefix: 97,
  errorCause: 101,
  delegatedIpv6Prefix: 123,
  framedIpv6Address: 168,
} as const

/** Private enterprise number of 3GPP, and its sub-attributes (3GPP TS 29.061 section 16.4.7.1). */
export const VENDOR_3GPP = 10_415
export const ATTRIBUTE_3GPP = {
  imsi: 1,
  sgsnAddress: 6,
  ggsnAddress: 7,
  sgsnIpv6Address: 15,
  ggsnIpv6Address: 16,
  sgsnMccMnc: 18,
  imeisv: 20,
  ratType: 21,
  userLocationInfo: 22,
} as const

/** Acct-Status-Type (RFC 2866 section 5.1). */
export const STATUS_TYPE = { start: 1, stop: 2, interimUpdate: 3, accountingOn: 7, accountingOff: 8 } as const

/** Error-Cause of a Disconnect-NAK (RFC 5176 section 3.5): the session is not there (any more). */
export const SESSION_NOT_FOUND = 503
