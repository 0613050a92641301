// Written by npm run generate from contract/.
import type { MethodOptions, ClientCall, ReceivedFile, FileInput, RowList } from './client.ts'

/** Why a call failed, for a program; stable. */
export type ErrorCode = 'invalid_request' | 'invalid_api_key' | 'not_logged_in' | 'session_expired' | 'api_key_ended' | 'wrong_credentials' | 'second_factor_required' | 'second_factor_enrolment' | 'login_step_expired' | 'wrong_code' | 'sign_on_required' | 'account_locked' | 'not_allowed' | 'viewing_only' | 'company_blocked' | 'other_company' | 'address_not_allowed' | 'not_found' | 'conflict' | 'last_administrator' | 'transition_not_allowed' | 'type_not_editable' | 'operation_open' | 'network_refused' | 'body_too_large' | 'unsupported_media_type' | 'too_many_requests' | 'internal' | 'unavailable'

export interface SimFilter {
  /** Administrative status */
  administrativeStatusIds?: number[]
  /** Whether a data session is open */
  gprsStatuses?: number[]
  /** Number of the origin */
  providerIds?: number[]
  /** Number of the type of SIM */
  simTypeIds?: number[]
  /** Code of the plan */
  planCodes?: string[]
  /** Number of the APN */
  apnIds?: number[]
  /** Number of the company */
  companyIds?: number[]
  /** With all companies below the named ones */
  subsidiaries?: boolean
  /** Names of tags of which a SIM has at least one */
  tags?: string[]
  /** Paths of groups, one of which a SIM is in, or in a group inside it */
  groups?: string[]
  /** Data used in the cycle; `over100`: 100 % of what the plan has, rounded, or more. Lists and counts follow a new cycle within 10 minutes; operations, groups by rule and files at once */
  planUse?: 'over100' | ''
  /** Last seen in their network more than this ago, or never; `unusual`: for longer than is usual for the SIM itself */
  silentFor?: 'unusual' | '24h' | '3d' | '7d' | '30d' | 'never' | ''
  /** Three characters or more, anywhere in ICC, MSISDN, IMEI, IMSI or custom fields; or the whole IP address of the open session */
  search?: string
  /** Exactly this SIM */
  icc?: string
  /** For which this operation succeeded */
  operationId?: number
}

export interface SimRow {
  providerId: number
  simTypeId: number
  planCode: string
  activationDate: string | null
  icc: string
  msisdn: string
  imei: string
  device: string
  simAdministrativeStatusId: number
  gprsStatus: number
  ip: string | null
  consumptionDailyData: number
  consumptionMonthlyData: number
  consumptionDailyVoice: number
  consumptionMonthlyVoice: number
  consumptionDailySms: number
  consumptionMonthlySms: number
  customField1: string
  customField2: string
  apnId: number
  planMb: number
  currentNetwork: string
  companyId: number
  lastSeen: string | null
  tags: string
  group: string
  ruleGroups: string
}

export interface SimChange {
  operationId: number
  icc: string
  state: 'pending' | 'running' | 'succeeded' | 'failed' | 'skipped' | 'cancelled'
  simAdministrativeStatusId: number
  targetStatusId: number | null
  dueAt: string | null
}

export interface Operation {
  operationId: number
  kind: 'activate' | 'hibernate' | 'reactivate' | 'restoreData' | 'terminate' | 'restart' | 'sms' | 'custom' | 'assign' | 'diagnose' | 'plan' | 'tag' | 'group' | 'lock'
  state: 'draft' | 'scheduled' | 'running' | 'paused' | 'finished' | 'cancelled'
  total: number
  counts: {
    pending: number
    running: number
    succeeded: number
    failed: number
    skipped: number
    cancelled: number
  }
  percent: number
  source: 'single' | 'list' | 'filter' | 'file'
  filter: SimFilter | null
  fileName: string | null
  parameters: {
    message?: string
    companyId?: number
    customField1?: string
    customField2?: string
    device?: string
    planCode?: string
    from?: 'now' | 'nextCycle'
    add?: string[]
    remove?: string[]
    advice?: {
      companyId: number
      adviceId: string
    }
    group?: string
    lock?: {
      device?: {
        mode: 'off' | 'learn' | 'imei' | 'tac'
        values: string[]
      }
      area?: {
        mode: 'off' | 'listed'
        values: string[]
        geofences?: string[]
      }
      emails?: string[]
      inherits?: boolean
    }
  }
  reason: string
  user: string
  companyId: number
  companyName: string
  createdAt: string
  scheduledAt: string | null
  startedAt: string | null
  finishedAt: string | null
  coolingUntil: string | null
  rate: number | null
  expectedAt: string | null
  reasons: Array<{
    state: 'pending' | 'running' | 'failed' | 'skipped' | 'cancelled'
    code: string
    text: string
    lines: number
    since: string | null
  }>
  actions: Array<'confirm' | 'pause' | 'resume' | 'cancel' | 'retry' | 'withdraw' | 'discard'>
  summary: string
}

export interface OperationStart {
  operationId: number
  accepted: number
  excluded: Array<{
    icc: string
    code: 'not_found' | 'wrong_status' | 'type_not_editable' | 'not_allowed' | 'already_in_target' | 'operation_open' | 'duplicate' | 'same_plan' | 'plan_not_fitting' | 'plan_not_offered' | 'plan_bound'
    text: string
  }>
  total: number
  excludedTotal: number
  reasons: Array<{
    code: 'not_found' | 'wrong_status' | 'type_not_editable' | 'not_allowed' | 'already_in_target' | 'operation_open' | 'duplicate' | 'same_plan' | 'plan_not_fitting' | 'plan_not_offered' | 'plan_bound'
    text: string
    lines: number
  }>
  state: 'draft' | 'scheduled' | 'running' | 'paused' | 'finished' | 'cancelled'
  segments: number | null
  forecast: {
    seconds: number | null
    held: number
  } | null
}

export interface SimsListInput {
  filter?: SimFilter
  /** Column of the order */
  sort?: 'icc' | 'msisdn' | 'imei' | 'customField1' | 'activationDate' | 'consumptionMonthlyData' | 'percent' | 'lastSeen' | 'group'
  /** From the last to the first */
  descending?: boolean
  /** Rows in a page; without it the whole list streams */
  limit?: number
  /** Where the page before ended */
  cursor?: string
  /** Rows to leave out after the cursor: a jump in a long list */
  skip?: number
}

export interface SimsSearchInput {
  filter?: SimFilter
  /** Column of the order */
  sort?: 'icc' | 'msisdn' | 'imei' | 'customField1' | 'activationDate' | 'consumptionMonthlyData' | 'percent' | 'lastSeen' | 'group'
  /** From the last to the first */
  descending?: boolean
  /** Rows in a page; without it the whole list streams */
  limit?: number
  /** Where the page before ended */
  cursor?: string
  /** Rows to leave out after the cursor: a jump in a long list */
  skip?: number
}

export interface SimsGetAnswer {
  icc: string
  imsi: string
  msisdn: string
  imei: string
  imeiLock: boolean
  device: string
  simTypeId: number
  simType: string
  providerId: number
  companyId: number
  planCode: string
  planName: string
  planMb: number
  activationPlan: {
    planCode: string
    planName: string
    group: string
  } | null
  planBoundUntil: string | null
  apnId: number
  customField1: string
  customField2: string
  tags: string[]
  groupTags: string[]
  group: string
  ruleGroups: string[]
  tagGivers: Array<{
    tag: string
    group: string
  }>
  country: string
  companiesNames: string[]
  commModuleManufacturer: string
  commModuleModel: string
  simCycleState: number
  simAdministrativeStatusId: number
  statusSince: string
  statusReason: string
  activationDate: string | null
  gprsStatus: number
  ip: string | null
  lastIpSgsn: string | null
  lastIpGgsn: string | null
  apn: string
  operator: string
  currentNetwork: string
  radioTechnology: string
  latitude: number | null
  longitude: number | null
  locatedAt: string | null
  townsAround: Array<{
    name: {
      es: string
      en: string
    }
    region: {
      es: string
      en: string
    }
    country: string
    latitude: number
    longitude: number
  }>
  lastConnStart: string | null
  lastConnStop: string | null
  lastSeen: string | null
  usualSilenceSeconds: number | null
  dailyDataConsumption: number
  monthlyDataConsumption: number
  monthlyVoiceConsumption: number
  monthlySmsConsumption: number
  includedSms: number
  cycle: {
    start: string
    end: string
    timeZone: string
  }
  version: string
  asOf: string
}

export interface SimsCountInput {
  filter?: SimFilter
  /** Also by company */
  companies?: boolean
  /** Also by tag */
  tags?: boolean
  /** Also by group */
  groups?: boolean
}

export interface SimsCountAnswer {
  total: number
  isCapped: boolean
  isAtLeast: boolean
  administrativeStatusIds: Array<{
    id: number | string
    count: number
  }>
  gprsStatuses: Array<{
    id: number | string
    count: number
  }>
  providerIds: Array<{
    id: number | string
    count: number
  }>
  simTypeIds: Array<{
    id: number | string
    count: number
  }>
  planCodes: Array<{
    id: number | string
    count: number
  }>
  apnIds: Array<{
    id: number | string
    count: number
  }>
  planUse: Array<{
    id: number | string
    count: number
  }>
  silentFor: Array<{
    id: number | string
    count: number
  }>
  activeSilent: number
  companyIds: Array<{
    id: number | string
    count: number
  }>
  tags: Array<{
    id: number | string
    count: number
  }>
  groups: Array<{
    id: number | string
    count: number
  }>
  /** usage as of */
  usageAsOf?: string
  asOf: string
}

export interface SimsMapInput {
  filter?: SimFilter
  /** The part of the world, in degrees; west of more than east is a box across the 180th meridian; without it, all */
  box?: {
    west: number
    south: number
    east: number
    north: number
  }
  /** Zoom of the map, as of OpenStreetMap: SIMs within some 64 pixels of each other are one place */
  zoom: number
}

export interface SimsMapAnswer {
  places: Array<{
    latitude: number
    longitude: number
    sims: number
    connected: number
    iccs: string[]
    town: {
      name: {
        es: string
        en: string
      }
      region: {
        es: string
        en: string
      }
      country: string
      latitude: number
      longitude: number
    } | null
  }>
  located: number
  extent: {
    west: number
    south: number
    east: number
    north: number
  } | null
  isCapped: boolean
  asOf: string
}

export interface SimsFilterValuesAnswer {
  plans: Array<{
    planCode: string
    planName: string
    planMb: number
  }>
  apns: Array<{
    apnId: number
    apnName: string
  }>
  companies: Array<{
    companyId: number
    companyName: string
  }>
  providers: Array<{
    providerId: number
    providerName: string
  }>
  simTypes: Array<{
    simTypeId: number
    simTypeName: string
  }>
  totals: {
    totalSims: number
    totalDisconnected: number
    totalConnected: number
    totalActive: number
  }
  admin: boolean
}

export interface SimsExportInput {
  /** Format of the file */
  format: 'csv' | 'xlsx'
  /** Columns, in their order */
  columns: Array<'providerId' | 'simTypeId' | 'planCode' | 'activationDate' | 'icc' | 'msisdn' | 'imei' | 'device' | 'simAdministrativeStatusId' | 'gprsStatus' | 'ip' | 'consumptionDailyData' | 'consumptionMonthlyData' | 'consumptionDailyVoice' | 'consumptionMonthlyVoice' | 'consumptionDailySms' | 'consumptionMonthlySms' | 'customField1' | 'customField2' | 'apnId' | 'planMb' | 'currentNetwork' | 'companyId' | 'lastSeen' | 'tags' | 'group' | 'ruleGroups' | 'percent'>
  filter?: SimFilter
  /** Column of the order */
  sort?: 'icc' | 'msisdn' | 'imei' | 'customField1' | 'activationDate' | 'consumptionMonthlyData' | 'percent' | 'lastSeen' | 'group'
  /** From the last to the first */
  descending?: boolean
  /** Only these; absent: all that match */
  icc?: string[]
  /** All that match but these */
  except?: string[]
}

export interface SimsActionsAnswer {
  icc: string
  actions: Array<{
    action: 'activate' | 'hibernate' | 'reactivate' | 'restoreData' | 'terminate' | 'restart' | 'sms' | 'custom' | 'assign' | 'diagnose' | 'plan' | 'tag' | 'group' | 'lock' | 'cutData' | 'block' | 'unblock' | 'withdrawTermination' | 'chat'
    offered: boolean
    code: string | null
    text: string
  }>
  open: {
    operationId: number
    kind: 'activate' | 'hibernate' | 'reactivate' | 'restoreData' | 'terminate' | 'restart' | 'sms' | 'custom' | 'assign' | 'diagnose' | 'plan' | 'tag' | 'group' | 'lock'
    state: 'pending' | 'running' | 'succeeded' | 'failed' | 'skipped' | 'cancelled'
    text: string
    targetStatusId: number | null
    actor: string
    since: string
    dueAt: string | null
    askedAt: string | null
  } | null
  scheduledPlan: {
    operationId: number
    planCode: string
    planName: string
    at: string
    actor: string
  } | null
  activation: {
    planCode: string
    planName: string
    group: string
    amountMinor: number
    currency: string
  }
  hibernation: {
    amountMinor: number
    hibernatedMinor: number
    savesFrom: string
    pooled: boolean
  }
}

export type SimsAlarmsAnswer = Array<{
  alarmId: number
  name: string
  limit: number
  cuts: boolean
  plan: string
  planName: string
  group: string
}>

export interface SimsApnAnswer {
  apnName: string
  apn: string
  username: string
  password: string
}

export interface SimsHistoryInput {
  /** Only events of these kinds, separated by commas: imei_changed,lock_broken */
  kinds?: string
}

export type SimsHistoryAnswer = Array<{
  at: string
  kind: string
  fromStatus: number | null
  toStatus: number | null
  actor: string
  detail: Record<string, unknown>
}>

export interface SimsUsageAnswer {
  days: Array<{
    day: string
    dataBytes: number
    voiceSeconds: number
    sms: number
  }>
  /** usage as of */
  usageAsOf: string
  asOf: string
}

export interface SimsUsageOfDayAnswer {
  hours: number[]
  restBytes: number
  /** usage as of */
  usageAsOf: string
  asOf: string
}

export interface SimsPositionsInput {
  /** How many days back */
  days?: number
}

export interface SimsPositionsAnswer {
  positions: Array<{
    at: string
    latitude: number
    longitude: number
    town: {
      name: {
        es: string
        en: string
      }
      region: {
        es: string
        en: string
      }
      country: string
      latitude: number
      longitude: number
    } | null
  }>
  asOf: string
}

export interface SimsFollowInput {
  /** How long it goes on; 0 sends the current state and ends */
  seconds?: number
}

export interface SimsFollowEvent {
  version: string
}

export interface SimsActivateInput {
  /** Why; it stands in the SIM’s timeline */
  reason?: string
}

export interface SimsHibernateInput {
  /** Why; it stands in the SIM’s timeline */
  reason?: string
}

export interface SimsReactivateInput {
  /** Why; it stands in the SIM’s timeline */
  reason?: string
}

export interface SimsRestartAnswer {
  operationId: number
  icc: string
  success: boolean
  result: string
  state: 'pending' | 'running' | 'succeeded' | 'failed' | 'skipped' | 'cancelled'
  takesEffect: 'now' | 'next_attach' | 'unknown'
}

export interface SimsCutDataInput {
  reason?: string
}

export interface SimsCutDataAnswer {
  icc: string
  simAdministrativeStatusId: number
  networkPending: boolean
}

export interface SimsRestoreDataInput {
  reason?: string
}

export interface SimsRestoreDataAnswer {
  icc: string
  simAdministrativeStatusId: number
  networkPending: boolean
}

export interface SimsTerminateInput {
  /** Why; it stands in the SIM’s timeline */
  reason?: string
}

export interface SimsWithdrawTerminationInput {
  /** Why; it stands in the SIM’s timeline */
  reason?: string
}

export interface SimsChangePlanInput {
  /** Code of the plan */
  planCode: string
  /** When it takes effect: now, or with the next cycle */
  from?: 'now' | 'nextCycle'
  /** Why; it stands in the SIM’s timeline */
  reason?: string
}

export type SimsWithdrawPlanInput = Record<string, never>

export interface SimsUpdateInput {
  icc: string
  imei?: string
  /** Text of your own */
  device?: string
  /** Text of your own */
  customField1?: string
  /** Text of your own */
  customField2?: string
  imeiLock?: boolean
  msisdn?: string
  apnId?: number
  expected?: {
    /** Text of your own */
    imei?: string
    /** Text of your own */
    device?: string
    /** Text of your own */
    customField1?: string
    /** Text of your own */
    customField2?: string
    imeiLock?: boolean
  }
  reason?: string
}

export interface SimsUpdateAnswer {
  success: boolean
  result: string
  icc: string
  imei: string
  device: string
  customField1: string
  customField2: string
  imeiLock: boolean
  changed: Array<'imei' | 'device' | 'customField1' | 'customField2' | 'imeiLock'>
  before: {
    /** Text of your own */
    imei?: string
    /** Text of your own */
    device?: string
    /** Text of your own */
    customField1?: string
    /** Text of your own */
    customField2?: string
    imeiLock?: boolean
  }
}

export interface SimsUpdateManyInput {
  edits: Array<{
    /** Text of your own */
    customField1?: string
    /** Text of your own */
    customField2?: string
    icc: string
    expected?: {
      /** Text of your own */
      customField1?: string
      /** Text of your own */
      customField2?: string
    }
  }>
  reason?: string
}

export interface SimsUpdateManyAnswer {
  changed: Array<{
    icc: string
    customField1: string
    customField2: string
    before: {
      /** Text of your own */
      customField1?: string
      /** Text of your own */
      customField2?: string
    }
  }>
}

export interface SimsTagInput {
  add?: string[]
  remove?: string[]
}

export interface SimsTagAnswer {
  tags: string[]
  added: string[]
  removed: string[]
}

export interface SimsMoveToGroupInput {
  /** Path of the group; null: in none */
  group: string | null
}

export interface SimsMoveToGroupAnswer {
  group: string
  previous: string
}

export interface SimsLockStateAnswer {
  icc: string
  device: {
    mode: 'off' | 'learn' | 'imei' | 'tac'
    values: string[]
  }
  area: {
    mode: 'off' | 'listed'
    values: string[]
    geofences: string[]
  }
  emails: string[]
  policy: {
    policyId: string
    group: string
  } | null
  isOwn: boolean
  setAt: string | null
  setBy: string
  atNetwork: 'none' | 'sending' | 'held' | 'refused'
  breach: {
    imei: string
    since: string
    action: 'none' | 'due' | 'ordered' | 'cut' | 'failed' | 'skipped' | 'restoring' | 'restored'
    releasedBy: string
  } | null
  areaBreach: {
    network: string
    since: string
    action: 'none' | 'due' | 'ordered' | 'cut' | 'failed' | 'skipped' | 'restoring' | 'restored'
    releasedBy: string
  } | null
  geofenceBreach: {
    latitude: number
    longitude: number
    since: string
    action: 'none' | 'due' | 'ordered' | 'cut' | 'failed' | 'skipped' | 'restoring' | 'restored'
    releasedBy: string
  } | null
  devices: Array<{
    imei: string
    firstSeen: string
    lastSeen: string
  }>
}

export interface SimsLockInput {
  /** In which devices: mode off, learn, imei or tac, with the values of the last two; as before when omitted */
  device?: {
    mode: 'off' | 'learn' | 'imei' | 'tac'
    values?: string[]
  }
  /** Where: mode off, or listed with up to 100 countries (CL) and networks (730-01) as values, and up to 20 geofences of the SIM’s company; its network and its location each have to be in one; as before when omitted */
  area?: {
    mode: 'off' | 'listed'
    values?: string[]
    geofences?: string[]
  }
  /** Addresses of its mails; as before when omitted */
  emails?: string[]
  /** Gives up a lock of its own for that of its group or company; then nothing else can be set */
  inherits?: true
}

export interface SimsLockAnswer {
  icc: string
  device: {
    mode: 'off' | 'learn' | 'imei' | 'tac'
    values: string[]
  }
  area: {
    mode: 'off' | 'listed'
    values: string[]
    geofences: string[]
  }
  emails: string[]
  policy: {
    policyId: string
    group: string
  } | null
  isOwn: boolean
}

export interface SimsTestAdministrativeAnswer {
  success: boolean
  result: string
  code: 'in_order' | 'status_not_active' | 'company_blocked' | 'plan_missing' | 'apn_missing' | 'limit_reached' | 'imei_mismatch' | 'registered' | 'stale_registration' | 'not_registered' | 'never_registered' | 'connected' | 'apn_mismatch' | 'recent_session' | 'no_session' | 'never_connected' | 'data_cut' | 'not_in_service' | 'timeout' | 'unreachable' | 'unknown_sim' | 'not_supported' | 'no_network'
  verdict: 'passed' | 'warning' | 'failed' | 'unknown'
  checkedAt: string
  evidence: {
    simAdministrativeStatusId: number
    statusReason: string
    companyBlocked: boolean
    planName: string
    apn: string
    usedBytes: number
    limitBytes: number | null
    pooled: boolean
    imeiLock: boolean
    imei: string
    imeiSeen: string | null
  }
  next: {
    action: 'activate' | 'reactivate' | 'withdrawTermination' | 'restoreData' | 'restart' | 'raiseLimit' | 'setApn' | 'checkDevice' | 'checkInstallation' | 'replaceSim' | 'contactSupport' | 'testAdministrative' | 'testGsm' | 'testGprs' | 'wait' | 'retry'
    text: string
  } | null
}

export interface SimsTestDataAnswer {
  success: boolean
  result: string
  code: 'in_order' | 'status_not_active' | 'company_blocked' | 'plan_missing' | 'apn_missing' | 'limit_reached' | 'imei_mismatch' | 'registered' | 'stale_registration' | 'not_registered' | 'never_registered' | 'connected' | 'apn_mismatch' | 'recent_session' | 'no_session' | 'never_connected' | 'data_cut' | 'not_in_service' | 'timeout' | 'unreachable' | 'unknown_sim' | 'not_supported' | 'no_network'
  verdict: 'passed' | 'warning' | 'failed' | 'unknown'
  checkedAt: string
  evidence: {
    networkState: 'inactive' | 'active' | 'data_cut' | 'suspended' | 'terminated' | 'unrecognised'
    open: boolean
    ip: string
    apnUsed: string
    apnExpected: string
    startedAt: string | null
    stoppedAt: string | null
    sgsnIp: string
    ggsnIp: string
    dataBytes: number
    endCause: string
  } | null
  next: {
    action: 'activate' | 'reactivate' | 'withdrawTermination' | 'restoreData' | 'restart' | 'raiseLimit' | 'setApn' | 'checkDevice' | 'checkInstallation' | 'replaceSim' | 'contactSupport' | 'testAdministrative' | 'testGsm' | 'testGprs' | 'wait' | 'retry'
    text: string
  } | null
}

export interface SimsTestNetworkAnswer {
  success: boolean
  result: string
  code: 'in_order' | 'status_not_active' | 'company_blocked' | 'plan_missing' | 'apn_missing' | 'limit_reached' | 'imei_mismatch' | 'registered' | 'stale_registration' | 'not_registered' | 'never_registered' | 'connected' | 'apn_mismatch' | 'recent_session' | 'no_session' | 'never_connected' | 'data_cut' | 'not_in_service' | 'timeout' | 'unreachable' | 'unknown_sim' | 'not_supported' | 'no_network'
  verdict: 'passed' | 'warning' | 'failed' | 'unknown'
  checkedAt: string
  evidence: {
    networkState: 'inactive' | 'active' | 'data_cut' | 'suspended' | 'terminated' | 'unrecognised'
    registered: boolean
    mcc: string
    mnc: string
    radioTechnology: string
    lastUpdateAt: string | null
    imei: string
  } | null
  next: {
    action: 'activate' | 'reactivate' | 'withdrawTermination' | 'restoreData' | 'restart' | 'raiseLimit' | 'setApn' | 'checkDevice' | 'checkInstallation' | 'replaceSim' | 'contactSupport' | 'testAdministrative' | 'testGsm' | 'testGprs' | 'wait' | 'retry'
    text: string
  } | null
}

export interface SimsMethods {
  /** List SIMs of your company and its subsidiaries, filtered and sorted, by page or in full. Requires the permit `sims` */
  list(input?: SimsListInput, options?: MethodOptions): RowList<SimRow>
  /** Search SIMs by ICC, MSISDN, IMEI, IMSI or custom fields. Requires the permit `sims` */
  search(input?: SimsSearchInput, options?: MethodOptions): RowList<SimRow>
  /** Suggest SIMs for a search text, the best matches first. Requires the permit `sims` */
  suggest(text: string, options?: MethodOptions): RowList<SimRow>
  /** Get a SIM with all its details. Requires the permit `sims` */
  get(icc: string, options?: MethodOptions): Promise<SimsGetAnswer>
  /** Count matching SIMs, in total and for each filter value. Requires the permit `sims` */
  count(input?: SimsCountInput, options?: MethodOptions): Promise<SimsCountAnswer>
  /** Gather SIMs by where they were last located, for a map. Requires the permit `sims` */
  map(input: SimsMapInput, options?: MethodOptions): Promise<SimsMapAnswer>
  /** List the filter values. Requires the permit `sims` */
  filterValues(options?: MethodOptions): Promise<SimsFilterValuesAnswer>
  /** Download the SIM list as shown, with its order and columns. Requires the permit `sims` */
  export(input: SimsExportInput, options?: MethodOptions): Promise<ReceivedFile>
  /** Get the actions available for a SIM, why others are not, what is running, and what an activation costs and a hibernation saves. Requires the permit `sims` */
  actions(icc: string, options?: MethodOptions): Promise<SimsActionsAnswer>
  /** List the active alarms that watch a SIM, and why: by its company, its plan or its group; the lowest limit first. Requires the permit `alarmas` */
  alarms(icc: string, options?: MethodOptions): Promise<SimsAlarmsAnswer>
  /** Get the APN settings for a SIM’s device. Requires the permit `sims` */
  apn(icc: string, options?: MethodOptions): Promise<SimsApnAnswer>
  /** Get a SIM’s timeline, newest first, up to 200 events. Requires the permit `sims` */
  history(icc: string, input?: SimsHistoryInput, options?: MethodOptions): Promise<SimsHistoryAnswer>
  /** Get a SIM’s usage by day, last 90 days. Requires the permit `sims` */
  usage(icc: string, options?: MethodOptions): Promise<SimsUsageAnswer>
  /** Get a SIM’s data by hour of a day, in the company’s time zone. Requires the permit `sims` */
  usageOfDay(icc: string, day: string, options?: MethodOptions): Promise<SimsUsageOfDayAnswer>
  /** Get where a SIM was located in the last days, oldest first, the latest 2000 positions. One within 548 m of the one before is left out. Requires the permit `sims` */
  positions(icc: string, input?: SimsPositionsInput, options?: MethodOptions): Promise<SimsPositionsAnswer>
  /** Stream changes of a SIM as server-sent events: its current version first, then each new one, at most one a second; an empty event means that the SIM left your companies. Requires the header x-api-key, so use fetch, not EventSource. Requires the permit `sims` */
  follow(icc: string, input?: SimsFollowInput, options?: MethodOptions): AsyncIterable<SimsFollowEvent>
  /** Activate a SIM (status 1, editable SIMs); can’t be undone. Requires the permit `sims` */
  activate(icc: string, input?: SimsActivateInput, options?: MethodOptions): Promise<SimChange>
  /** Hibernate a SIM: suspends it at the network (status 2, types 2 to 5, users with canHibernate). Requires the permit `sims` */
  hibernate(icc: string, input?: SimsHibernateInput, options?: MethodOptions): Promise<SimChange>
  /** Reactivate a hibernated SIM, or cancel its hibernation (status 8 or 11, types 2 to 5, users with canHibernate). Requires the permit `sims` */
  reactivate(icc: string, input?: SimsReactivateInput, options?: MethodOptions): Promise<SimChange>
  /** Restart a SIM’s connection: drops the data session and cancels its location; keeps the status. Once a minute and three times an hour per SIM, else HTTP 429 with Retry-After. Requires the permit `sims` */
  restart(icc: string, options?: MethodOptions): Promise<SimsRestartAnswer>
  /** Cut a SIM’s data (status 2 → 10) until it is restored; the status changes once the network confirms. Requires the permit `alarmas` */
  cutData(icc: string, input?: SimsCutDataInput, options?: MethodOptions): Promise<SimsCutDataAnswer>
  /** Restore data that is cut (status 10 → 2); the status changes once the network confirms. Requires the permit `alarmas` */
  restoreData(icc: string, input?: SimsRestoreDataInput, options?: MethodOptions): Promise<SimsRestoreDataAnswer>
  /** Terminate a SIM; can be withdrawn during the cooling-off. Requires the permit `sims` */
  terminate(icc: string, input?: SimsTerminateInput, options?: MethodOptions): Promise<SimChange>
  /** Withdraw a termination during its cooling-off (status 9); the SIM returns to its previous status. Requires the permit `sims` */
  withdrawTermination(icc: string, input?: SimsWithdrawTerminationInput, options?: MethodOptions): Promise<SimChange>
  /** Change a SIM’s plan (users with the permit plans): from today on, and the cycle is charged by days, or from the next cycle on, until then withdrawSimPlan takes it back. A later change replaces one that is scheduled. Requires the permit `sims` */
  changePlan(icc: string, input: SimsChangePlanInput, options?: MethodOptions): Promise<SimChange>
  /** Withdraw a change of plan that is scheduled for the next cycle (users with the permit plans). Requires the permit `sims` */
  withdrawPlan(icc: string, input?: SimsWithdrawPlanInput, options?: MethodOptions): Promise<SimChange>
  /** Change a SIM’s custom fields; omitted fields keep their value; with `expected` only while it has those values. IMEI, device and `imeiLock` (whether the diagnosis warns of another IMEI) only while the SIM is editable (HTTP 409 type_not_editable); ICC, MSISDN and APN never (HTTP 400). Requires the permit `sims` */
  update(input: SimsUpdateInput, options?: MethodOptions): Promise<SimsUpdateAnswer>
  /** Change the two custom fields of up to 1000 SIMs, each with its own values, all or none. An edit with `expected` is refused (HTTP 409 conflict, at `edits.N`) when the SIM has other values. Requires the permit `sims` */
  updateMany(input: SimsUpdateManyInput, options?: MethodOptions): Promise<SimsUpdateManyAnswer>
  /** Put tags on a SIM and take others off it, up to 50 in all; a name that its company doesn’t have yet becomes a tag. Requires the permit `sims` */
  tag(icc: string, input?: SimsTagInput, options?: MethodOptions): Promise<SimsTagAnswer>
  /** Move a SIM to a group, or out of its group; a path that its company doesn’t have yet becomes a group. Requires the permit `sims` */
  moveToGroup(icc: string, input: SimsMoveToGroupInput, options?: MethodOptions): Promise<SimsMoveToGroupAnswer>
  /** Get in which devices, countries, networks and geofences a SIM may be, whether it is in others, and in which devices it was, the last 20. Requires the permit `sims` */
  lockState(icc: string, options?: MethodOptions): Promise<SimsLockStateAnswer>
  /** Bind a SIM to its device, and to countries, networks and geofences: elsewhere its data is cut, until it is back or somebody restores the data. Device: mode off, learn (the first one reported), imei or tac (models). Area: mode off or listed. Requires the permit `sims` */
  lock(icc: string, input?: SimsLockInput, options?: MethodOptions): Promise<SimsLockAnswer>
  /** Run the administrative test: status, company, plan, APN, limits and IMEI, in this order. Requires the permit `sims` */
  testAdministrative(icc: string, options?: MethodOptions): Promise<SimsTestAdministrativeAnswer>
  /** Run the data test: whether the SIM has an open session, queried from the network. Requires the permit `sims` */
  testData(icc: string, options?: MethodOptions): Promise<SimsTestDataAnswer>
  /** Run the network test: whether the SIM is registered, queried from the network. Requires the permit `sims` */
  testNetwork(icc: string, options?: MethodOptions): Promise<SimsTestNetworkAnswer>
}

export type NotesListAnswer = Array<{
  noteId: string
  at: string
  author: string
  text: string
  canDelete: boolean
}>

export interface NotesCreateInput {
  text: string
}

export interface NotesCreateAnswer {
  noteId: string
  at: string
  author: string
  text: string
  canDelete: boolean
}

export interface NotesMethods {
  /** List the notes on a SIM, newest first. Requires the permit `sims` */
  list(icc: string, options?: MethodOptions): Promise<NotesListAnswer>
  /** Add a note to a SIM, for everyone who sees the SIM; up to 100. Requires the permit `sims` */
  create(icc: string, input: NotesCreateInput, options?: MethodOptions): Promise<NotesCreateAnswer>
  /** Delete a note: its author, or who manages users. Requires the permit `sims` */
  delete(icc: string, noteId: string, options?: MethodOptions): Promise<null>
}

export type ViewsListAnswer = Array<{
  viewId: number
  name: string
  query: string
}>

export interface ViewsSaveInput {
  name: string
  query: string
}

export interface ViewsSaveAnswer {
  viewId: number
  name: string
  query: string
}

export interface ViewsMethods {
  /** List your saved views. Requires the permit `sims` */
  list(options?: MethodOptions): Promise<ViewsListAnswer>
  /** Save a view; an existing name is replaced. Requires the permit `sims` */
  save(input: ViewsSaveInput, options?: MethodOptions): Promise<ViewsSaveAnswer>
  /** Delete a saved view. Requires the permit `sims` */
  delete(viewId: number, options?: MethodOptions): Promise<null>
}

export type TagsListAnswer = Array<{
  tagId: number
  companyId: number
  name: string
  colour: 'grey' | 'red' | 'orange' | 'yellow' | 'green' | 'teal' | 'blue' | 'violet'
  sims: number
}>

export interface TagsUpdateInput {
  name: string
  colour: 'grey' | 'red' | 'orange' | 'yellow' | 'green' | 'teal' | 'blue' | 'violet'
}

export interface TagsUpdateAnswer {
  tagId: number
  companyId: number
  name: string
  colour: 'grey' | 'red' | 'orange' | 'yellow' | 'green' | 'teal' | 'blue' | 'violet'
  sims: number
}

export interface TagsMethods {
  /** List the tags of your company and its subsidiaries, with how many SIMs have each. Requires the permit `sims` */
  list(options?: MethodOptions): Promise<TagsListAnswer>
  /** Rename a tag or give it another colour, on all SIMs that have it. Requires the permit `sims` */
  update(tagId: number, input: TagsUpdateInput, options?: MethodOptions): Promise<TagsUpdateAnswer>
  /** Delete a tag and take it off all SIMs that have it. Requires the permit `sims` */
  delete(tagId: number, options?: MethodOptions): Promise<null>
}

export type GroupsListAnswer = Array<{
  groupId: number
  companyId: number
  path: string
  rule: {
    /** Administrative status */
    administrativeStatusIds?: number[]
    /** Whether a data session is open */
    gprsStatuses?: number[]
    /** Number of the origin */
    providerIds?: number[]
    /** Number of the type of SIM */
    simTypeIds?: number[]
    /** Code of the plan */
    planCodes?: string[]
    /** Number of the APN */
    apnIds?: number[]
    /** Names of tags of which a SIM has at least one */
    tags?: string[]
    /** Paths of groups, one of which a SIM is in, or in a group inside it */
    groups?: string[]
    /** Data used in the cycle; `over100`: 100 % of what the plan has, rounded, or more. Lists and counts follow a new cycle within 10 minutes; operations, groups by rule and files at once */
    planUse?: 'over100' | ''
    /** Last seen in their network more than this ago, or never; `unusual`: for longer than is usual for the SIM itself */
    silentFor?: 'unusual' | '24h' | '3d' | '7d' | '30d' | 'never' | ''
    /** Three characters or more, anywhere in ICC, MSISDN, IMEI, IMSI or custom fields; or the whole IP address of the open session */
    search?: string
  } | null
  sims: number
  activationPlans: string[]
  tags: string[]
}>

export interface GroupsCreateInput {
  company: number
  path: string
  /** Makes a group by rule: a filter of the SIM list; the group holds whatever SIMs of its company match, now and later */
  rule?: {
    /** Administrative status */
    administrativeStatusIds?: number[]
    /** Whether a data session is open */
    gprsStatuses?: number[]
    /** Number of the origin */
    providerIds?: number[]
    /** Number of the type of SIM */
    simTypeIds?: number[]
    /** Code of the plan */
    planCodes?: string[]
    /** Number of the APN */
    apnIds?: number[]
    /** Names of tags of which a SIM has at least one */
    tags?: string[]
    /** Paths of groups, one of which a SIM is in, or in a group inside it */
    groups?: string[]
    /** Data used in the cycle; `over100`: 100 % of what the plan has, rounded, or more. Lists and counts follow a new cycle within 10 minutes; operations, groups by rule and files at once */
    planUse?: 'over100' | ''
    /** Last seen in their network more than this ago, or never; `unusual`: for longer than is usual for the SIM itself */
    silentFor?: 'unusual' | '24h' | '3d' | '7d' | '30d' | 'never' | ''
    /** Three characters or more, anywhere in ICC, MSISDN, IMEI, IMSI or custom fields; or the whole IP address of the open session */
    search?: string
  }
  /** Plans that SIMs get when they are activated, one for each origin and type; without it they stay. Needs the permit `plans`, too. None of a group by rule */
  activationPlans?: string[]
  /** Names of tags that SIMs have as long as they are in it, or inside it; without it they stay */
  tags?: string[]
}

export interface GroupsCreateAnswer {
  groupId: number
  companyId: number
  path: string
  rule: {
    /** Administrative status */
    administrativeStatusIds?: number[]
    /** Whether a data session is open */
    gprsStatuses?: number[]
    /** Number of the origin */
    providerIds?: number[]
    /** Number of the type of SIM */
    simTypeIds?: number[]
    /** Code of the plan */
    planCodes?: string[]
    /** Number of the APN */
    apnIds?: number[]
    /** Names of tags of which a SIM has at least one */
    tags?: string[]
    /** Paths of groups, one of which a SIM is in, or in a group inside it */
    groups?: string[]
    /** Data used in the cycle; `over100`: 100 % of what the plan has, rounded, or more. Lists and counts follow a new cycle within 10 minutes; operations, groups by rule and files at once */
    planUse?: 'over100' | ''
    /** Last seen in their network more than this ago, or never; `unusual`: for longer than is usual for the SIM itself */
    silentFor?: 'unusual' | '24h' | '3d' | '7d' | '30d' | 'never' | ''
    /** Three characters or more, anywhere in ICC, MSISDN, IMEI, IMSI or custom fields; or the whole IP address of the open session */
    search?: string
  } | null
  sims: number
  activationPlans: string[]
  tags: string[]
}

export interface GroupsUpdateInput {
  path: string
  /** Another rule of a group by rule; without it the rule stays */
  rule?: {
    /** Administrative status */
    administrativeStatusIds?: number[]
    /** Whether a data session is open */
    gprsStatuses?: number[]
    /** Number of the origin */
    providerIds?: number[]
    /** Number of the type of SIM */
    simTypeIds?: number[]
    /** Code of the plan */
    planCodes?: string[]
    /** Number of the APN */
    apnIds?: number[]
    /** Names of tags of which a SIM has at least one */
    tags?: string[]
    /** Paths of groups, one of which a SIM is in, or in a group inside it */
    groups?: string[]
    /** Data used in the cycle; `over100`: 100 % of what the plan has, rounded, or more. Lists and counts follow a new cycle within 10 minutes; operations, groups by rule and files at once */
    planUse?: 'over100' | ''
    /** Last seen in their network more than this ago, or never; `unusual`: for longer than is usual for the SIM itself */
    silentFor?: 'unusual' | '24h' | '3d' | '7d' | '30d' | 'never' | ''
    /** Three characters or more, anywhere in ICC, MSISDN, IMEI, IMSI or custom fields; or the whole IP address of the open session */
    search?: string
  }
  /** Plans that SIMs get when they are activated, one for each origin and type; without it they stay. Needs the permit `plans`, too. None of a group by rule */
  activationPlans?: string[]
  /** Names of tags that SIMs have as long as they are in it, or inside it; without it they stay */
  tags?: string[]
}

export interface GroupsUpdateAnswer {
  groupId: number
  companyId: number
  path: string
  rule: {
    /** Administrative status */
    administrativeStatusIds?: number[]
    /** Whether a data session is open */
    gprsStatuses?: number[]
    /** Number of the origin */
    providerIds?: number[]
    /** Number of the type of SIM */
    simTypeIds?: number[]
    /** Code of the plan */
    planCodes?: string[]
    /** Number of the APN */
    apnIds?: number[]
    /** Names of tags of which a SIM has at least one */
    tags?: string[]
    /** Paths of groups, one of which a SIM is in, or in a group inside it */
    groups?: string[]
    /** Data used in the cycle; `over100`: 100 % of what the plan has, rounded, or more. Lists and counts follow a new cycle within 10 minutes; operations, groups by rule and files at once */
    planUse?: 'over100' | ''
    /** Last seen in their network more than this ago, or never; `unusual`: for longer than is usual for the SIM itself */
    silentFor?: 'unusual' | '24h' | '3d' | '7d' | '30d' | 'never' | ''
    /** Three characters or more, anywhere in ICC, MSISDN, IMEI, IMSI or custom fields; or the whole IP address of the open session */
    search?: string
  } | null
  sims: number
  activationPlans: string[]
  tags: string[]
}

export interface GroupsMethods {
  /** List the groups of your company and its subsidiaries, with how many SIMs are in each. Requires the permit `sims` */
  list(options?: MethodOptions): Promise<GroupsListAnswer>
  /** Create a group, and those around it that its company doesn’t have yet: 3 levels, 500 in a company, 50 of them by rule. Requires the permit `sims` */
  create(input: GroupsCreateInput, options?: MethodOptions): Promise<GroupsCreateAnswer>
  /** Rename a group or move it into another one, with all groups inside it; change its rule, the tags that its SIMs have, and the plans that they get when they are activated. Requires the permit `sims` */
  update(groupId: number, input: GroupsUpdateInput, options?: MethodOptions): Promise<GroupsUpdateAnswer>
  /** Delete a group without groups inside it; its SIMs are in it no longer. Requires the permit `sims` */
  delete(groupId: number, options?: MethodOptions): Promise<null>
}

export interface GeofencesListInput {
  /** Number of the company */
  company?: number
}

export type GeofencesListAnswer = Array<{
  geofenceId: string
  companyId: number
  name: string
  shape: {
    kind: 'circle'
    centre: {
      latitude: number
      longitude: number
    }
    radiusM: number
  } | {
    kind: 'polygon'
    corners: Array<{
      latitude: number
      longitude: number
    }>
  }
}>

export interface GeofencesGetAnswer {
  geofenceId: string
  companyId: number
  name: string
  shape: {
    kind: 'circle'
    centre: {
      latitude: number
      longitude: number
    }
    radiusM: number
  } | {
    kind: 'polygon'
    corners: Array<{
      latitude: number
      longitude: number
    }>
  }
  locks: number
}

export interface GeofencesCreateInput {
  /** Number of the company */
  company: number
  /** What people call it */
  name: string
  /** A circle of 10 to 1000000 metres around a centre, or a polygon of 3 to 100 corners whose sides do not cross and which is less than half the world wide; degrees of WGS 84, up to 85 of latitude */
  shape: {
    kind: 'circle'
    centre: {
      latitude: number
      longitude: number
    }
    radiusM: number
  } | {
    kind: 'polygon'
    corners: Array<{
      latitude: number
      longitude: number
    }>
  }
}

export interface GeofencesCreateAnswer {
  geofenceId: string
  companyId: number
  name: string
  shape: {
    kind: 'circle'
    centre: {
      latitude: number
      longitude: number
    }
    radiusM: number
  } | {
    kind: 'polygon'
    corners: Array<{
      latitude: number
      longitude: number
    }>
  }
}

export interface GeofencesUpdateInput {
  /** What people call it */
  name: string
  /** A circle of 10 to 1000000 metres around a centre, or a polygon of 3 to 100 corners whose sides do not cross and which is less than half the world wide; degrees of WGS 84, up to 85 of latitude */
  shape: {
    kind: 'circle'
    centre: {
      latitude: number
      longitude: number
    }
    radiusM: number
  } | {
    kind: 'polygon'
    corners: Array<{
      latitude: number
      longitude: number
    }>
  }
}

export interface GeofencesUpdateAnswer {
  geofenceId: string
  companyId: number
  name: string
  shape: {
    kind: 'circle'
    centre: {
      latitude: number
      longitude: number
    }
    radiusM: number
  } | {
    kind: 'polygon'
    corners: Array<{
      latitude: number
      longitude: number
    }>
  }
}

export interface GeofencesDeleteInput {
  /** Takes it out of the locks that name it, too */
  free?: 'true' | 'false'
}

export interface GeofencesMethods {
  /** List the geofences of your company and its subsidiaries by name, the first 1000. Requires the permit `sims` */
  list(input?: GeofencesListInput, options?: MethodOptions): Promise<GeofencesListAnswer>
  /** Get a geofence, with how many SIMs’ locks name it. Requires the permit `sims` */
  get(geofenceId: string, options?: MethodOptions): Promise<GeofencesGetAnswer>
  /** Create a geofence: a place of a company, up to 100 in all, that locks of its SIMs can name. Requires the permit `sims` */
  create(input: GeofencesCreateInput, options?: MethodOptions): Promise<GeofencesCreateAnswer>
  /** Rename a geofence or give it another shape; SIMs that it holds again have their data back. Requires the permit `sims` */
  update(geofenceId: string, input: GeofencesUpdateInput, options?: MethodOptions): Promise<GeofencesUpdateAnswer>
  /** Delete a geofence. One that locks name is refused, unless they are to lose it. Requires the permit `sims` */
  delete(geofenceId: string, input?: GeofencesDeleteInput, options?: MethodOptions): Promise<null>
}

export type LockPoliciesListAnswer = Array<{
  policyId: string
  companyId: number
  groupId: number | null
  path: string
  device: {
    mode: 'off' | 'learn' | 'imei' | 'tac'
    values: string[]
  }
  area: {
    mode: 'off' | 'listed'
    values: string[]
    geofences: string[]
  }
  emails: string[]
  sims: number
  setAt: string
  setBy: string
}>

export interface LockPoliciesSetInput {
  /** Number of the company */
  company: number
  /** Number of the group; null: the whole company */
  groupId: number | null
  /** In which devices: mode off, learn (each SIM its own), imei or tac, with the values of the last two; any when omitted */
  device?: {
    mode: 'off' | 'learn' | 'imei' | 'tac'
    values?: string[]
  }
  /** Where, as of a SIM’s lock; anywhere when omitted */
  area?: {
    mode: 'off' | 'listed'
    values?: string[]
    geofences?: string[]
  }
  /** Addresses of its mails; none when omitted */
  emails?: string[]
}

export interface LockPoliciesSetAnswer {
  policyId: string
  companyId: number
  groupId: number | null
  path: string
  device: {
    mode: 'off' | 'learn' | 'imei' | 'tac'
    values: string[]
  }
  area: {
    mode: 'off' | 'listed'
    values: string[]
    geofences: string[]
  }
  emails: string[]
  sims: number
  setAt: string
  setBy: string
}

export interface LockPoliciesMethods {
  /** List the locks that SIMs of your companies and groups have without one of their own. Requires the permit `sims` */
  list(options?: MethodOptions): Promise<LockPoliciesListAnswer>
  /** Set the lock that the SIMs of a company or a group have without one of their own, now and later. The nearest one decides: of a group, of those around it, of groups by rule, of the company. One that allows everything keeps those around it off. Requires the permit `sims` */
  set(input: LockPoliciesSetInput, options?: MethodOptions): Promise<LockPoliciesSetAnswer>
  /** Delete the lock of a company or a group; its SIMs have the next one around them, or none. Requires the permit `sims` */
  delete(policyId: string, options?: MethodOptions): Promise<null>
}

export interface MessagesListInput {
  /** Of this SIM */
  icc?: string
  result?: 'queued' | 'sent' | 'buffered' | 'delivered' | 'failed' | 'expired' | 'unknown' | 'cancelled' | 'received'
  /** Where they came from; device: from devices */
  platform?: 'portal' | 'api' | 'rule' | 'device'
  /** First day, in the time zone of the reader’s company */
  from?: string
  /** Last day */
  to?: string
  /** Only those that the reader sent */
  mine?: 'true' | 'false'
  /** Rows in a page */
  limit?: number
  /** Where the page before ended */
  cursor?: string
}

export interface MessagesListRow {
  messageId: number
  icc: string
  companyName: string
  platform: string
  result: string
  cause: string
  message: string
  segments: number
  user: string
  date: string
  settledAt: string | null
  label: string
}

export interface MessagesCountInput {
  /** Of this SIM */
  icc?: string
  /** Where they came from; device: from devices */
  platform?: 'portal' | 'api' | 'rule' | 'device'
  /** First day, in the time zone of the reader’s company */
  from?: string
  /** Last day */
  to?: string
  /** Only those that the reader sent */
  mine?: 'true' | 'false'
}

export interface MessagesCountAnswer {
  counts: Array<{
    value: string
    count: number
  }> | null
}

export interface MessagesExportInput {
  /** Of this SIM */
  icc?: string
  result?: 'queued' | 'sent' | 'buffered' | 'delivered' | 'failed' | 'expired' | 'unknown' | 'cancelled' | 'received'
  /** Where they came from; device: from devices */
  platform?: 'portal' | 'api' | 'rule' | 'device'
  /** First day, in the time zone of the reader’s company */
  from?: string
  /** Last day */
  to?: string
  /** Only those that the reader sent */
  mine?: 'true' | 'false'
  /** Format of the file */
  format?: 'csv' | 'xlsx' | 'tsv'
}

export interface MessagesSendInput {
  icc: string
  msisdn?: string
  imei?: string
  device?: string
  message: string
}

export interface MessagesSendAnswer {
  success: boolean
  result: string
  icc: string
  encoding: 'gsm7' | 'ucs2'
  message: {
    messageId: number
    direction: 'in' | 'out'
    text: string
    segments: number
    state: 'queued' | 'sent' | 'buffered' | 'delivered' | 'failed' | 'expired' | 'unknown' | 'cancelled' | 'received'
    cause: string
    at: string
    settledAt: string | null
    actor: string
    unread: boolean
  }
}

export interface MessagesChatInput {
  before?: number
}

export interface MessagesChatAnswer {
  icc: string
  msisdn: string
  messages: Array<{
    messageId: number
    direction: 'in' | 'out'
    text: string
    segments: number
    state: 'queued' | 'sent' | 'buffered' | 'delivered' | 'failed' | 'expired' | 'unknown' | 'cancelled' | 'received'
    cause: string
    at: string
    settledAt: string | null
    actor: string
    unread: boolean
  }>
  hasOlder: boolean
  unread: number
  code: string | null
  text: string
}

export interface MessagesMarkReadInput {
  upTo: number
}

export interface MessagesMarkReadAnswer {
  unread: number
}

export interface MessagesMethods {
  /** List SMS to and from SIMs with their delivery result, newest first. Requires the permit `sms_report` */
  list(input?: MessagesListInput, options?: MethodOptions): RowList<MessagesListRow>
  /** Count messages by result. Requires the permit `sms_report` */
  count(input?: MessagesCountInput, options?: MethodOptions): Promise<MessagesCountAnswer>
  /** Download SMS: CSV or XLSX with headings, or TSV with the list’s columns; streamed. Requires the permit `sms_report` */
  export(input?: MessagesExportInput, options?: MethodOptions): Promise<ReceivedFile>
  /** Send an SMS to a SIM; also for the chat of type 6 SIMs. Its delivery result appears in the timeline and the chat. Requires the permit `sims` */
  send(input: MessagesSendInput, options?: MethodOptions): Promise<MessagesSendAnswer>
  /** Get the chat of a type 6 SIM, oldest first: the last 100 messages, or those before one. Poll every few seconds to follow it. Requires the permit `sims` */
  chat(icc: string, input?: MessagesChatInput, options?: MethodOptions): Promise<MessagesChatAnswer>
  /** Mark the messages of a chat as read, up to one. Requires the permit `sims` */
  markRead(icc: string, input: MessagesMarkReadInput, options?: MethodOptions): Promise<MessagesMarkReadAnswer>
}

export interface OperationsListInput {
  /** Rows in a page */
  limit?: number
  /** Where the page before ended */
  cursor?: string
  /** Only those in this state */
  state?: 'draft' | 'scheduled' | 'running' | 'paused' | 'finished' | 'cancelled'
  /** Only those that do this */
  kind?: 'activate' | 'hibernate' | 'reactivate' | 'restoreData' | 'terminate' | 'restart' | 'sms' | 'custom' | 'assign' | 'diagnose' | 'plan' | 'tag' | 'group' | 'lock'
  /** Only those that users of this company began */
  company?: number
  /** With all companies below the named one */
  subsidiaries?: 'true' | 'false'
  /** Only those with a line for this SIM */
  icc?: string
  /** Only the reader’s own */
  mine?: 'true' | 'false'
  /** Only those with lines that failed */
  failed?: 'true' | 'false'
  /** Single actions too */
  single?: 'true' | 'false'
  /** Only those created from this day on, in the time zone of the reader’s company */
  from?: string
  /** Only those created up to this day */
  to?: string
}

export interface OperationsListRow {
  operationId: number
  kind: string
  state: string
  source: string
  total: number
  pending: number
  running: number
  succeeded: number
  failed: number
  skipped: number
  cancelled: number
  icc: string
  reason: string
  user: string
  companyId: number
  createdAt: string
  scheduledAt: string | null
  startedAt: string | null
  finishedAt: string | null
  companyName: string
}

export interface OperationsCountInput {
  /** Only those that do this */
  kind?: 'activate' | 'hibernate' | 'reactivate' | 'restoreData' | 'terminate' | 'restart' | 'sms' | 'custom' | 'assign' | 'diagnose' | 'plan' | 'tag' | 'group' | 'lock'
  /** Only those that users of this company began */
  company?: number
  /** With all companies below the named one */
  subsidiaries?: 'true' | 'false'
  /** Only those with a line for this SIM */
  icc?: string
  /** Only the reader’s own */
  mine?: 'true' | 'false'
  /** Only those with lines that failed */
  failed?: 'true' | 'false'
  /** Single actions too */
  single?: 'true' | 'false'
  /** Only those created from this day on, in the time zone of the reader’s company */
  from?: string
  /** Only those created up to this day */
  to?: string
}

export interface OperationsCountAnswer {
  counts: Array<{
    value: string
    count: number
  }> | null
}

export interface OperationsExportInput {
  /** Only those in this state */
  state?: 'draft' | 'scheduled' | 'running' | 'paused' | 'finished' | 'cancelled'
  /** Only those that do this */
  kind?: 'activate' | 'hibernate' | 'reactivate' | 'restoreData' | 'terminate' | 'restart' | 'sms' | 'custom' | 'assign' | 'diagnose' | 'plan' | 'tag' | 'group' | 'lock'
  /** Only those that users of this company began */
  company?: number
  /** With all companies below the named one */
  subsidiaries?: 'true' | 'false'
  /** Only those with a line for this SIM */
  icc?: string
  /** Only the reader’s own */
  mine?: 'true' | 'false'
  /** Only those with lines that failed */
  failed?: 'true' | 'false'
  /** Single actions too */
  single?: 'true' | 'false'
  /** Only those created from this day on, in the time zone of the reader’s company */
  from?: string
  /** Only those created up to this day */
  to?: string
  /** Format of the file */
  format?: 'csv' | 'xlsx' | 'tsv'
}

export interface OperationsLinesInput {
  /** Rows in a page */
  limit?: number
  /** Where the page before ended */
  cursor?: string
  /** Only lines in this state */
  state?: 'pending' | 'running' | 'succeeded' | 'failed' | 'skipped' | 'cancelled'
  /** Only lines with this reason */
  code?: string
}

export interface OperationsLinesRow {
  line: number
  icc: string
  customField1: string
  state: string
  code: string
  text: string
  retryable: boolean
  attempts: number
  dueAt: string | null
  updatedAt: string
  fromStatus: number | null
}

export interface OperationsResultsInput {
  /** Format of the file */
  format?: 'csv' | 'xlsx'
  /** Only lines in this state */
  state?: 'pending' | 'running' | 'succeeded' | 'failed' | 'skipped' | 'cancelled'
}

export type OperationsCausesAnswer = Array<{
  cause: 'not_activated' | 'hibernated' | 'data_cut' | 'stopped' | 'ended' | 'company_blocked' | 'contract_incomplete' | 'limit_reached' | 'not_asked' | 'network_down' | 'unknown_sim' | 'network_differs' | 'other_device' | 'never_registered' | 'not_registered' | 'stale_registration' | 'apn' | 'no_session' | 'working'
  lines: number
  sims: Array<{
    icc: string
    customField1: string
  }>
}>

export interface OperationsCostAnswer {
  plans: Array<{
    planCode: string
    planName: string
    group: string
    lines: number
    amountMinor: number
    hibernatedMinor: number | null
    currency: string
    pooled: boolean
  }>
  totals: Array<{
    amountMinor: number
    currency: string
  }>
  savesFrom: string | null
}

export interface OperationsPlanCostAnswer {
  lines: number
  isTooMany: boolean
  replaced: number
  totals: Array<{
    currency: string
    current: {
      before: number
      after: number
    }
    next: {
      before: number
      after: number
    }
  }>
  pools: Array<{
    planCode: string
    planName: string
    companyId: number
    companyName: string
    before: {
      includedBytes: number
      expectedBytes: number
    } | null
    after: {
      includedBytes: number
      expectedBytes: number
    } | null
  }>
  sims: Array<{
    icc: string
    planCode: string
    planName: string
    costs: Array<{
      currency: string
      current: {
        before: number
        after: number
      }
      next: {
        before: number
        after: number
      }
    }>
  }>
}

export type OperationsGroupsAnswer = Array<{
  group: string
  lines: number
}>

export interface OperationsFollowInput {
  operationId?: number
  /** How long it goes on; 0 sends the current state and ends */
  seconds?: number
}

export interface OperationsFollowEvent {
  operationId: number
  kind: 'activate' | 'hibernate' | 'reactivate' | 'restoreData' | 'terminate' | 'restart' | 'sms' | 'custom' | 'assign' | 'diagnose' | 'plan' | 'tag' | 'group' | 'lock'
  state: 'draft' | 'scheduled' | 'running' | 'paused' | 'finished' | 'cancelled'
  total: number
  counts: {
    pending: number
    running: number
    succeeded: number
    failed: number
    skipped: number
    cancelled: number
  }
  percent: number
}

export type OperationsUploadFileInput = {
  fileName: string
} & FileInput<'application/octet-stream' | 'text/csv' | 'text/tab-separated-values' | 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'>

export interface OperationsUploadFileAnswer {
  fileId: number
  fileName: string
  lines: number
  columns: Array<{
    header: string
    samples: string[]
    field: 'icc' | 'customField1' | 'customField2' | 'device' | 'tags' | 'group' | null
  }>
}

export interface OperationsActivateInput {
  /** These SIMs */
  icc?: string[]
  filter?: SimFilter
  /** All that match the filter but these */
  except?: string[]
  /** The SIMs of an uploaded file */
  fileId?: number
  /** The SIMs that an advice on plans moves to a plan */
  advice?: {
    company: number
    adviceId: string
    /** Code of the plan */
    planCode: string
  }
  /** Judge and start nothing */
  preview?: boolean
  /** When to start, such as 2026-12-24T03:00:00Z; at once without it */
  scheduledAt?: string
  /** Why; it stands in the timeline of each SIM */
  reason?: string
}

export interface OperationsHibernateInput {
  /** These SIMs */
  icc?: string[]
  filter?: SimFilter
  /** All that match the filter but these */
  except?: string[]
  /** The SIMs of an uploaded file */
  fileId?: number
  /** The SIMs that an advice on plans moves to a plan */
  advice?: {
    company: number
    adviceId: string
    /** Code of the plan */
    planCode: string
  }
  /** Judge and start nothing */
  preview?: boolean
  /** When to start, such as 2026-12-24T03:00:00Z; at once without it */
  scheduledAt?: string
  /** Why; it stands in the timeline of each SIM */
  reason?: string
}

export interface OperationsReactivateInput {
  /** These SIMs */
  icc?: string[]
  filter?: SimFilter
  /** All that match the filter but these */
  except?: string[]
  /** The SIMs of an uploaded file */
  fileId?: number
  /** The SIMs that an advice on plans moves to a plan */
  advice?: {
    company: number
    adviceId: string
    /** Code of the plan */
    planCode: string
  }
  /** Judge and start nothing */
  preview?: boolean
  /** When to start, such as 2026-12-24T03:00:00Z; at once without it */
  scheduledAt?: string
  /** Why; it stands in the timeline of each SIM */
  reason?: string
}

export interface OperationsRestartInput {
  /** These SIMs */
  icc?: string[]
  filter?: SimFilter
  /** All that match the filter but these */
  except?: string[]
  /** The SIMs of an uploaded file */
  fileId?: number
  /** The SIMs that an advice on plans moves to a plan */
  advice?: {
    company: number
    adviceId: string
    /** Code of the plan */
    planCode: string
  }
  /** Judge and start nothing */
  preview?: boolean
  /** When to start, such as 2026-12-24T03:00:00Z; at once without it */
  scheduledAt?: string
  /** Why; it stands in the timeline of each SIM */
  reason?: string
}

export interface OperationsRestoreDataInput {
  /** These SIMs */
  icc?: string[]
  filter?: SimFilter
  /** All that match the filter but these */
  except?: string[]
  /** The SIMs of an uploaded file */
  fileId?: number
  /** The SIMs that an advice on plans moves to a plan */
  advice?: {
    company: number
    adviceId: string
    /** Code of the plan */
    planCode: string
  }
  /** Judge and start nothing */
  preview?: boolean
  /** When to start, such as 2026-12-24T03:00:00Z; at once without it */
  scheduledAt?: string
  /** Why; it stands in the timeline of each SIM */
  reason?: string
}

export interface OperationsTerminateInput {
  /** These SIMs */
  icc?: string[]
  filter?: SimFilter
  /** All that match the filter but these */
  except?: string[]
  /** The SIMs of an uploaded file */
  fileId?: number
  /** The SIMs that an advice on plans moves to a plan */
  advice?: {
    company: number
    adviceId: string
    /** Code of the plan */
    planCode: string
  }
  /** Judge and start nothing */
  preview?: boolean
  /** When to start, such as 2026-12-24T03:00:00Z; at once without it */
  scheduledAt?: string
  /** Why; it stands in the timeline of each SIM */
  reason?: string
}

export interface OperationsChangePlanInput {
  /** These SIMs */
  icc?: string[]
  filter?: SimFilter
  /** All that match the filter but these */
  except?: string[]
  /** The SIMs of an uploaded file */
  fileId?: number
  /** The SIMs that an advice on plans moves to a plan */
  advice?: {
    company: number
    adviceId: string
    /** Code of the plan */
    planCode: string
  }
  /** Judge and start nothing */
  preview?: boolean
  /** When to start, such as 2026-12-24T03:00:00Z; at once without it */
  scheduledAt?: string
  /** Why; it stands in the timeline of each SIM */
  reason?: string
  /** Code of the plan */
  planCode: string
  /** When it takes effect: now, or with the next cycle */
  from?: 'now' | 'nextCycle'
}

export interface OperationsUpdateInput {
  /** These SIMs */
  icc?: string[]
  filter?: SimFilter
  /** All that match the filter but these */
  except?: string[]
  /** The SIMs of an uploaded file */
  fileId?: number
  /** The SIMs that an advice on plans moves to a plan */
  advice?: {
    company: number
    adviceId: string
    /** Code of the plan */
    planCode: string
  }
  /** Judge and start nothing */
  preview?: boolean
  /** When to start, such as 2026-12-24T03:00:00Z; at once without it */
  scheduledAt?: string
  /** Why; it stands in the timeline of each SIM */
  reason?: string
  /** Text of your own */
  customField1?: string
  /** Text of your own */
  customField2?: string
  /** Text of your own */
  device?: string
}

export interface OperationsTagInput {
  /** These SIMs */
  icc?: string[]
  filter?: SimFilter
  /** All that match the filter but these */
  except?: string[]
  /** The SIMs of an uploaded file */
  fileId?: number
  /** The SIMs that an advice on plans moves to a plan */
  advice?: {
    company: number
    adviceId: string
    /** Code of the plan */
    planCode: string
  }
  /** Judge and start nothing */
  preview?: boolean
  /** When to start, such as 2026-12-24T03:00:00Z; at once without it */
  scheduledAt?: string
  /** Why; it stands in the timeline of each SIM */
  reason?: string
  /** Tags to put on */
  add?: string[]
  /** Tags to take off */
  remove?: string[]
}

export interface OperationsMoveToGroupInput {
  /** These SIMs */
  icc?: string[]
  filter?: SimFilter
  /** All that match the filter but these */
  except?: string[]
  /** The SIMs of an uploaded file */
  fileId?: number
  /** The SIMs that an advice on plans moves to a plan */
  advice?: {
    company: number
    adviceId: string
    /** Code of the plan */
    planCode: string
  }
  /** Judge and start nothing */
  preview?: boolean
  /** When to start, such as 2026-12-24T03:00:00Z; at once without it */
  scheduledAt?: string
  /** Why; it stands in the timeline of each SIM */
  reason?: string
  /** Path of the group; null: in none */
  group?: string | null
}

export interface OperationsMoveToCompanyInput {
  /** These SIMs */
  icc?: string[]
  filter?: SimFilter
  /** All that match the filter but these */
  except?: string[]
  /** The SIMs of an uploaded file */
  fileId?: number
  /** The SIMs that an advice on plans moves to a plan */
  advice?: {
    company: number
    adviceId: string
    /** Code of the plan */
    planCode: string
  }
  /** Judge and start nothing */
  preview?: boolean
  /** When to start, such as 2026-12-24T03:00:00Z; at once without it */
  scheduledAt?: string
  /** Why; it stands in the timeline of each SIM */
  reason?: string
  /** Number of the company, from listAssignees */
  companyId: number
}

export interface OperationsLockInput {
  /** These SIMs */
  icc?: string[]
  filter?: SimFilter
  /** All that match the filter but these */
  except?: string[]
  /** The SIMs of an uploaded file */
  fileId?: number
  /** The SIMs that an advice on plans moves to a plan */
  advice?: {
    company: number
    adviceId: string
    /** Code of the plan */
    planCode: string
  }
  /** Judge and start nothing */
  preview?: boolean
  /** When to start, such as 2026-12-24T03:00:00Z; at once without it */
  scheduledAt?: string
  /** Why; it stands in the timeline of each SIM */
  reason?: string
  /** In which devices: mode off, learn, imei or tac, with the values of the last two; as before when omitted */
  device?: {
    mode: 'off' | 'learn' | 'imei' | 'tac'
    values?: string[]
  }
  /** Where: mode off, or listed with up to 100 countries (CL) and networks (730-01) as values, and up to 20 geofences of the SIM’s company; its network and its location each have to be in one; as before when omitted */
  area?: {
    mode: 'off' | 'listed'
    values?: string[]
    geofences?: string[]
  }
  /** Addresses of its mails; as before when omitted */
  emails?: string[]
  /** Gives up a lock of its own for that of its group or company; then nothing else can be set */
  inherits?: true
}

export interface OperationsSendSmsInput {
  /** These SIMs */
  icc?: string[]
  filter?: SimFilter
  /** All that match the filter but these */
  except?: string[]
  /** The SIMs of an uploaded file */
  fileId?: number
  /** The SIMs that an advice on plans moves to a plan */
  advice?: {
    company: number
    adviceId: string
    /** Code of the plan */
    planCode: string
  }
  /** Judge and start nothing */
  preview?: boolean
  /** When to start, such as 2026-12-24T03:00:00Z; at once without it */
  scheduledAt?: string
  /** Why; it stands in the timeline of each SIM */
  reason?: string
  /** The text */
  message: string
}

export interface OperationsDiagnoseInput {
  icc?: string[]
  filter?: SimFilter
  /** All that match the filter but these */
  except?: string[]
  /** The SIMs of an uploaded file */
  fileId?: number
  /** The SIMs that an advice on plans moves to a plan */
  advice?: {
    company: number
    adviceId: string
    /** Code of the plan */
    planCode: string
  }
  /** Judge and start nothing */
  preview?: boolean
  /** When to start, such as 2026-12-24T03:00:00Z; at once without it */
  scheduledAt?: string
  /** Why; it stands in the timeline of each SIM */
  reason?: string
}

export interface OperationsConfirmInput {
  /** When to start; at once without it */
  scheduledAt?: string
}

export type OperationsCompaniesAnswer = Array<{
  companyId: number
  companyName: string
}>

export interface OperationsMethods {
  /** List operations of your company, newest first, without drafts; single actions only with `single` or `icc`. Requires the permit `sims` */
  list(input?: OperationsListInput, options?: MethodOptions): RowList<OperationsListRow>
  /** Count operations by state, as listed. Requires the permit `sims` */
  count(input?: OperationsCountInput, options?: MethodOptions): Promise<OperationsCountAnswer>
  /** Download operations, as listed: CSV or XLSX with headings, or TSV with the list’s columns; streamed. Requires the permit `sims` */
  export(input?: OperationsExportInput, options?: MethodOptions): Promise<ReceivedFile>
  /** Get an operation. Requires the permit `sims` */
  get(operationId: number, options?: MethodOptions): Promise<Operation>
  /** List the lines of an operation. Requires the permit `sims` */
  lines(operationId: number, input?: OperationsLinesInput, options?: MethodOptions): RowList<OperationsLinesRow>
  /** Download the lines of an operation as submitted, with status, code, text and time; of a draft, with the expected result. Requires the permit `sims` */
  results(operationId: number, input?: OperationsResultsInput, options?: MethodOptions): Promise<ReceivedFile>
  /** Get the causes that a diagnosis has found so far, with most SIMs first; no other operation has any. Requires the permit `sims` */
  causes(operationId: number, options?: MethodOptions): Promise<OperationsCausesAnswer>
  /** Get the cost per cycle of an activation, or what a hibernation saves per cycle, by plan; also of a draft. Requires the permit `sims` */
  cost(operationId: number, options?: MethodOptions): Promise<OperationsCostAnswer>
  /** Get what the SIMs of a change of plan will cost in this cycle and the next, without and with it, by the rules of the invoice if usage goes on as so far; of a draft or a scheduled operation. Requires the permit `sims` */
  planCost(operationId: number, options?: MethodOptions): Promise<OperationsPlanCostAnswer>
  /** Get how many of an operation’s SIMs are in each group now; also of a draft. Requires the permit `sims` */
  groups(operationId: number, options?: MethodOptions): Promise<OperationsGroupsAnswer>
  /** Judge the lines of a draft again: what would run now, and what would not and why. Requires the permit `sims` */
  preview(operationId: number, options?: MethodOptions): Promise<OperationStart>
  /** Stream progress as server-sent events: each open operation first, then each change, at most four a second per operation. Requires the header x-api-key, so use fetch, not EventSource. Requires the permit `sims` */
  follow(input?: OperationsFollowInput, options?: MethodOptions): AsyncIterable<OperationsFollowEvent>
  /** Upload a CSV, TSV or XLSX file of lines; the ICC column is found by its header. Requires the permit `sims` */
  uploadFile(input: OperationsUploadFileInput, options?: MethodOptions): Promise<OperationsUploadFileAnswer>
  /** Activate many SIMs; can’t be undone. Requires the permit `sims` */
  activate(input?: OperationsActivateInput, options?: MethodOptions): Promise<OperationStart>
  /** Hibernate many SIMs. Requires the permit `sims` */
  hibernate(input?: OperationsHibernateInput, options?: MethodOptions): Promise<OperationStart>
  /** Reactivate many SIMs. Requires the permit `sims` */
  reactivate(input?: OperationsReactivateInput, options?: MethodOptions): Promise<OperationStart>
  /** Restart many SIMs; keeps their status. Requires the permit `sims` */
  restart(input?: OperationsRestartInput, options?: MethodOptions): Promise<OperationStart>
  /** Restore the data of many SIMs that alarms cut. Requires the permit `sims` */
  restoreData(input?: OperationsRestoreDataInput, options?: MethodOptions): Promise<OperationStart>
  /** Terminate many SIMs; lines can be withdrawn during the cooling-off. Requires the permit `sims` */
  terminate(input?: OperationsTerminateInput, options?: MethodOptions): Promise<OperationStart>
  /** Change the plan of many SIMs (users with the permit plans): now, and the cycle is charged by days, or from each company’s next cycle on. Requires the permit `sims` */
  changePlan(input: OperationsChangePlanInput, options?: MethodOptions): Promise<OperationStart>
  /** Set custom fields of many SIMs: one value for all lines, or one per line from the file’s columns of that name. Requires the permit `sims` */
  update(input?: OperationsUpdateInput, options?: MethodOptions): Promise<OperationStart>
  /** Put tags on many SIMs and take others off them; with a file, also those in its column of tags. Requires the permit `sims` */
  tag(input?: OperationsTagInput, options?: MethodOptions): Promise<OperationStart>
  /** Move many SIMs to a group, or out of their groups; with a file, each to the group in its column of that name. Requires the permit `sims` */
  moveToGroup(input?: OperationsMoveToGroupInput, options?: MethodOptions): Promise<OperationStart>
  /** Move SIMs to another company. Requires the permit `sims` */
  moveToCompany(input: OperationsMoveToCompanyInput, options?: MethodOptions): Promise<OperationStart>
  /** Bind many SIMs to their devices, each to its own (mode learn), all to some devices or models (imei, tac), or none (off); and to countries and networks. Requires the permit `sims` */
  lock(input?: OperationsLockInput, options?: MethodOptions): Promise<OperationStart>
  /** Send an SMS to many SIMs. Requires the permit `sims` */
  sendSms(input: OperationsSendSmsInput, options?: MethodOptions): Promise<OperationStart>
  /** Find the probable cause of the silence of up to 10000 SIMs; changes nothing. Requires the permit `sims` */
  diagnose(input?: OperationsDiagnoseInput, options?: MethodOptions): Promise<OperationStart>
  /** Start a draft; its lines are checked again, and a filter is resolved now. Requires the permit `sims` */
  confirm(operationId: number, input?: OperationsConfirmInput, options?: MethodOptions): Promise<OperationStart>
  /** Delete a draft. Requires the permit `sims` */
  discard(operationId: number, options?: MethodOptions): Promise<null>
  /** Take up no further line; those at the network go on. Requires the permit `sims` */
  pause(operationId: number, options?: MethodOptions): Promise<Operation>
  /** Go on after a pause; for who may start such an operation. Requires the permit `sims` */
  resume(operationId: number, options?: MethodOptions): Promise<Operation>
  /** Leave out the lines that have not begun; those at the network go on. Requires the permit `sims` */
  cancel(operationId: number, options?: MethodOptions): Promise<Operation>
  /** Run the failed lines again; for who may start such an operation. Requires the permit `sims` */
  retry(operationId: number, options?: MethodOptions): Promise<Operation>
  /** Withdraw the terminations that are still cooling off: each SIM goes back to the status before. Requires the permit `sims` */
  withdraw(operationId: number, options?: MethodOptions): Promise<Operation>
  /** List companies to which you can move SIMs. Requires the permit `sims` */
  companies(options?: MethodOptions): Promise<OperationsCompaniesAnswer>
}

export interface AlarmsListInput {
  /** Number of the company */
  company?: number
  /** With all companies below the named one */
  subsidiaries?: 'true' | 'false'
  /** Text in name, plan, company or addresses */
  search?: string
  /** Only this one */
  alarm?: number
  limit?: number
  /** Where the page before ended */
  cursor?: string
}

export interface AlarmsListRow {
  alarmId: number
  company: number
  plan: string
  limit: number
  email: string
  active: string
  action: string
  planTypeName: string
  planName: string
  companyName: string
  watchedSims: number
  firedSims: number
  warnedSims: number
  cutSims: number
  updatedAt: string
  name: string
  group: string
  firedByDay: string
}

export interface AlarmsExportInput {
  /** Number of the company */
  company?: number
  /** With all companies below the named one */
  subsidiaries?: 'true' | 'false'
  /** Text in name, plan, company or addresses */
  search?: string
  /** Only this one */
  alarm?: number
  /** Format of the file */
  format?: 'csv' | 'xlsx' | 'tsv'
}

export interface AlarmsCompaniesRow {
  company: number
  companyName: string
  sims: number
}

export interface AlarmsPlansRow {
  plan: string
  planName: string
  planTypeName: string
  dataMb: number
  sims: number
}

export interface AlarmsCreateInput {
  /** What people call it, empty for none; without it a new alarm has none, and a changed one keeps its own */
  name?: string
  /** Number of the company whose SIMs it watches */
  company: number
  /** Code of the plan whose SIMs it watches; empty for all */
  plan: string
  /** Path of the group whose SIMs it watches; empty for all. Without it a new alarm is for all, and a changed one keeps its own */
  group?: string
  /** MB of 1024² bytes that a SIM uses in its cycle, whole, 1 to 1 048 576 */
  limit: number
  /** 1 to 10 addresses that get a mail, apart by commas */
  email: string
  /** 0: it is kept, and does nothing */
  active: '0' | '1'
  /** 1: cut the SIM’s data at the limit; 0: only notify */
  action: '0' | '1'
}

export interface AlarmsCreateAnswer {
  alarmId: number
  firesNow: number
}

export interface AlarmsUpdateInput {
  /** What people call it, empty for none; without it a new alarm has none, and a changed one keeps its own */
  name?: string
  /** Number of the company whose SIMs it watches */
  company: number
  /** Code of the plan whose SIMs it watches; empty for all */
  plan: string
  /** Path of the group whose SIMs it watches; empty for all. Without it a new alarm is for all, and a changed one keeps its own */
  group?: string
  /** MB of 1024² bytes that a SIM uses in its cycle, whole, 1 to 1 048 576 */
  limit: number
  /** 1 to 10 addresses that get a mail, apart by commas */
  email: string
  /** 0: it is kept, and does nothing */
  active: '0' | '1'
  /** 1: cut the SIM’s data at the limit; 0: only notify */
  action: '0' | '1'
  alarmId: number
}

export interface AlarmsUpdateAnswer {
  alarmId: number
  firesNow: number
}

export interface AlarmsDeleteAnswer {
  restores: number
}

export type AlarmsRestoreInput = Record<string, never>

export interface AlarmsRestoreAnswer {
  alarmId: number
  firesNow: number
}

export interface AlarmsSimulateInput {
  alarmId?: number
  company: number
  plan: string
  group?: string
  limit: number
}

export interface AlarmsSimulateAnswer {
  cycles: Array<{
    start: string
    end: string
    sims: number
  }>
  sims: number
  watchedSims: number
  now: {
    start: string
    overSims: number
    firesNow: number
    restores: number
  }
}

export interface AlarmsMethods {
  /** List alarms of your companies, newest first. Requires the permit `alarmas` */
  list(input?: AlarmsListInput, options?: MethodOptions): RowList<AlarmsListRow>
  /** Download alarms: CSV or XLSX with headings, or TSV with the list’s columns; streamed. Requires the permit `alarmas` */
  export(input?: AlarmsExportInput, options?: MethodOptions): Promise<ReceivedFile>
  /** List companies for which you can create alarms. Requires the permit `alarmas` */
  companies(options?: MethodOptions): RowList<AlarmsCompaniesRow>
  /** List plans in use by a company’s SIMs. Requires the permit `alarmas` */
  plans(companyId: number, options?: MethodOptions): RowList<AlarmsPlansRow>
  /** Create an alarm; it fires at once for SIMs already over its limit in this cycle. Requires the permit `alarmas` */
  create(input: AlarmsCreateInput, options?: MethodOptions): Promise<AlarmsCreateAnswer>
  /** Change an alarm; turning it off, or raising the limit above a SIM’s usage, restores the data it cut. Requires the permit `alarmas` */
  update(input: AlarmsUpdateInput, options?: MethodOptions): Promise<AlarmsUpdateAnswer>
  /** Delete an alarm; the data it cut is restored. Requires the permit `alarmas` */
  delete(id: number, options?: MethodOptions): Promise<AlarmsDeleteAnswer>
  /** Undo the deletion of an alarm, for a day: same id, values and notices. SIMs over its limit whose data the deletion restored get a new notice. Requires the permit `alarmas` */
  restore(id: number, input?: AlarmsRestoreInput, options?: MethodOptions): Promise<AlarmsRestoreAnswer>
  /** Simulate an alarm: what it would have done in the last three cycles, and would do when saved; saves nothing. Requires the permit `alarmas` */
  simulate(input: AlarmsSimulateInput, options?: MethodOptions): Promise<AlarmsSimulateAnswer>
}

export interface NoticesListInput {
  /** Number of the alarm */
  alarm?: number
  /** Number of the company */
  company?: number
  kind?: 'warning' | 'limit'
  action?: 'none' | 'due' | 'ordered' | 'cut' | 'failed' | 'skipped' | 'restoring' | 'restored'
  /** Of this SIM */
  icc?: string
  /** First day, in the time zone of the reader’s company */
  from?: string
  /** Last day */
  to?: string
  /** Rows in a page */
  limit?: number
  /** Where the page before ended */
  cursor?: string
}

export interface NoticesListRow {
  noticeId: number
  date: string
  alarmId: number
  company: number
  companyName: string
  plan: string
  planName: string
  icc: string
  kind: string
  used: number
  limit: number
  cycleStart: string
  mail: string
  action: string
  restoredAt: string | null
  muted: boolean
  canRestore: boolean
  label: string
  alarmName: string
}

export interface NoticesCountInput {
  /** Number of the alarm */
  alarm?: number
  /** Number of the company */
  company?: number
  kind?: 'warning' | 'limit'
  action?: 'none' | 'due' | 'ordered' | 'cut' | 'failed' | 'skipped' | 'restoring' | 'restored'
  /** Of this SIM */
  icc?: string
  /** First day, in the time zone of the reader’s company */
  from?: string
  /** Last day */
  to?: string
  /** What they are counted by; a filter by it does not count */
  by?: 'kind' | 'action'
}

export interface NoticesCountAnswer {
  counts: Array<{
    value: string
    count: number
  }> | null
}

export interface NoticesExportInput {
  /** Number of the alarm */
  alarm?: number
  /** Number of the company */
  company?: number
  kind?: 'warning' | 'limit'
  action?: 'none' | 'due' | 'ordered' | 'cut' | 'failed' | 'skipped' | 'restoring' | 'restored'
  /** Of this SIM */
  icc?: string
  /** First day, in the time zone of the reader’s company */
  from?: string
  /** Last day */
  to?: string
  /** Format of the file */
  format?: 'csv' | 'xlsx' | 'tsv'
}

export interface NoticesFollowInput {
  seconds?: number
}

export interface NoticesFollowEvent {
  at: string
}

export type NoticesRestoreDataInput = Record<string, never>

export interface NoticesRestoreDataAnswer {
  icc: string
  action: 'none' | 'due' | 'ordered' | 'cut' | 'failed' | 'skipped' | 'restoring' | 'restored'
  isHeld: boolean
}

export interface NoticesMethods {
  /** List alarm notices, newest first, with the result of their e-mail and data cut. Requires the permit `alarmas` */
  list(input?: NoticesListInput, options?: MethodOptions): RowList<NoticesListRow>
  /** Count alarm notices by kind or by what was done. Requires the permit `alarmas` */
  count(input?: NoticesCountInput, options?: MethodOptions): Promise<NoticesCountAnswer>
  /** Download alarm notices: CSV or XLSX with headings, or TSV with the list’s columns; streamed. Requires the permit `alarmas` */
  export(input?: NoticesExportInput, options?: MethodOptions): Promise<ReceivedFile>
  /** Stream changes of the notices as server-sent events, at most one a second. Requires the permit `alarmas` */
  follow(input?: NoticesFollowInput, options?: MethodOptions): AsyncIterable<NoticesFollowEvent>
  /** Restore the data of a notice’s SIM and mute the alarm for it until the cycle ends; data comes back unless another alarm also cut it. Requires the permit `alarmas` */
  restoreData(id: number, input?: NoticesRestoreDataInput, options?: MethodOptions): Promise<NoticesRestoreDataAnswer>
}

export interface AnomaliesListInput {
  /** Number of the company */
  company?: number
  /** `data`, `sessions`, `messages`: one SIM does far more than the SIMs in the same device, and than it ever did; `silence`: many that report at this hour by habit do not; `storm`: a device as a whole, or many of its SIMs at once */
  kind?: 'data' | 'sessions' | 'messages' | 'silence' | 'storm'
  /** Anywhere in the device */
  device?: string
  /** Of this SIM */
  icc?: string
  /** First day, in the time zone of the reader’s company */
  from?: string
  /** Last day */
  to?: string
  /** Rows in a page */
  limit?: number
  /** Where the page before ended */
  cursor?: string
}

export interface AnomaliesListRow {
  anomalyId: number
  lastAt: string
  beganAt: string
  hours: number
  company: number
  companyName: string
  kind: string
  measure: string
  device: string
  icc: string
  label: string
  sims: number
  peers: number
  observed: number
  expected: number
  own: number
}

export interface AnomaliesCountInput {
  /** Number of the company */
  company?: number
  /** Anywhere in the device */
  device?: string
  /** Of this SIM */
  icc?: string
  /** First day, in the time zone of the reader’s company */
  from?: string
  /** Last day */
  to?: string
}

export interface AnomaliesCountAnswer {
  counts: Array<{
    value: string
    count: number
  }> | null
}

export interface AnomaliesSimsRow {
  icc: string
  label: string
}

export interface AnomaliesExportInput {
  /** Number of the company */
  company?: number
  /** `data`, `sessions`, `messages`: one SIM does far more than the SIMs in the same device, and than it ever did; `silence`: many that report at this hour by habit do not; `storm`: a device as a whole, or many of its SIMs at once */
  kind?: 'data' | 'sessions' | 'messages' | 'silence' | 'storm'
  /** Anywhere in the device */
  device?: string
  /** Of this SIM */
  icc?: string
  /** First day, in the time zone of the reader’s company */
  from?: string
  /** Last day */
  to?: string
  /** Format of the file */
  format?: 'csv' | 'xlsx' | 'tsv'
}

export interface AnomaliesMethods {
  /** List what was out of the ordinary, newest first: what SIMs did in an hour, compared with SIMs in the same device at the same hour of the week. Requires the permit `alarmas` */
  list(input?: AnomaliesListInput, options?: MethodOptions): RowList<AnomaliesListRow>
  /** Count what was out of the ordinary by its kind. Requires the permit `alarmas` */
  count(input?: AnomaliesCountInput, options?: MethodOptions): Promise<AnomaliesCountAnswer>
  /** List the SIMs of a silent batch or a storm, the first 200. Requires the permit `alarmas` */
  sims(id: number, options?: MethodOptions): RowList<AnomaliesSimsRow>
  /** Download what was out of the ordinary: CSV or XLSX with headings, or TSV with the list’s columns; streamed. Requires the permit `alarmas` */
  export(input?: AnomaliesExportInput, options?: MethodOptions): Promise<ReceivedFile>
}

export interface RulesListInput {
  /** Number of the company */
  company?: number
  /** Anywhere in the name */
  search?: string
  /** What they wait for */
  trigger?: 'data' | 'median' | 'sms' | 'smsMedian' | 'voice' | 'voiceMedian' | 'silence' | 'first' | 'sessions' | 'device' | 'place' | 'stay' | 'simCost' | 'pool' | 'companyCost' | 'anomaly' | 'modelAnomaly'
  /** Rows in a page */
  limit?: number
  /** Where the page before ended */
  cursor?: string
}

export interface RulesListRow {
  ruleId: number
  company: number
  companyName: string
  name: string
  trigger: string
  definition: string
  active: boolean
  stopped: boolean
  chat: string
  firings: number
  lastFiredAt: string | null
  firedByDay: string
  updatedAt: string
}

export interface RulesFiringsInput {
  /** Number of the rule */
  rule?: number
  /** Number of the company */
  company?: number
  /** What it waited for */
  trigger?: 'data' | 'median' | 'sms' | 'smsMedian' | 'voice' | 'voiceMedian' | 'silence' | 'first' | 'sessions' | 'device' | 'place' | 'stay' | 'simCost' | 'pool' | 'companyCost' | 'anomaly' | 'modelAnomaly'
  /** What became of its operation */
  operation?: 'none' | 'asked' | 'due' | 'started' | 'refused' | 'declined' | 'lapsed'
  /** Of this SIM */
  icc?: string
  /** First day, in the time zone of the reader’s company */
  from?: string
  /** Last day */
  to?: string
  /** Rows in a page */
  limit?: number
  /** Where the page before ended */
  cursor?: string
}

export interface RulesFiringsRow {
  firingId: number
  date: string
  ruleId: number
  rule: string
  company: number
  companyName: string
  icc: string
  label: string
  trigger: string
  value: string
  operation: string
  operationId: number | null
  tag: string
  cut: string
  asks: string
  acknowledgedBy: string
  escalatesAt: string | null
  escalated: boolean
}

export interface RulesCompanyAnswer {
  currency: string
  pools: Array<{
    plan: string
    planName: string
  }>
}

export interface RulesCreateInput {
  /** What people call it */
  name: string
  /** Number of the company whose SIMs it is for */
  company: number
  /** When: data, SMS or minutes of voice of a day or cycle reach a figure; data, SMS or voice of a day are more than so many times the SIM’s own median of 30 days; no report for some hours; the SIM’s first data session; more than so many sessions begin within an hour; a session begins in another device; or inside or outside of up to 100 countries (CL) and networks (730-01). Read every few minutes, once in a cycle: the minimum stay of a SIM ends in so many days; a SIM has cost so much in the cycle; a pool is used by so many percent; the estimate of the company’s cycle is so much. Costs are minor units of the company’s currency. And of what is out of the ordinary, once for each finding: a SIM does far more in an hour than those in the same device, in data or sessions; or a device as a whole, a batch that is silent or a storm */
  trigger: {
    kind: 'data'
    per: 'day' | 'cycle'
    mb: number
  } | {
    kind: 'sms'
    per: 'day' | 'cycle'
    count: number
  } | {
    kind: 'voice'
    per: 'day' | 'cycle'
    minutes: number
  } | {
    kind: 'median' | 'smsMedian' | 'voiceMedian'
    times: number
  } | {
    kind: 'silence'
    hours: number
  } | {
    kind: 'first'
  } | {
    kind: 'sessions'
    count: number
  } | {
    kind: 'device'
  } | {
    kind: 'place'
    where: 'inside' | 'outside'
    areas: string[]
  } | {
    kind: 'stay'
    days: number
  } | {
    kind: 'simCost'
    minor: number
    currency: string
  } | {
    kind: 'pool'
    percent: number
  } | {
    kind: 'companyCost'
    minor: number
    currency: string
  } | {
    kind: 'anomaly'
    of: 'any' | 'data' | 'sessions' | 'messages'
  } | {
    kind: 'modelAnomaly'
    of: 'any' | 'silence' | 'storm'
  }
  /** If: which SIMs, as they are then, and when; what is left out does not restrict */
  conditions?: {
    /** SIMs with one of these tags */
    tags?: string[]
    /** SIMs in one of these groups, or inside of them */
    groups?: string[]
    /** SIMs of one of these plans */
    plans?: string[]
    /** SIMs of one of these statuses */
    statuses?: number[]
    /** Only in these hours of the company’s day, the second one excluded */
    hours?: {
      from: number
      to: number
    } | null
    /** Only on these days, 1 Monday to 7 Sunday */
    weekdays?: number[]
  }
  /** Then; the bell and the webhook rule.fired come with each firing */
  actions?: {
    /** Addresses that get a mail */
    emails?: string[]
    /** Address of an incoming webhook of Slack, Teams, Mattermost or what takes the same: it gets `{"text": …}` when mails are sent. It is answered masked; a masked one leaves what is stored */
    chat?: string
    /** Tag that the SIM gets */
    tag?: string
    /** Operation that is started for the SIM; what `cutData` cuts stays cut until a person or a rule restores it, whatever the cycle */
    operation?: 'hibernate' | 'reactivate' | 'restart' | 'cutData' | 'restoreData' | 'plan' | 'sms' | ''
    /** Code of the plan that the operation `plan` gives the SIM */
    plan?: string
    /** Text that the operation `sms` sends to the SIM */
    message?: string
    /** The operation waits until a person confirms it: `POST /rule/answer/{id}` */
    asks?: boolean
    /** Who is written to when what the rule found is not acknowledged in time; null: no one */
    escalation?: {
      /** Minutes after the firing */
      minutes: number
      /** Addresses that get a mail then */
      emails: string[]
    } | null
  }
  /** How often, and when not to disturb */
  limits?: {
    /** The same SIM at most once in so many hours; 0: each time */
    everyHours?: number
    /** Hours in which its mails and its chat wait */
    quiet?: {
      from: number
      to: number
    } | null
    /** Minutes between two mails or messages of its chat: what fires in between is in the next one */
    digestMinutes?: 15 | 60 | 1440
  }
}

export interface RulesCreateAnswer {
  ruleId: number
  undoes: Array<{
    ruleId: number
    name: string
  }>
}

export interface RulesUpdateInput {
  /** What people call it */
  name: string
  /** Number of the company whose SIMs it is for */
  company: number
  /** When: data, SMS or minutes of voice of a day or cycle reach a figure; data, SMS or voice of a day are more than so many times the SIM’s own median of 30 days; no report for some hours; the SIM’s first data session; more than so many sessions begin within an hour; a session begins in another device; or inside or outside of up to 100 countries (CL) and networks (730-01). Read every few minutes, once in a cycle: the minimum stay of a SIM ends in so many days; a SIM has cost so much in the cycle; a pool is used by so many percent; the estimate of the company’s cycle is so much. Costs are minor units of the company’s currency. And of what is out of the ordinary, once for each finding: a SIM does far more in an hour than those in the same device, in data or sessions; or a device as a whole, a batch that is silent or a storm */
  trigger: {
    kind: 'data'
    per: 'day' | 'cycle'
    mb: number
  } | {
    kind: 'sms'
    per: 'day' | 'cycle'
    count: number
  } | {
    kind: 'voice'
    per: 'day' | 'cycle'
    minutes: number
  } | {
    kind: 'median' | 'smsMedian' | 'voiceMedian'
    times: number
  } | {
    kind: 'silence'
    hours: number
  } | {
    kind: 'first'
  } | {
    kind: 'sessions'
    count: number
  } | {
    kind: 'device'
  } | {
    kind: 'place'
    where: 'inside' | 'outside'
    areas: string[]
  } | {
    kind: 'stay'
    days: number
  } | {
    kind: 'simCost'
    minor: number
    currency: string
  } | {
    kind: 'pool'
    percent: number
  } | {
    kind: 'companyCost'
    minor: number
    currency: string
  } | {
    kind: 'anomaly'
    of: 'any' | 'data' | 'sessions' | 'messages'
  } | {
    kind: 'modelAnomaly'
    of: 'any' | 'silence' | 'storm'
  }
  /** If: which SIMs, as they are then, and when; what is left out does not restrict */
  conditions?: {
    /** SIMs with one of these tags */
    tags?: string[]
    /** SIMs in one of these groups, or inside of them */
    groups?: string[]
    /** SIMs of one of these plans */
    plans?: string[]
    /** SIMs of one of these statuses */
    statuses?: number[]
    /** Only in these hours of the company’s day, the second one excluded */
    hours?: {
      from: number
      to: number
    } | null
    /** Only on these days, 1 Monday to 7 Sunday */
    weekdays?: number[]
  }
  /** Then; the bell and the webhook rule.fired come with each firing */
  actions?: {
    /** Addresses that get a mail */
    emails?: string[]
    /** Address of an incoming webhook of Slack, Teams, Mattermost or what takes the same: it gets `{"text": …}` when mails are sent. It is answered masked; a masked one leaves what is stored */
    chat?: string
    /** Tag that the SIM gets */
    tag?: string
    /** Operation that is started for the SIM; what `cutData` cuts stays cut until a person or a rule restores it, whatever the cycle */
    operation?: 'hibernate' | 'reactivate' | 'restart' | 'cutData' | 'restoreData' | 'plan' | 'sms' | ''
    /** Code of the plan that the operation `plan` gives the SIM */
    plan?: string
    /** Text that the operation `sms` sends to the SIM */
    message?: string
    /** The operation waits until a person confirms it: `POST /rule/answer/{id}` */
    asks?: boolean
    /** Who is written to when what the rule found is not acknowledged in time; null: no one */
    escalation?: {
      /** Minutes after the firing */
      minutes: number
      /** Addresses that get a mail then */
      emails: string[]
    } | null
  }
  /** How often, and when not to disturb */
  limits?: {
    /** The same SIM at most once in so many hours; 0: each time */
    everyHours?: number
    /** Hours in which its mails and its chat wait */
    quiet?: {
      from: number
      to: number
    } | null
    /** Minutes between two mails or messages of its chat: what fires in between is in the next one */
    digestMinutes?: 15 | 60 | 1440
  }
  ruleId: number
}

export interface RulesUpdateAnswer {
  ruleId: number
  undoes: Array<{
    ruleId: number
    name: string
  }>
}

export interface RulesDeleteAnswer {
  ruleId: number
}

export interface RulesSetActiveInput {
  /** Whether it acts */
  active: boolean
}

export interface RulesSetActiveAnswer {
  ruleId: number
  undoes: Array<{
    ruleId: number
    name: string
  }>
}

export interface RulesStopAllInput {
  /** Number of the company */
  company: number
  /** Whether they are stopped */
  stopped: boolean
}

export interface RulesStopAllAnswer {
  stopped: boolean
}

export interface RulesAnswerInput {
  /** `confirm` starts the operation, `decline` does not; `acknowledge` only ends the escalation */
  answer: 'confirm' | 'decline' | 'acknowledge'
  /** Firings of the rule; without it all that wait for this answer */
  firingIds?: number[]
}

export interface RulesAnswerAnswer {
  answered: number
}

export interface RulesSimulateInput {
  /** The rule that is being changed */
  ruleId?: number
  /** Number of the company */
  company: number
  /** When: data, SMS or minutes of voice of a day or cycle reach a figure; data, SMS or voice of a day are more than so many times the SIM’s own median of 30 days; no report for some hours; the SIM’s first data session; more than so many sessions begin within an hour; a session begins in another device; or inside or outside of up to 100 countries (CL) and networks (730-01). Read every few minutes, once in a cycle: the minimum stay of a SIM ends in so many days; a SIM has cost so much in the cycle; a pool is used by so many percent; the estimate of the company’s cycle is so much. Costs are minor units of the company’s currency. And of what is out of the ordinary, once for each finding: a SIM does far more in an hour than those in the same device, in data or sessions; or a device as a whole, a batch that is silent or a storm */
  trigger: {
    kind: 'data'
    per: 'day' | 'cycle'
    mb: number
  } | {
    kind: 'sms'
    per: 'day' | 'cycle'
    count: number
  } | {
    kind: 'voice'
    per: 'day' | 'cycle'
    minutes: number
  } | {
    kind: 'median' | 'smsMedian' | 'voiceMedian'
    times: number
  } | {
    kind: 'silence'
    hours: number
  } | {
    kind: 'first'
  } | {
    kind: 'sessions'
    count: number
  } | {
    kind: 'device'
  } | {
    kind: 'place'
    where: 'inside' | 'outside'
    areas: string[]
  } | {
    kind: 'stay'
    days: number
  } | {
    kind: 'simCost'
    minor: number
    currency: string
  } | {
    kind: 'pool'
    percent: number
  } | {
    kind: 'companyCost'
    minor: number
    currency: string
  } | {
    kind: 'anomaly'
    of: 'any' | 'data' | 'sessions' | 'messages'
  } | {
    kind: 'modelAnomaly'
    of: 'any' | 'silence' | 'storm'
  }
  /** If: which SIMs, as they are then, and when; what is left out does not restrict */
  conditions?: {
    /** SIMs with one of these tags */
    tags?: string[]
    /** SIMs in one of these groups, or inside of them */
    groups?: string[]
    /** SIMs of one of these plans */
    plans?: string[]
    /** SIMs of one of these statuses */
    statuses?: number[]
    /** Only in these hours of the company’s day, the second one excluded */
    hours?: {
      from: number
      to: number
    } | null
    /** Only on these days, 1 Monday to 7 Sunday */
    weekdays?: number[]
  }
  /** Then; the bell and the webhook rule.fired come with each firing */
  actions?: {
    /** Addresses that get a mail */
    emails?: string[]
    /** Address of an incoming webhook of Slack, Teams, Mattermost or what takes the same: it gets `{"text": …}` when mails are sent. It is answered masked; a masked one leaves what is stored */
    chat?: string
    /** Tag that the SIM gets */
    tag?: string
    /** Operation that is started for the SIM; what `cutData` cuts stays cut until a person or a rule restores it, whatever the cycle */
    operation?: 'hibernate' | 'reactivate' | 'restart' | 'cutData' | 'restoreData' | 'plan' | 'sms' | ''
    /** Code of the plan that the operation `plan` gives the SIM */
    plan?: string
    /** Text that the operation `sms` sends to the SIM */
    message?: string
    /** The operation waits until a person confirms it: `POST /rule/answer/{id}` */
    asks?: boolean
    /** Who is written to when what the rule found is not acknowledged in time; null: no one */
    escalation?: {
      /** Minutes after the firing */
      minutes: number
      /** Addresses that get a mail then */
      emails: string[]
    } | null
  }
  /** How often, and when not to disturb */
  limits?: {
    /** The same SIM at most once in so many hours; 0: each time */
    everyHours?: number
    /** Hours in which its mails and its chat wait */
    quiet?: {
      from: number
      to: number
    } | null
    /** Minutes between two mails or messages of its chat: what fires in between is in the next one */
    digestMinutes?: 15 | 60 | 1440
  }
}

export interface RulesSimulateAnswer {
  from: string
  until: string
  totalSims: number
  triedSims: number
  meantSims: number
  firings: number
  firedSims: number
  cycles: Array<{
    start: string
    firings: number
    isKnown: boolean
  }>
  latest: Array<{
    icc: string
    label: string
    at: string
    cycle: string
    value: string
  }>
  undoes: Array<{
    ruleId: number
    name: string
  }>
}

export interface RulesMethods {
  /** List the rules of your companies, newest first. Requires the permit `alarmas` */
  list(input?: RulesListInput, options?: MethodOptions): RowList<RulesListRow>
  /** List what rules did, newest first. Requires the permit `alarmas` */
  firings(input?: RulesFiringsInput, options?: MethodOptions): RowList<RulesFiringsRow>
  /** Get what a rule about money or pools needs of a company: its currency, and the plans of which it has pools. Requires the permit `alarmas` */
  company(companyId: number, options?: MethodOptions): Promise<RulesCompanyAnswer>
  /** Create a rule; it acts on what is reported from now on. Names the rules that would undo it. Requires the permit `alarmas` */
  create(input: RulesCreateInput, options?: MethodOptions): Promise<RulesCreateAnswer>
  /** Change a rule; it acts on what is reported from now on. Requires the permit `alarmas` */
  update(input: RulesUpdateInput, options?: MethodOptions): Promise<RulesUpdateAnswer>
  /** Delete a rule; what it did stays in the list. Requires the permit `alarmas` */
  delete(id: number, options?: MethodOptions): Promise<RulesDeleteAnswer>
  /** Pause a rule, or let it act again on what is reported from now on. Requires the permit `alarmas` */
  setActive(id: number, input: RulesSetActiveInput, options?: MethodOptions): Promise<RulesSetActiveAnswer>
  /** Stop all rules of a company at once, or let them act again on what is reported from then on. Requires the permit `alarmas` */
  stopAll(input: RulesStopAllInput, options?: MethodOptions): Promise<RulesStopAllAnswer>
  /** Confirm or decline the operation that a rule asks for, or acknowledge what it found; the first answer counts. Requires the permit `alarmas` */
  answer(id: number, input: RulesAnswerInput, options?: MethodOptions): Promise<RulesAnswerAnswer>
  /** Run a rule over what is recorded of the last three cycles and of this one: which SIMs, when, what; saves nothing. Requires the permit `alarmas` */
  simulate(input: RulesSimulateInput, options?: MethodOptions): Promise<RulesSimulateAnswer>
}

export interface DraftsListInput {
  /** Only those of rules, or of alarms */
  kind?: 'rule' | 'alarm'
  /** Number of the company */
  company?: number
  /** Rows in a page */
  limit?: number
  /** Where the page before ended */
  cursor?: string
}

export interface DraftsListRow {
  draftId: number
  kind: string
  company: number
  companyName: string
  name: string
  draftedBy: string
  reason: string
  createdAt: string
  expiresAt: string
}

export interface DraftsGetAnswer {
  draftId: number
  kind: 'rule' | 'alarm'
  state: 'waiting' | 'confirmed' | 'discarded' | 'expired'
  company: number
  companyName: string
  draftedBy: string
  reason: string
  createdAt: string
  expiresAt: string
  answeredAt: string | null
  answeredBy: string
  madeId: number | null
  changed: boolean
  body: Record<string, unknown>
}

export interface DraftsRuleInput {
  /** What people call it */
  name: string
  /** Number of the company whose SIMs it is for */
  company: number
  /** When: data, SMS or minutes of voice of a day or cycle reach a figure; data, SMS or voice of a day are more than so many times the SIM’s own median of 30 days; no report for some hours; the SIM’s first data session; more than so many sessions begin within an hour; a session begins in another device; or inside or outside of up to 100 countries (CL) and networks (730-01). Read every few minutes, once in a cycle: the minimum stay of a SIM ends in so many days; a SIM has cost so much in the cycle; a pool is used by so many percent; the estimate of the company’s cycle is so much. Costs are minor units of the company’s currency. And of what is out of the ordinary, once for each finding: a SIM does far more in an hour than those in the same device, in data or sessions; or a device as a whole, a batch that is silent or a storm */
  trigger: {
    kind: 'data'
    per: 'day' | 'cycle'
    mb: number
  } | {
    kind: 'sms'
    per: 'day' | 'cycle'
    count: number
  } | {
    kind: 'voice'
    per: 'day' | 'cycle'
    minutes: number
  } | {
    kind: 'median' | 'smsMedian' | 'voiceMedian'
    times: number
  } | {
    kind: 'silence'
    hours: number
  } | {
    kind: 'first'
  } | {
    kind: 'sessions'
    count: number
  } | {
    kind: 'device'
  } | {
    kind: 'place'
    where: 'inside' | 'outside'
    areas: string[]
  } | {
    kind: 'stay'
    days: number
  } | {
    kind: 'simCost'
    minor: number
    currency: string
  } | {
    kind: 'pool'
    percent: number
  } | {
    kind: 'companyCost'
    minor: number
    currency: string
  } | {
    kind: 'anomaly'
    of: 'any' | 'data' | 'sessions' | 'messages'
  } | {
    kind: 'modelAnomaly'
    of: 'any' | 'silence' | 'storm'
  }
  /** If: which SIMs, as they are then, and when; what is left out does not restrict */
  conditions?: {
    /** SIMs with one of these tags */
    tags?: string[]
    /** SIMs in one of these groups, or inside of them */
    groups?: string[]
    /** SIMs of one of these plans */
    plans?: string[]
    /** SIMs of one of these statuses */
    statuses?: number[]
    /** Only in these hours of the company’s day, the second one excluded */
    hours?: {
      from: number
      to: number
    } | null
    /** Only on these days, 1 Monday to 7 Sunday */
    weekdays?: number[]
  }
  /** Then; the bell and the webhook rule.fired come with each firing */
  actions?: {
    /** Addresses that get a mail */
    emails?: string[]
    /** Tag that the SIM gets */
    tag?: string
    /** Operation that is started for the SIM; what `cutData` cuts stays cut until a person or a rule restores it, whatever the cycle */
    operation?: 'hibernate' | 'reactivate' | 'restart' | 'cutData' | 'restoreData' | 'plan' | 'sms' | ''
    /** Code of the plan that the operation `plan` gives the SIM */
    plan?: string
    /** Text that the operation `sms` sends to the SIM */
    message?: string
    /** The operation waits until a person confirms it: `POST /rule/answer/{id}` */
    asks?: boolean
    /** Who is written to when what the rule found is not acknowledged in time; null: no one */
    escalation?: {
      /** Minutes after the firing */
      minutes: number
      /** Addresses that get a mail then */
      emails: string[]
    } | null
  }
  /** How often, and when not to disturb */
  limits?: {
    /** The same SIM at most once in so many hours; 0: each time */
    everyHours?: number
    /** Hours in which its mails and its chat wait */
    quiet?: {
      from: number
      to: number
    } | null
    /** Minutes between two mails or messages of its chat: what fires in between is in the next one */
    digestMinutes?: 15 | 60 | 1440
  }
  /** Why, in a sentence; the person reads it */
  reason: string
}

export interface DraftsRuleAnswer {
  draftId: number
  expiresAt: string
  undoes: Array<{
    ruleId: number
    name: string
  }>
}

export interface DraftsAlarmInput {
  /** What people call it, empty for none; without it a new alarm has none, and a changed one keeps its own */
  name?: string
  /** Number of the company whose SIMs it watches */
  company: number
  /** Code of the plan whose SIMs it watches; empty for all */
  plan: string
  /** Path of the group whose SIMs it watches; empty for all. Without it a new alarm is for all, and a changed one keeps its own */
  group?: string
  /** MB of 1024² bytes that a SIM uses in its cycle, whole, 1 to 1 048 576 */
  limit: number
  /** 1 to 10 addresses that get a mail, apart by commas */
  email: string
  /** 0: it is kept, and does nothing */
  active: '0' | '1'
  /** 1: cut the SIM’s data at the limit; 0: only notify */
  action: '0' | '1'
  /** Why, in a sentence; the person reads it */
  reason: string
}

export interface DraftsAlarmAnswer {
  draftId: number
  expiresAt: string
  firesNow: number
}

export interface DraftsMethods {
  /** List the drafts of rules and alarms that wait for a person, newest first. Requires the permit `alarmas` */
  list(input?: DraftsListInput, options?: MethodOptions): RowList<DraftsListRow>
  /** Get a draft of a rule or an alarm: what it would make, and what became of it; for 30 days. Requires the permit `alarmas` */
  get(draftId: number, options?: MethodOptions): Promise<DraftsGetAnswer>
  /** Draft a rule for a person to confirm or discard in the portal. It is judged as if it were created, and nothing is; it has no chat. Requires the permit `alarmas` */
  rule(input: DraftsRuleInput, options?: MethodOptions): Promise<DraftsRuleAnswer>
  /** Draft an alarm for a person to confirm or discard in the portal. It is judged as if it were created, and nothing is. Requires the permit `alarmas` */
  alarm(input: DraftsAlarmInput, options?: MethodOptions): Promise<DraftsAlarmAnswer>
}

export interface PlansListInput {
  /** Number of the company */
  company?: number
  /** Anywhere in name, code, origin or type, whatever its case and accents */
  search?: string
  /** Column of the order; totalActive, the most first, without it */
  sort?: 'planName' | 'provider' | 'data' | 'sms' | 'voice' | 'planPrice' | 'totalActive' | 'totalSims' | 'totalPrice'
  /** From the last to the first */
  descending?: 'true' | 'false'
}

export interface PlansListRow {
  planId: number
  planCode: string
  planName: string
  planPrice: number
  currency: string
  totalActive: number
  totalSims: number
  totalPrice: number
  voice: number
  sms: number
  data: number
  simTypeId: number
  simType: string
  providerId: number
  provider: string
  pooled: boolean
  poolUsed: number | null
  poolMb: number | null
  pools: number
  fullPools: number
  offered: boolean
  nextFrom: string | null
}

export interface PlansGetAnswer {
  planId: number
  planCode: string
  planName: string
  currency: string
  simTypeId: number
  simType: string
  providerId: number
  provider: string
  pooled: boolean
  offered: boolean
  minimumStay: number
  networkProfile: string
  networkProfiles: string[]
  totalActive: number
  totalSims: number
  companies: number
  terms: Array<{
    from: string
    state: 'coming' | 'current' | 'past'
    planPrice: number
    hibernationFee: number
    data: number
    sms: number
    voice: number
    overageUnit: number
    overagePrice: number
    smsPrice: number
    voicePrice: number
  }>
  firstChange: string
  firstMonth: string
}

export interface PlansOfferedInput {
  all?: 'true' | 'false'
}

export interface PlansOfferedRow {
  planId: number
  planCode: string
  planName: string
  planPrice: number
  currency: string
  data: number
  sms: number
  voice: number
  pooled: boolean
  providerId: number
  provider: string
  planTypeId: number
  planTypeName: string
  offered: boolean
  minimumStay: number
}

export interface PlansPoolsInput {
  company?: number
  limit?: number
}

export interface PlansPoolsAnswer {
  pools: Array<{
    planId: number
    planCode: string
    planName: string
    company: number
    companyName: string
    percent: number
    usedBytes: number
    poolMb: number
    sims: number
    cycleStart: string
  }>
  total: number
  /** usage as of */
  usageAsOf: string
  asOf: string
}

export interface PlansProvidersRow {
  providerId: number
  providerName: string
  plans: number
}

export interface PlansTypesRow {
  planTypeId: number
  planTypeName: string
  plans: number
}

export interface PlansOfTypeInput {
  provider?: number
}

export interface PlansOfTypeRow {
  planId: number
  planCode: string
  planName: string
  planPrice: number
  currency: string
  data: number
  sms: number
  voice: number
  pooled: boolean
  providerId: number
  provider: string
  planTypeId: number
  planTypeName: string
  offered: boolean
  minimumStay: number
}

export interface PlansExportInput {
  /** Number of the company */
  company?: number
  /** Anywhere in name, code, origin or type, whatever its case and accents */
  search?: string
  /** Column of the order; totalActive, the most first, without it */
  sort?: 'planName' | 'provider' | 'data' | 'sms' | 'voice' | 'planPrice' | 'totalActive' | 'totalSims' | 'totalPrice'
  /** From the last to the first */
  descending?: 'true' | 'false'
  /** Format of the file */
  format?: 'csv' | 'xlsx' | 'tsv'
}

export interface PlansAdviceInput {
  company?: number
}

export interface PlansAdviceAnswer {
  company: number
  companyName: string
  running: {
    adviceId: string
    askedAt: string
    actor: string
    percent: number
  } | null
  failedAt: string | null
  last: {
    adviceId: string
    askedAt: string
    actor: string
    options: {
      cycles: number
      marginPercent: number
      maxMoves?: number
      exceptPlans: string[]
      exceptSims: string[]
    }
    result: {
      sims: number
      cycles: Array<{
        start: string
        end: string
      }>
      termsOf: string
      totals: Array<{
        currency: string
        invoicedMinor: number | null
        todayMinor: number
        advisedMinor: number
        atMostMinor: number
      }>
      plans: Array<{
        planCode: string
        planName: string
        currency: string
        pooled: boolean
        dataMb: number
        today: {
          sims: number
          amountMinor: number
        }
        advised: {
          sims: number
          amountMinor: number
        }
        use: number[]
      }>
      moves: Array<{
        planCode: string
        sims: number
        from?: Array<{
          planCode: string
          sims: number
        }>
        savedMinor?: number
        operation?: {
          operationId?: number
          state: 'draft' | 'scheduled' | 'running' | 'paused' | 'finished' | 'cancelled'
          failed: number
          open: number
        }
      }>
    }
  } | null
  followed: Array<{
    adviceId: string
    askedAt: string
    actor: string
    sims: number
    promised: Array<{
      currency: string
      amountMinor: number
    }>
    outcome: {
      cycle: {
        start: string
        end: string
      }
      moved: number
      saved: Array<{
        currency: string
        amountMinor: number
      }>
    } | null
  }>
}

export interface PlansAskAdviceInput {
  cycles?: number
  marginPercent?: number
  maxMoves?: number
  exceptPlans?: string[]
  exceptSims?: string[]
  company?: number
}

export interface PlansAskAdviceAnswer {
  company: number
  companyName: string
  running: {
    adviceId: string
    askedAt: string
    actor: string
    percent: number
  } | null
  failedAt: string | null
  last: {
    adviceId: string
    askedAt: string
    actor: string
    options: {
      cycles: number
      marginPercent: number
      maxMoves?: number
      exceptPlans: string[]
      exceptSims: string[]
    }
    result: {
      sims: number
      cycles: Array<{
        start: string
        end: string
      }>
      termsOf: string
      totals: Array<{
        currency: string
        invoicedMinor: number | null
        todayMinor: number
        advisedMinor: number
        atMostMinor: number
      }>
      plans: Array<{
        planCode: string
        planName: string
        currency: string
        pooled: boolean
        dataMb: number
        today: {
          sims: number
          amountMinor: number
        }
        advised: {
          sims: number
          amountMinor: number
        }
        use: number[]
      }>
      moves: Array<{
        planCode: string
        sims: number
        from?: Array<{
          planCode: string
          sims: number
        }>
        savedMinor?: number
        operation?: {
          operationId?: number
          state: 'draft' | 'scheduled' | 'running' | 'paused' | 'finished' | 'cancelled'
          failed: number
          open: number
        }
      }>
    }
  } | null
  followed: Array<{
    adviceId: string
    askedAt: string
    actor: string
    sims: number
    promised: Array<{
      currency: string
      amountMinor: number
    }>
    outcome: {
      cycle: {
        start: string
        end: string
      }
      moved: number
      saved: Array<{
        currency: string
        amountMinor: number
      }>
    } | null
  }>
}

export interface PlansAdvisedSimsInput {
  company?: number
  adviceId: string
  /** Code of the plan */
  planCode: string
  after?: number
  limit?: number
}

export type PlansAdvisedSimsAnswer = Array<{
  icc: string
  from: string
  todayMinor: number
  advisedMinor: number
}>

export interface PlansMethods {
  /** List plans in use by your SIMs; administrators also get plans without SIMs. Requires the permit `plans` */
  list(input?: PlansListInput, options?: MethodOptions): RowList<PlansListRow>
  /** Get a plan with its past, current and future terms. Requires the permit `plans` */
  get(id: number, options?: MethodOptions): Promise<PlansGetAnswer>
  /** List the plans on offer, with what they include and their price per SIM and cycle; for administrators, all plans with `all` */
  offered(input?: PlansOfferedInput, options?: MethodOptions): RowList<PlansOfferedRow>
  /** List data pools of the current cycles, fullest first; one per company and pooled plan. Requires the permit `plans` */
  pools(input?: PlansPoolsInput, options?: MethodOptions): Promise<PlansPoolsAnswer>
  /** List origins with plans on offer (step 1 of choosing a plan) */
  providers(options?: MethodOptions): RowList<PlansProvidersRow>
  /** List plan types of an origin (step 2 of choosing a plan) */
  types(id: number, options?: MethodOptions): RowList<PlansTypesRow>
  /** List plans of a type (step 3 of choosing a plan) */
  ofType(id: number, input?: PlansOfTypeInput, options?: MethodOptions): RowList<PlansOfTypeRow>
  /** Download plans: CSV or XLSX with headings, or TSV with the list’s columns. Requires the permit `plans` */
  export(input?: PlansExportInput, options?: MethodOptions): Promise<ReceivedFile>
  /** Get the last advice on a company’s plans, and how far the one is that is computed now. Requires the permit `plans` */
  advice(input?: PlansAdviceInput, options?: MethodOptions): Promise<PlansAdviceAnswer>
  /** Have the cheapest plans computed for the SIMs of a company by what they used in its last cycles, in the background: rated by the rules of the invoice with the terms of its next cycle, pools included. Only plans on offer of a SIM’s own origin, type and currency. Each company has one at a time. Requires the permit `plans` */
  askAdvice(input?: PlansAskAdviceInput, options?: MethodOptions): Promise<PlansAskAdviceAnswer>
  /** List the SIMs that an advice moves to a plan, those that save most first. Requires the permit `plans` */
  advisedSims(input: PlansAdvisedSimsInput, options?: MethodOptions): Promise<PlansAdvisedSimsAnswer>
}

export interface ChargesListInput {
  /** Number of the company */
  companyId?: number
  /** With all companies below the named one */
  subsidiaries?: 'true' | 'false'
  /** A billing month, such as 2026-10, or a year of them */
  period?: string
  state?: 'open' | 'closing' | 'issued' | 'overdue' | 'paid' | 'void'
  /** Rows in a page */
  limit?: number
  /** Where the page before ended */
  cursor?: string
}

export interface ChargesListRow {
  documentId: number
  document: string
  documentNumber: string
  billingMonth: string
  cycleStart: string
  cycleEnd: string
  companyId: number
  client: string
  sims: number
  total: number
  currency: string
  state: string
  issuedAt: string | null
  dueOn: string | null
  paidAt: string | null
  otherNumber: string
}

export interface ChargesCountInput {
  /** Number of the company */
  companyId?: number
  /** With all companies below the named one */
  subsidiaries?: 'true' | 'false'
  /** A billing month, such as 2026-10, or a year of them */
  period?: string
  state?: 'open' | 'closing' | 'issued' | 'overdue' | 'paid' | 'void'
}

export interface ChargesCountAnswer {
  states: Array<{
    state: 'open' | 'closing' | 'issued' | 'overdue' | 'paid' | 'void'
    count: number
  }>
  months: string[]
  debts: Array<{
    currency: string
    owed: number
    owedCount: number
    overdue: number
    overdueCount: number
    nextDueOn: string | null
    nextDue: number
    estimate: number
    estimateLow: number
    estimateHigh: number
  }>
}

export interface ChargesGetAnswer {
  documentId: number
  document: 'invoice' | 'credit_note'
  documentNumber: string
  billingMonth: string
  cycleStart: string
  cycleEnd: string
  companyId: number
  client: string
  sims: number
  total: number
  currency: string
  state: 'open' | 'closing' | 'issued' | 'overdue' | 'paid' | 'void'
  issuedAt: string | null
  dueOn: string | null
  paidAt: string | null
  otherNumber: string
  reason: string
  paymentReference: string
  previousId: number | null
  concepts: Array<{
    kind: 'price' | 'price_days' | 'pool_overage' | 'data_overage' | 'sms' | 'voice' | 'hibernation' | 'pool_adjustment' | 'data_adjustment' | 'sms_adjustment' | 'voice_adjustment'
    planCode: string
    planName: string
    lines: number
    quantity: number
    unitMb: number
    unit: number | null
    amount: number
  }>
}

export interface ChargesLinesInput {
  kind?: 'price' | 'price_days' | 'pool_overage' | 'data_overage' | 'sms' | 'voice' | 'hibernation' | 'pool_adjustment' | 'data_adjustment' | 'sms_adjustment' | 'voice_adjustment'
  plan?: string
  icc?: string
  limit?: number
  /** Where the page before ended */
  cursor?: string
}

export interface ChargesLinesRow {
  icc: string
  lineNo: number
  label: string
  kind: string
  planCode: string
  planName: string
  usageCycle: string
  firstDay: string
  lastDay: string
  quantity: number
  unitMb: number
  unit: number
  amount: number
}

export interface ChargesSimAnswer {
  icc: string
  label: string
  lines: Array<{
    kind: 'price' | 'price_days' | 'pool_overage' | 'data_overage' | 'sms' | 'voice' | 'hibernation' | 'pool_adjustment' | 'data_adjustment' | 'sms_adjustment' | 'voice_adjustment'
    planCode: string
    planName: string
    firstDay: string | null
    lastDay: string | null
    quantity: number
    unitMb: number
    unit: number
    amount: number
  }>
  rated: {
    usedBytes: number
    includedBytes: number
    isPooled: boolean
  } | null
  days: Array<{
    day: string
    dataBytes: number
    voiceSeconds: number
    sms: number
  }>
  /** usage as of */
  usageAsOf: string
  asOf: string
}

export interface ChargesSessionsAnswer {
  timeZone: string
  sessions: Array<{
    startedAt: string
    stoppedAt: string | null
    dayBytes: number | null
    sessionBytes: number
    records: number
    apn: string
    servingNetwork: string
    radioTechnology: string
  }>
}

export interface ChargesExportInput {
  /** Number of the company */
  companyId?: number
  /** With all companies below the named one */
  subsidiaries?: 'true' | 'false'
  /** A billing month, such as 2026-10, or a year of them */
  period?: string
  state?: 'open' | 'closing' | 'issued' | 'overdue' | 'paid' | 'void'
  /** Format of the file */
  format?: 'csv' | 'xlsx' | 'tsv'
}

export interface ChargesMethods {
  /** List charges by cycle, newest first */
  list(input?: ChargesListInput, options?: MethodOptions): RowList<ChargesListRow>
  /** Count charges by state and by month, and sum up what is to be paid */
  count(input?: ChargesCountInput, options?: MethodOptions): Promise<ChargesCountAnswer>
  /** Get a document with its totals by kind and plan */
  get(documentId: number, options?: MethodOptions): Promise<ChargesGetAnswer>
  /** List a document’s lines by SIM, highest amount first, filtered by kind, plan or SIM */
  lines(documentId: number, input?: ChargesLinesInput, options?: MethodOptions): RowList<ChargesLinesRow>
  /** Get one SIM’s charges with the daily usage behind them */
  sim(documentId: number, icc: string, options?: MethodOptions): Promise<ChargesSimAnswer>
  /** List a SIM’s data sessions of a day, in the company’s time zone */
  sessions(documentId: number, icc: string, day: string, options?: MethodOptions): Promise<ChargesSessionsAnswer>
  /** Download a document as PDF, in the language of the company’s country; once issued, always the same bytes */
  pdf(documentId: number, options?: MethodOptions): Promise<ReceivedFile>
  /** Download a document’s lines as CSV; their amounts add up to the total; streamed */
  exportLines(documentId: number, options?: MethodOptions): Promise<ReceivedFile>
  /** Download charges: CSV or XLSX with headings, or TSV with the list’s columns */
  export(input?: ChargesExportInput, options?: MethodOptions): Promise<ReceivedFile>
}

export interface StoreCategoriesRow {
  categoryId: number
  categoryName: string
  products: number
  active: boolean
}

export interface StoreCategoryChoicesRow {
  categoryId: number
  categoryName: string
}

export interface StoreHardwareInput {
  category?: number
  search?: string
}

export interface StoreHardwareRow {
  hardwareId: number
  hardwareName: string
  hardwareDescription: string
  brandId: number
  brandName: string
  categoryId: number
  categoryName: string
  currency: string
  price: number
  quantity: number
  totalPrice: number
  picture: string
  active: boolean
  hardwareDescriptionEn: string
}

export interface StoreBrandsRow {
  brandId: number
  brandName: string
  products: number
}

export interface StoreProductsInput {
  category?: number
}

export interface StoreProductsRow {
  hardwareId: number
  hardwareName: string
  hardwareDescription: string
  brandId: number
  brandName: string
  categoryId: number
  categoryName: string
  currency: string
  price: number
  quantity: number
  totalPrice: number
  picture: string
  active: boolean
  hardwareDescriptionEn: string
}

export interface StoreMethods {
  /** List store categories in order; administrators also get hidden ones. Requires the permit `requests` */
  categories(options?: MethodOptions): RowList<StoreCategoriesRow>
  /** List visible categories in order, for a selector. Requires the permit `requests` */
  categoryChoices(options?: MethodOptions): RowList<StoreCategoryChoicesRow>
  /** List store products by category and name; administrators also get those not on sale. Requires the permit `requests` */
  hardware(input?: StoreHardwareInput, options?: MethodOptions): RowList<StoreHardwareRow>
  /** List brands with products on sale. Requires the permit `requests` */
  brands(options?: MethodOptions): RowList<StoreBrandsRow>
  /** List products on sale of a brand, optionally of a category. Requires the permit `requests` */
  products(brand: number, input?: StoreProductsInput, options?: MethodOptions): RowList<StoreProductsRow>
  /** Get a product picture. Requires the permit `requests` */
  picture(picture: string, options?: MethodOptions): Promise<ReceivedFile>
}

export interface CartGetAnswer {
  lines: Array<{
    lineNo: number
    kind: 'sims' | 'hardware'
    planCode: string
    hardwareId: number | null
    name: string
    about: string
    picture: string
    category: string
    summary: string
    quantity: number
    currency: string
    unitMinor: number
    totalMinor: number
    isOffered: boolean
    assigned: number
  }>
  totals: Array<{
    currency: string
    onceMinor: number
    monthlyMinor: number
  }>
  simQuantity: number
  deliveryAddress: string
}

export interface CartSetLineInput {
  planCode?: string
  hardwareId?: number
  quantity: number
  adds?: boolean
}

export interface CartSetLineAnswer {
  lines: Array<{
    lineNo: number
    kind: 'sims' | 'hardware'
    planCode: string
    hardwareId: number | null
    name: string
    about: string
    picture: string
    category: string
    summary: string
    quantity: number
    currency: string
    unitMinor: number
    totalMinor: number
    isOffered: boolean
    assigned: number
  }>
  totals: Array<{
    currency: string
    onceMinor: number
    monthlyMinor: number
  }>
  simQuantity: number
  deliveryAddress: string
}

export interface CartFillInput {
  lines: Array<{
    planCode?: string
    hardwareId?: number
    quantity: number
  }>
}

export interface CartFillAnswer {
  lines: Array<{
    lineNo: number
    kind: 'sims' | 'hardware'
    planCode: string
    hardwareId: number | null
    name: string
    about: string
    picture: string
    category: string
    summary: string
    quantity: number
    currency: string
    unitMinor: number
    totalMinor: number
    isOffered: boolean
    assigned: number
  }>
  totals: Array<{
    currency: string
    onceMinor: number
    monthlyMinor: number
  }>
  simQuantity: number
  deliveryAddress: string
}

export interface CartEmptyAnswer {
  lines: Array<{
    lineNo: number
    kind: 'sims' | 'hardware'
    planCode: string
    hardwareId: number | null
    name: string
    about: string
    picture: string
    category: string
    summary: string
    quantity: number
    currency: string
    unitMinor: number
    totalMinor: number
    isOffered: boolean
    assigned: number
  }>
  totals: Array<{
    currency: string
    onceMinor: number
    monthlyMinor: number
  }>
  simQuantity: number
  deliveryAddress: string
}

export interface CartSubmitInput {
  deliveryAddress: string
  note?: string
  totals: Array<{
    currency: string
    onceMinor: number
    monthlyMinor: number
  }>
}

export interface CartSubmitAnswer {
  requestId: number
}

export interface CartMethods {
  /** Get your cart at current prices. Requires the permit `requests` */
  get(options?: MethodOptions): Promise<CartGetAnswer>
  /** Set the quantity of a cart line; 0 removes it. Requires the permit `requests` */
  setLine(input: CartSetLineInput, options?: MethodOptions): Promise<CartSetLineAnswer>
  /** Fill an empty cart with lines, all or none: undoes emptying it. HTTP 409 conflict when it has lines. Requires the permit `requests` */
  fill(input: CartFillInput, options?: MethodOptions): Promise<CartFillAnswer>
  /** Empty the cart. Requires the permit `requests` */
  empty(options?: MethodOptions): Promise<CartEmptyAnswer>
  /** Submit the cart as a request and freeze its prices; HTTP 409 conflict when they changed since they were shown. Requires the permit `requests` */
  submit(input: CartSubmitInput, options?: MethodOptions): Promise<CartSubmitAnswer>
}

export interface RequestsListInput {
  /** Number of the company */
  company?: number
  /** With all companies below the named one */
  subsidiaries?: 'true' | 'false'
  status?: 'draft' | 'submitted' | 'approved' | 'rejected' | 'preparing' | 'shipped' | 'delivered' | 'closed' | 'cancelled'
  type?: 'sims' | 'hardware' | 'both'
  /** First day of creation, in the time zone of the reader’s company */
  from?: string
  /** Last day */
  to?: string
  /** `waiting`: first those whose next step is the reader’s, the oldest first */
  order?: 'newest' | 'waiting'
  /** Rows in a page */
  limit?: number
  /** Where the page before ended */
  cursor?: string
}

export interface RequestsListRow {
  requestId: number
  companyId: number
  company: string
  creationDate: string
  resolutionDate: string | null
  requestingUser: string
  simQuantity: number
  status: string
  type: string
  totals: string
  items: string
  simsToAssign: number
  awaited: string
}

export interface RequestsCountInput {
  /** Number of the company */
  company?: number
  /** With all companies below the named one */
  subsidiaries?: 'true' | 'false'
  type?: 'sims' | 'hardware' | 'both'
  /** First day of creation, in the time zone of the reader’s company */
  from?: string
  /** Last day */
  to?: string
}

export interface RequestsCountAnswer {
  counts: Array<{
    value: string
    count: number
  }> | null
}

export interface RequestsGetAnswer {
  requestId: number
  companyId: number
  company: string
  creationDate: string
  resolutionDate: string | null
  requestingUser: string
  simQuantity: number
  status: 'draft' | 'submitted' | 'approved' | 'rejected' | 'preparing' | 'shipped' | 'delivered' | 'closed' | 'cancelled'
  type: 'sims' | 'hardware' | 'both'
  deliveryAddress: string
  note: string
  carrier: string
  tracking: string
  lines: Array<{
    lineNo: number
    kind: 'sims' | 'hardware'
    planCode: string
    hardwareId: number | null
    name: string
    about: string
    picture: string
    category: string
    summary: string
    quantity: number
    currency: string
    unitMinor: number
    totalMinor: number
    isOffered: boolean
    assigned: number
  }>
  totals: Array<{
    currency: string
    onceMinor: number
    monthlyMinor: number
  }>
  steps: Array<{
    status: 'draft' | 'submitted' | 'approved' | 'rejected' | 'preparing' | 'shipped' | 'delivered' | 'closed' | 'cancelled'
    at: string
    actor: string
    note: string
  }>
  actions: Array<'submit' | 'cancel' | 'approve' | 'reject' | 'prepare' | 'ship' | 'deliver' | 'close'>
  canAssign: boolean
  canUnassign: boolean
}

export interface RequestsSimsInput {
  /** Rows in a page */
  limit?: number
  /** Where the page before ended */
  cursor?: string
}

export interface RequestsSimsRow {
  requestSimId: number
  icc: string
  msisdn: string
  providerId: number
  planTypeName: string
  planName: string
  planCode: string
  activationDate: string | null
  status: number | null
  label: string
}

export interface RequestsExportSimsInput {
  /** Format of the file */
  format?: 'csv' | 'xlsx' | 'tsv'
}

export interface RequestsExportInput {
  /** Number of the company */
  company?: number
  /** With all companies below the named one */
  subsidiaries?: 'true' | 'false'
  status?: 'draft' | 'submitted' | 'approved' | 'rejected' | 'preparing' | 'shipped' | 'delivered' | 'closed' | 'cancelled'
  type?: 'sims' | 'hardware' | 'both'
  /** First day of creation, in the time zone of the reader’s company */
  from?: string
  /** Last day */
  to?: string
  /** Format of the file */
  format?: 'csv' | 'xlsx' | 'tsv'
}

export interface RequestsCancelInput {
  note?: string
}

export interface RequestsCancelAnswer {
  requestId: number
  companyId: number
  company: string
  creationDate: string
  resolutionDate: string | null
  requestingUser: string
  simQuantity: number
  status: 'draft' | 'submitted' | 'approved' | 'rejected' | 'preparing' | 'shipped' | 'delivered' | 'closed' | 'cancelled'
  type: 'sims' | 'hardware' | 'both'
  deliveryAddress: string
  note: string
  carrier: string
  tracking: string
  lines: Array<{
    lineNo: number
    kind: 'sims' | 'hardware'
    planCode: string
    hardwareId: number | null
    name: string
    about: string
    picture: string
    category: string
    summary: string
    quantity: number
    currency: string
    unitMinor: number
    totalMinor: number
    isOffered: boolean
    assigned: number
  }>
  totals: Array<{
    currency: string
    onceMinor: number
    monthlyMinor: number
  }>
  steps: Array<{
    status: 'draft' | 'submitted' | 'approved' | 'rejected' | 'preparing' | 'shipped' | 'delivered' | 'closed' | 'cancelled'
    at: string
    actor: string
    note: string
  }>
  actions: Array<'submit' | 'cancel' | 'approve' | 'reject' | 'prepare' | 'ship' | 'deliver' | 'close'>
  canAssign: boolean
  canUnassign: boolean
}

export interface RequestsDeliverInput {
  note?: string
}

export interface RequestsDeliverAnswer {
  requestId: number
  companyId: number
  company: string
  creationDate: string
  resolutionDate: string | null
  requestingUser: string
  simQuantity: number
  status: 'draft' | 'submitted' | 'approved' | 'rejected' | 'preparing' | 'shipped' | 'delivered' | 'closed' | 'cancelled'
  type: 'sims' | 'hardware' | 'both'
  deliveryAddress: string
  note: string
  carrier: string
  tracking: string
  lines: Array<{
    lineNo: number
    kind: 'sims' | 'hardware'
    planCode: string
    hardwareId: number | null
    name: string
    about: string
    picture: string
    category: string
    summary: string
    quantity: number
    currency: string
    unitMinor: number
    totalMinor: number
    isOffered: boolean
    assigned: number
  }>
  totals: Array<{
    currency: string
    onceMinor: number
    monthlyMinor: number
  }>
  steps: Array<{
    status: 'draft' | 'submitted' | 'approved' | 'rejected' | 'preparing' | 'shipped' | 'delivered' | 'closed' | 'cancelled'
    at: string
    actor: string
    note: string
  }>
  actions: Array<'submit' | 'cancel' | 'approve' | 'reject' | 'prepare' | 'ship' | 'deliver' | 'close'>
  canAssign: boolean
  canUnassign: boolean
}

export interface RequestsCloseInput {
  note?: string
}

export interface RequestsCloseAnswer {
  requestId: number
  companyId: number
  company: string
  creationDate: string
  resolutionDate: string | null
  requestingUser: string
  simQuantity: number
  status: 'draft' | 'submitted' | 'approved' | 'rejected' | 'preparing' | 'shipped' | 'delivered' | 'closed' | 'cancelled'
  type: 'sims' | 'hardware' | 'both'
  deliveryAddress: string
  note: string
  carrier: string
  tracking: string
  lines: Array<{
    lineNo: number
    kind: 'sims' | 'hardware'
    planCode: string
    hardwareId: number | null
    name: string
    about: string
    picture: string
    category: string
    summary: string
    quantity: number
    currency: string
    unitMinor: number
    totalMinor: number
    isOffered: boolean
    assigned: number
  }>
  totals: Array<{
    currency: string
    onceMinor: number
    monthlyMinor: number
  }>
  steps: Array<{
    status: 'draft' | 'submitted' | 'approved' | 'rejected' | 'preparing' | 'shipped' | 'delivered' | 'closed' | 'cancelled'
    at: string
    actor: string
    note: string
  }>
  actions: Array<'submit' | 'cancel' | 'approve' | 'reject' | 'prepare' | 'ship' | 'deliver' | 'close'>
  canAssign: boolean
  canUnassign: boolean
}

export interface RequestsMethods {
  /** List requests of your companies, newest first. Requires the permit `requests` */
  list(input?: RequestsListInput, options?: MethodOptions): RowList<RequestsListRow>
  /** Count requests by status. Requires the permit `requests` */
  count(input?: RequestsCountInput, options?: MethodOptions): Promise<RequestsCountAnswer>
  /** Get a request with its lines, history and available actions. Requires the permit `requests` */
  get(id: number, options?: MethodOptions): Promise<RequestsGetAnswer>
  /** List the SIMs assigned to a request, with the plan ordered. Requires the permit `requests` */
  sims(id: number, input?: RequestsSimsInput, options?: MethodOptions): RowList<RequestsSimsRow>
  /** Download the SIMs assigned to a request: CSV or XLSX with headings, or TSV with the list’s columns; streamed. Requires the permit `requests` */
  exportSims(id: number, input?: RequestsExportSimsInput, options?: MethodOptions): Promise<ReceivedFile>
  /** Download requests: CSV or XLSX with headings, or TSV with the list’s columns. Requires the permit `requests` */
  export(input?: RequestsExportInput, options?: MethodOptions): Promise<ReceivedFile>
  /** Cancel a request that is not yet approved. Requires the permit `requests` */
  cancel(id: number, input?: RequestsCancelInput, options?: MethodOptions): Promise<RequestsCancelAnswer>
  /** Mark a request as delivered; its hardware becomes the company’s. Requires the permit `requests` */
  deliver(id: number, input?: RequestsDeliverInput, options?: MethodOptions): Promise<RequestsDeliverAnswer>
  /** Close a delivered request. Requires the permit `requests` */
  close(id: number, input?: RequestsCloseInput, options?: MethodOptions): Promise<RequestsCloseAnswer>
}

export interface DevicesListInput {
  /** Number of the company */
  company?: number
  /** Type of product */
  productType?: string
  /** Only devices whose IMEI is not there */
  withoutImei?: 'true' | 'false'
  /** Three characters or more, anywhere in product, IMEI, ICC or custom fields */
  search?: string
  /** Rows in a page */
  limit?: number
  /** Where the page before ended */
  cursor?: string
}

export interface DevicesListRow {
  hysId: number
  kind: string
  productType: string
  product: string
  imei: string
  customField1: string
  customField2: string
  icc: string
  companyId: number
  companyName: string
  acquiredAt: string
  simLabel: string
}

export interface DevicesCountInput {
  /** Number of the company */
  company?: number
  /** Type of product */
  productType?: string
  /** Only devices whose IMEI is not there */
  withoutImei?: 'true' | 'false'
  search: string
}

export interface DevicesCountAnswer {
  count: number
  isMore: boolean
}

export interface DevicesCountByTypeInput {
  /** Number of the company */
  company?: number
  /** Only devices whose IMEI is not there */
  withoutImei?: 'true' | 'false'
  /** Three characters or more, anywhere in product, IMEI, ICC or custom fields */
  search?: string
}

export interface DevicesCountByTypeAnswer {
  counts: Array<{
    value: string
    count: number
  }> | null
}

export interface DevicesTotalsInput {
  /** Number of the company */
  company?: number
}

export interface DevicesTotalsAnswer {
  /** null where there are more than 10000 */
  totals: {
    /** Devices */
    devices: number
    /** Services */
    services: number
    /** Devices with a SIM of their company in them */
    withSim: number
    /** Devices whose IMEI is there */
    withImei: number
  } | null
}

export interface DevicesTypesAnswer {
  productTypes: string[]
}

export interface DevicesUpdateInput {
  hysId: number
  imei?: string
  /** Text of your own */
  customField1?: string
  /** Text of your own */
  customField2?: string
}

export interface DevicesUpdateAnswer {
  hysId: number
  imei: string
  customField1: string
  customField2: string
  changed: Array<'imei' | 'customField1' | 'customField2'>
}

export interface DevicesExportInput {
  /** Number of the company */
  company?: number
  /** Type of product */
  productType?: string
  /** Only devices whose IMEI is not there */
  withoutImei?: 'true' | 'false'
  /** Three characters or more, anywhere in product, IMEI, ICC or custom fields */
  search?: string
  /** Format of the file */
  format?: 'csv' | 'xlsx' | 'tsv'
}

export interface DevicesMethods {
  /** List devices and services of your companies, newest first. Requires the permit `hys` */
  list(input?: DevicesListInput, options?: MethodOptions): RowList<DevicesListRow>
  /** Count all matches of a search, beyond those listed. Requires the permit `hys` */
  count(input: DevicesCountInput, options?: MethodOptions): Promise<DevicesCountAnswer>
  /** Count devices and services by type of product. Requires the permit `hys` */
  countByType(input?: DevicesCountByTypeInput, options?: MethodOptions): Promise<DevicesCountByTypeAnswer>
  /** Count devices and services, and the devices that have a SIM and an IMEI. Requires the permit `hys` */
  totals(input?: DevicesTotalsInput, options?: MethodOptions): Promise<DevicesTotalsAnswer>
  /** List the types of your devices and services. Requires the permit `hys` */
  types(options?: MethodOptions): Promise<DevicesTypesAnswer>
  /** Change the notes of a device or service; omitted fields keep their value. Requires the permit `hys` */
  update(input: DevicesUpdateInput, options?: MethodOptions): Promise<DevicesUpdateAnswer>
  /** Download devices and services: CSV or XLSX with headings, or TSV with the list’s columns; streamed. Requires the permit `hys` */
  export(input?: DevicesExportInput, options?: MethodOptions): Promise<ReceivedFile>
}

export interface CompaniesListInput {
  parent?: number
  /** Anywhere in name, trade name or tax id (also without its dots), of the reader’s whole tree */
  search?: string
  state?: 'active' | 'blocked'
  /** Rows in a page */
  limit?: number
  /** Where the page before ended */
  cursor?: string
}

export interface CompaniesListRow {
  companyId: number
  parentId: number | null
  businessName: string
  fantasyName: string
  tin: string
  country: string
  countryName: string
  above: string
  children: number
  users: number
  sims: number
  simsBelow: number
  state: string
  activeSims: number
  connectedSims: number
}

export interface CompaniesCountInput {
  /** Anywhere in name, trade name or tax id (also without its dots), of the reader’s whole tree */
  search?: string
}

export interface CompaniesCountAnswer {
  counts: Array<{
    value: string
    count: number
  }> | null
}

export interface CompaniesChoicesInput {
  /** Anywhere in name, trade name or tax id (also without its dots), of the reader’s whole tree */
  search?: string
  company?: number
  limit?: number
}

export interface CompaniesChoicesRow {
  companyId: number
  companyName: string
  parentId: number | null
  parentName: string
}

export type CompaniesCountriesAnswer = Array<{
  countryId: number
  countryName: string
  iso2: string
}>

export interface CompaniesGetAnswer {
  tin: string
  businessName: string
  fantasyName: string
  activity: string
  representative: string
  billingContact: string
  billingEmail: string
  phones: string
  address: string
  city: string
  countryId: number | null
  postalCode: string
  website: string
  customField1Name: string
  customField2Name: string
  timeZone: string
  cycleAnchorDay: number
  currency: string
  secondFactorRequired: '0' | '1'
  blocked: '0' | '1'
  companyId: number
  parentId: number | null
  above: string
  path: Array<{
    companyId: number
    businessName: string
  }>
  state: 'active' | 'blocked' | 'blockedAbove'
  updatedAt: string
  locked: Record<string, 'fromAbove' | 'counted' | 'billed' | 'root'>
  children: number
  users: number
  sims: number
  simsBelow: number
}

export interface CompaniesCreateInput {
  tin: string
  businessName: string
  fantasyName: string
  activity: string
  representative: string
  billingContact: string
  billingEmail: string
  phones: string
  address: string
  city: string
  countryId: number | null
  postalCode: string
  website: string
  customField1Name?: string
  customField2Name?: string
  timeZone: string
  cycleAnchorDay: number
  currency: string
  secondFactorRequired: '0' | '1'
  blocked: '0' | '1'
  parentId: number
}

export interface CompaniesCreateAnswer {
  companyId: number
}

export interface CompaniesUpdateInput {
  tin: string
  businessName: string
  fantasyName: string
  activity: string
  representative: string
  billingContact: string
  billingEmail: string
  phones: string
  address: string
  city: string
  countryId: number | null
  postalCode: string
  website: string
  customField1Name?: string
  customField2Name?: string
  timeZone: string
  cycleAnchorDay: number
  currency: string
  secondFactorRequired: '0' | '1'
  blocked: '0' | '1'
  companyId: number
  updatedAt?: string
}

export interface CompaniesUpdateAnswer {
  companyId: number
}

export interface CompaniesExportInput {
  /** Anywhere in name, trade name or tax id (also without its dots), of the reader’s whole tree */
  search?: string
  state?: 'active' | 'blocked'
  /** Format of the file */
  format?: 'csv' | 'xlsx' | 'tsv'
}

export interface CompaniesMethods {
  /** List companies by name: the subsidiaries of one, or all that match in the tree; without either, your own. Requires the permit `companies` */
  list(input?: CompaniesListInput, options?: MethodOptions): RowList<CompaniesListRow>
  /** Count the companies of the tree by state; those below a blocked one are active themselves. Requires the permit `companies` */
  count(input?: CompaniesCountInput, options?: MethodOptions): Promise<CompaniesCountAnswer>
  /** Find companies by name or by id, for a selector */
  choices(input?: CompaniesChoicesInput, options?: MethodOptions): RowList<CompaniesChoicesRow>
  /** List countries for companies, with the code of their tax id. Requires the permit `companies` */
  countries(options?: MethodOptions): Promise<CompaniesCountriesAnswer>
  /** Get a company. Requires the permit `companies` */
  get(id: number, options?: MethodOptions): Promise<CompaniesGetAnswer>
  /** Create a subsidiary. Requires the permit `companies` */
  create(input: CompaniesCreateInput, options?: MethodOptions): Promise<CompaniesCreateAnswer>
  /** Change a company; locked fields must keep their value. Requires the permit `companies` */
  update(input: CompaniesUpdateInput, options?: MethodOptions): Promise<CompaniesUpdateAnswer>
  /** Delete an empty company; HTTP 409 conflict when it has users, SIMs or any other record. Requires the permit `companies` */
  delete(id: number, options?: MethodOptions): Promise<null>
  /** Download all matching companies: CSV or XLSX with headings, or TSV with the list’s columns; streamed. Requires the permit `companies` */
  export(input?: CompaniesExportInput, options?: MethodOptions): Promise<ReceivedFile>
}

export interface UsersListInput {
  /** Anywhere in name, last name, e-mail or tax id */
  search?: string
  /** Number of the company */
  company?: number
  /** With all companies below the named one */
  subsidiaries?: 'true' | 'false'
  state?: 'active' | 'invited' | 'deactivated'
  permit?: 'sims' | 'requests' | 'hys' | 'alarmas' | 'sms_report' | 'plans' | 'users' | 'companies'
  /** Only this one */
  user?: number
  sort?: 'name' | 'email' | 'company' | 'created'
  /** From the last to the first */
  descending?: '0' | '1'
  /** Rows in a page */
  limit?: number
  /** Where the page before ended */
  cursor?: string
}

export interface UsersListRow {
  userId: number
  userEmail: string
  userName: string
  userLastname: string
  userPhone: string
  userTin: string
  companyId: number
  companyName: string
  state: string
  permits: string
  canHibernate: string
  admin: string
  secondFactor: string
  lastSeenAt: string | null
  invitedAt: string | null
  createdAt: string
}

export interface UsersCountInput {
  /** Anywhere in name, last name, e-mail or tax id */
  search?: string
  /** Number of the company */
  company?: number
  /** With all companies below the named one */
  subsidiaries?: 'true' | 'false'
  permit?: 'sims' | 'requests' | 'hys' | 'alarmas' | 'sms_report' | 'plans' | 'users' | 'companies'
}

export interface UsersCountAnswer {
  counts: Array<{
    value: string
    count: number
  }> | null
}

export interface UsersGetAnswer {
  userEmail: string
  userName: string
  userLastname: string
  userPhone: string
  userTin: string
  permits: Array<'sims' | 'requests' | 'hys' | 'alarmas' | 'sms_report' | 'plans' | 'users' | 'companies'>
  canHibernate: '0' | '1'
  admin: '0' | '1'
  userId: number
  companyId: number
  companyName: string
  state: 'active' | 'invited' | 'deactivated'
  updatedAt: string
}

export interface UsersCompaniesInput {
  search?: string
  limit?: number
}

export interface UsersCompaniesRow {
  companyId: number
  companyName: string
  parentId: number | null
  parentName: string
}

export type UsersCountriesAnswer = Array<{
  countryId: number
  countryName: string
}>

export interface UsersPermitsInput {
  search?: string
  company?: number
  /** Rows in a page */
  limit?: number
  /** Where the page before ended */
  cursor?: string
}

export interface UsersPermitsAnswer {
  columns: Array<{
    permit: 'sims' | 'requests' | 'hys' | 'alarmas' | 'sms_report' | 'plans' | 'users' | 'companies'
    title: string
    grantable: '0' | '1'
  }>
  rows: Array<{
    permits: Array<'sims' | 'requests' | 'hys' | 'alarmas' | 'sms_report' | 'plans' | 'users' | 'companies'>
    canHibernate: '0' | '1'
    admin: '0' | '1'
    userId: number
    userName: string
    userLastname: string
    userEmail: string
    companyId: number
    companyName: string
    state: 'active' | 'invited' | 'deactivated'
    updatedAt: string
  }>
  total: number
  nextCursor: string | null
}

export interface UsersExportInput {
  /** Anywhere in name, last name, e-mail or tax id */
  search?: string
  /** Number of the company */
  company?: number
  /** With all companies below the named one */
  subsidiaries?: 'true' | 'false'
  state?: 'active' | 'invited' | 'deactivated'
  permit?: 'sims' | 'requests' | 'hys' | 'alarmas' | 'sms_report' | 'plans' | 'users' | 'companies'
  /** Only this one */
  user?: number
  sort?: 'name' | 'email' | 'company' | 'created'
  /** From the last to the first */
  descending?: '0' | '1'
  /** Format of the file */
  format?: 'csv' | 'xlsx' | 'tsv'
}

export interface UsersMethods {
  /** List users of your company and its subsidiaries. Requires the permit `users` */
  list(input?: UsersListInput, options?: MethodOptions): RowList<UsersListRow>
  /** Count users by state. Requires the permit `users` */
  count(input?: UsersCountInput, options?: MethodOptions): Promise<UsersCountAnswer>
  /** Get a user. Requires the permit `users` */
  get(id: number, options?: MethodOptions): Promise<UsersGetAnswer>
  /** List companies for which you can create users. Requires the permit `users` */
  companies(input?: UsersCompaniesInput, options?: MethodOptions): RowList<UsersCompaniesRow>
  /** List countries */
  countries(options?: MethodOptions): Promise<UsersCountriesAnswer>
  /** List users with their permits. Requires the permit `users` */
  permits(input?: UsersPermitsInput, options?: MethodOptions): Promise<UsersPermitsAnswer>
  /** Download users: CSV or XLSX with headings, or TSV with the list’s columns; streamed. Requires the permit `users` */
  export(input?: UsersExportInput, options?: MethodOptions): Promise<ReceivedFile>
}

export interface WebhooksListInput {
  company?: number
}

export interface WebhooksListAnswer {
  endpoints: Array<{
    endpointId: number
    companyId: number
    companyName: string
    url: string
    description: string
    events: Array<'operation.finished' | 'alarm.fired' | 'rule.fired' | 'sim.status_changed' | 'sim.plan_changed' | 'sim.imei_changed' | 'sim.left_area' | 'sms.received' | 'invoice.issued'>
    includesBelow: boolean
    active: boolean
    offReason: '' | 'person' | 'gone' | 'failing' | 'rights'
    previousSecretUntil: string | null
    failingSince: string | null
    lastDeliveredAt: string | null
    waiting: number
    createdAt: string
  }>
}

export interface WebhooksMessagesInput {
  state?: 'waiting' | 'sending' | 'delivered' | 'failed' | 'cancelled'
  /** Rows in a page */
  limit?: number
  /** Where the page before ended */
  cursor?: string
}

export interface WebhooksMessagesRow {
  messageId: number
  webhookId: string
  event: string
  items: number
  at: string
  state: string
  attempts: number
  status: number | null
  problem: string
  durationMs: number | null
  dueAt: string | null
}

export interface WebhooksGetMessageAnswer {
  messageId: number
  endpointId: number
  webhookId: string
  event: string
  items: number
  at: string
  state: 'waiting' | 'sending' | 'delivered' | 'failed' | 'cancelled'
  dueAt: string | null
  isHidden: boolean
  body: string
  attempts: Array<{
    at: string
    url: string
    durationMs: number
    status: number | null
    problem: '' | 'refused' | 'gone' | 'redirect' | 'timeout' | 'unknown_host' | 'unreachable' | 'tls' | 'blocked_address' | 'secret'
    answer: string
  }>
  canSend: boolean
}

export type WebhooksPingInput = Record<string, never>

export interface WebhooksPingAnswer {
  messageId: number
}

export type WebhooksResendInput = Record<string, never>

export interface WebhooksResendAnswer {
  messageId: number
}

export interface WebhooksMethods {
  /** List webhook endpoints of your companies. Requires the permit `users` */
  list(input?: WebhooksListInput, options?: MethodOptions): Promise<WebhooksListAnswer>
  /** List a webhook endpoint’s messages of the last 30 days, newest first. Requires the permit `users` */
  messages(endpointId: number, input?: WebhooksMessagesInput, options?: MethodOptions): RowList<WebhooksMessagesRow>
  /** Get a webhook message with every delivery attempt: request, response and time. Requires the permit `users` */
  getMessage(messageId: number, options?: MethodOptions): Promise<WebhooksGetMessageAnswer>
  /** Send a ping message; see its result in the log. Requires the permit `users` */
  ping(endpointId: number, input?: WebhooksPingInput, options?: MethodOptions): Promise<WebhooksPingAnswer>
  /** Resend a webhook message with the same webhook-id, so that receivers can deduplicate it. Requires the permit `users` */
  resend(messageId: number, input?: WebhooksResendInput, options?: MethodOptions): Promise<WebhooksResendAnswer>
}

export interface AuditListInput {
  /** The e-mail of who did it, or the name of the job or command */
  person?: string
  /** Such as plan.changed */
  action?: string
  /** What kind of thing, such as plan */
  entity?: string
  /** Which one: an ICC, a number, a name */
  thing?: string
  /** Number of the company */
  company?: number
  /** Only what changed something: neither log-ins nor data that was seen */
  changes?: 'true' | 'false'
  /** First day, in the time zone of the reader’s company */
  from?: string
  /** Last day */
  to?: string
  /** Rows in a page */
  limit?: number
  /** Where the page before ended */
  cursor?: string
}

export interface AuditListRow {
  auditId: number
  at: string
  companyName: string
  actor: string
  action: string
  entity: string
  entityId: string
  entityName: string
  before: string | null
  after: string | null
  address: string
  requestId: string
  actorCompanyName: string
}

export interface AuditChoicesAnswer {
  actions: string[]
}

export interface AuditExportInput {
  /** The e-mail of who did it, or the name of the job or command */
  person?: string
  /** Such as plan.changed */
  action?: string
  /** What kind of thing, such as plan */
  entity?: string
  /** Which one: an ICC, a number, a name */
  thing?: string
  /** Number of the company */
  company?: number
  /** Only what changed something: neither log-ins nor data that was seen */
  changes?: 'true' | 'false'
  /** First day, in the time zone of the reader’s company */
  from?: string
  /** Last day */
  to?: string
  /** Format of the file */
  format?: 'csv' | 'xlsx' | 'tsv'
}

export interface AuditMethods {
  /** List audit entries, changes and reads, newest first: all for administrators, else those of your companies. Requires the permit `users` */
  list(input?: AuditListInput, options?: MethodOptions): RowList<AuditListRow>
  /** List the actions in the audit log. Requires the permit `users` */
  choices(options?: MethodOptions): Promise<AuditChoicesAnswer>
  /** Download audit entries: CSV or XLSX with headings, or TSV with the list’s columns; streamed. Requires the permit `users` */
  export(input?: AuditExportInput, options?: MethodOptions): Promise<ReceivedFile>
}

export interface DashboardGetAnswer {
  needs: Array<{
    kind: 'operatorDown' | 'invoiceOverdue' | 'poolOver' | 'operatorUnstable' | 'silent' | 'requestSubmitted' | 'supportWaiting' | 'ruleAsks' | 'dataCut' | 'simsAtLimit' | 'operationFailed' | 'requestShipped' | 'anomalies' | 'invoiceDue' | 'companyBlocked'
    count: number
    sims: number
    id: string
    name: string
    companyId: number
    companies: number
    companyName: string
    percent: number
    since: string | null
    amounts: Array<{
      amountMinor: number
      currency: string
    }>
  }>
  totalSims: number
  totalActive: number
  totalConnected: number
  totalDisconnected: number
  totalNotUsed: number
  totalSilent: number
  debt: {
    total: number
    currency: string
    others: Array<{
      amountMinor: number
      currency: string
    }>
  }
  estimated: {
    estimated: number
    low: number
    high: number
    last: number
    currency: string
  }
  billing: {
    series: Array<{
      name: string
      data: number[]
    }>
    xaxis: {
      categories: string[]
    }
  }
  operatorSims: {
    series: number[]
    labels: string[]
    providerIds: number[]
  }
  topConsumptions: Array<{
    icc: string
    msisdn: string
    imei: string
    label: string
    planMb: number
    consumption: number
  }>
  poolPlan: Array<{
    planName: string
    planCode: string
    companyId: number
    total: number
    usedBytes: number
    poolMb: number
  }>
  operatorStatus: Array<{
    statusName: string
    originId: number
    statusStatus: number
    statusIcon: 'closed' | 'ok' | 'warning'
    failurePercent: number
    since: string
    checkedAt: string | null
    statusText: string
  }>
  planCount: number
  /** usage as of */
  usageAsOf: string
  asOf: string
  cycle: {
    start: string
    end: string
    timeZone: string
  }
}

export interface DashboardUsageInput {
  company?: number
  /** With all companies below the named one */
  subsidiaries?: 'true' | 'false'
}

export interface DashboardUsageAnswer {
  days: Array<{
    day: string
    dataBytes: number
  }>
  connected: Array<{
    at: string
    sims: number
  }>
  cycle: {
    start: string
    end: string
  }
  previousCycle: {
    start: string
    end: string
  }
  asOf: string
}

export interface DashboardFollowInput {
  /** How long it goes on; 0 sends the current state and ends */
  seconds?: number
}

export interface DashboardFollowEvent {
  needs: Array<{
    kind: 'operatorDown' | 'invoiceOverdue' | 'poolOver' | 'operatorUnstable' | 'silent' | 'requestSubmitted' | 'supportWaiting' | 'ruleAsks' | 'dataCut' | 'simsAtLimit' | 'operationFailed' | 'requestShipped' | 'anomalies' | 'invoiceDue' | 'companyBlocked'
    count: number
    sims: number
    id: string
    name: string
    companyId: number
    companies: number
    companyName: string
    percent: number
    since: string | null
    amounts: Array<{
      amountMinor: number
      currency: string
    }>
  }>
  totalSims: number
  totalActive: number
  totalConnected: number
  totalDisconnected: number
  totalNotUsed: number
  totalSilent: number
  debt: {
    total: number
    currency: string
    others: Array<{
      amountMinor: number
      currency: string
    }>
  }
  estimated: {
    estimated: number
    low: number
    high: number
    last: number
    currency: string
  }
  billing: {
    series: Array<{
      name: string
      data: number[]
    }>
    xaxis: {
      categories: string[]
    }
  }
  operatorSims: {
    series: number[]
    labels: string[]
    providerIds: number[]
  }
  topConsumptions: Array<{
    icc: string
    msisdn: string
    imei: string
    label: string
    planMb: number
    consumption: number
  }>
  poolPlan: Array<{
    planName: string
    planCode: string
    companyId: number
    total: number
    usedBytes: number
    poolMb: number
  }>
  operatorStatus: Array<{
    statusName: string
    originId: number
    statusStatus: number
    statusIcon: 'closed' | 'ok' | 'warning'
    failurePercent: number
    since: string
    checkedAt: string | null
    statusText: string
  }>
  planCount: number
  /** usage as of */
  usageAsOf: string
  asOf: string
  cycle: {
    start: string
    end: string
    timeZone: string
  }
}

export interface DashboardMethods {
  /** Get the dashboard */
  get(options?: MethodOptions): Promise<DashboardGetAnswer>
  /** Get the fleet’s data by day since the cycle before, at least 60 days, and its connected SIMs over 24 hours */
  usage(input?: DashboardUsageInput, options?: MethodOptions): Promise<DashboardUsageAnswer>
  /** Stream the dashboard as server-sent events: the current figures first, then each change, at most one a second. Requires the header x-api-key, so use fetch, not EventSource */
  follow(input?: DashboardFollowInput, options?: MethodOptions): AsyncIterable<DashboardFollowEvent>
}

export interface PopupsGetAnswer {
  popupTitle: string
  popupContent: string
}

export interface PopupsMethods {
  /** Get a popup’s title and content */
  get(name: string, options?: MethodOptions): Promise<PopupsGetAnswer>
  /** Mark a popup as seen by the current user */
  markSeen(name: string, options?: MethodOptions): Promise<null>
}

export interface PortalConfigAnswer {
  supportChatUrl: string | null
  map: {
    worldUrl: string
    archiveUrl: string | null
    archiveAttribution: string
    tilesUrl: string | null
  }
  manualsUrl: string | null
  demo: boolean
}

export interface PortalMapFileInput {
  v?: string
}

export interface PortalMethods {
  /** Get the installation’s public settings */
  config(options?: MethodOptions): Promise<PortalConfigAnswer>
  /** Get the map as a PMTiles archive, read in ranges: the built-in world map, or the configured one */
  mapFile(file: 'world' | 'own', input?: PortalMapFileInput, options?: MethodOptions): Promise<ReceivedFile>
}

export interface DeviceLoginsStartInput {
  /** What the machine is called; proposed as the name of the key */
  machine: string
}

export interface DeviceLoginsStartAnswer {
  userCode: string
  expiresAt: string
  interval: number
}

export interface DeviceLoginsOwnAnswer {
  state: 'pending' | 'approved' | 'refused' | 'expired'
}

export interface DeviceLoginsMethods {
  /** Ask for the approval of a new key, made by the caller and sent as x-api-key; returns the code that a person confirms */
  start(input: DeviceLoginsStartInput, options?: MethodOptions): Promise<DeviceLoginsStartAnswer>
  /** Get whether the new key in x-api-key was approved */
  own(options?: MethodOptions): Promise<DeviceLoginsOwnAnswer>
}

export interface SessionGetAnswer {
  userName: string
  userLastname: string
  userEmail: string
  clientId: number
  companyName: string
  worksIn: 'only' | 'all' | 'one'
  canHibernate: '0' | '1'
  admin: '0' | '1'
  viewedBy: string
  menu: Array<'sims' | 'requests' | 'hys' | 'alarmas' | 'sms_report' | 'plans' | 'users' | 'companies'>
  customField1Name: string
  customField2Name: string
  popup1: string
  popup2: string
}

export interface SessionLogInInput {
  email: string
  password: string
}

export interface SessionLogInAnswer {
  userName: string
  userLastname: string
  userEmail: string
  clientId: number
  companyName: string
  worksIn: 'only' | 'all' | 'one'
  canHibernate: '0' | '1'
  admin: '0' | '1'
  viewedBy: string
  menu: Array<'sims' | 'requests' | 'hys' | 'alarmas' | 'sms_report' | 'plans' | 'users' | 'companies'>
  customField1Name: string
  customField2Name: string
  popup1: string
  popup2: string
}

export interface SessionLogInWithCodeInput {
  code: string
}

export interface SessionLogInWithCodeAnswer {
  userName: string
  userLastname: string
  userEmail: string
  clientId: number
  companyName: string
  worksIn: 'only' | 'all' | 'one'
  canHibernate: '0' | '1'
  admin: '0' | '1'
  viewedBy: string
  menu: Array<'sims' | 'requests' | 'hys' | 'alarmas' | 'sms_report' | 'plans' | 'users' | 'companies'>
  customField1Name: string
  customField2Name: string
  popup1: string
  popup2: string
}

export type SessionBeginEnrolmentInput = Record<string, never>

export interface SessionBeginEnrolmentAnswer {
  secret: string
  address: string
}

export interface SessionFinishEnrolmentInput {
  code: string
}

export interface SessionFinishEnrolmentAnswer {
  session: {
    userName: string
    userLastname: string
    userEmail: string
    clientId: number
    companyName: string
    worksIn: 'only' | 'all' | 'one'
    canHibernate: '0' | '1'
    admin: '0' | '1'
    viewedBy: string
    menu: Array<'sims' | 'requests' | 'hys' | 'alarmas' | 'sms_report' | 'plans' | 'users' | 'companies'>
    customField1Name: string
    customField2Name: string
    popup1: string
    popup2: string
  }
  recoveryCodes: string[]
}

export interface SessionFindSignOnAnswer {
  signsOn: boolean
  passwordLogin: boolean
}

export interface SessionRequestPasswordResetInput {
  email: string
}

export interface SessionCheckPasswordLinkAnswer {
  userEmail: string
  purpose: 'restore' | 'invitation'
}

export interface SessionResetPasswordInput {
  token: string
  newPassword: string
  repeatNewPassword: string
}

export interface SessionMethods {
  /** Get the current user, company and permits */
  get(options?: MethodOptions): Promise<SessionGetAnswer>
  /** Log in by e-mail and password; sets the session cookie */
  logIn(input: SessionLogInInput, options?: MethodOptions): Promise<SessionLogInAnswer>
  /** Log in with a second factor, after the code second_factor_required; sets the session cookie */
  logInWithCode(input: SessionLogInWithCodeInput, options?: MethodOptions): Promise<SessionLogInWithCodeAnswer>
  /** Create the secret of an authenticator app, after the code second_factor_enrolment */
  beginEnrolment(input?: SessionBeginEnrolmentInput, options?: MethodOptions): Promise<SessionBeginEnrolmentAnswer>
  /** Confirm the authenticator app by its first code; sets the session cookie and returns recovery codes */
  finishEnrolment(input: SessionFinishEnrolmentInput, options?: MethodOptions): Promise<SessionFinishEnrolmentAnswer>
  /** Get whether an e-mail domain uses single sign-on */
  findSignOn(domain: string, options?: MethodOptions): Promise<SessionFindSignOnAnswer>
  /** Request an e-mail with a link to reset the password; the response is the same whether or not the user exists */
  requestPasswordReset(input: SessionRequestPasswordResetInput, options?: MethodOptions): Promise<null>
  /** Get whose password an e-mailed link sets; HTTP 404 once it has expired or been used */
  checkPasswordLink(token: string, options?: MethodOptions): Promise<SessionCheckPasswordLinkAnswer>
  /** Set a password by an e-mailed link, once; ends all sessions of the user */
  resetPassword(input: SessionResetPasswordInput, options?: MethodOptions): Promise<null>
}

export interface EnlaceClient {
  readonly sims: SimsMethods
  readonly notes: NotesMethods
  readonly views: ViewsMethods
  readonly tags: TagsMethods
  readonly groups: GroupsMethods
  readonly geofences: GeofencesMethods
  readonly lockPolicies: LockPoliciesMethods
  readonly messages: MessagesMethods
  readonly operations: OperationsMethods
  readonly alarms: AlarmsMethods
  readonly notices: NoticesMethods
  readonly anomalies: AnomaliesMethods
  readonly rules: RulesMethods
  readonly drafts: DraftsMethods
  readonly plans: PlansMethods
  readonly charges: ChargesMethods
  readonly store: StoreMethods
  readonly cart: CartMethods
  readonly requests: RequestsMethods
  readonly devices: DevicesMethods
  readonly companies: CompaniesMethods
  readonly users: UsersMethods
  readonly webhooks: WebhooksMethods
  readonly audit: AuditMethods
  readonly dashboard: DashboardMethods
  readonly popups: PopupsMethods
  readonly portal: PortalMethods
  readonly deviceLogins: DeviceLoginsMethods
  readonly session: SessionMethods
}

export const CALLS: Readonly<Record<string, Readonly<Record<string, ClientCall>>>> = {
  sims: {
    list: {"method":"POST","path":"/sim/sims","query":[],"hasBody":true,"answer":"list","isRepeatable":true,"takesKey":false,"page":1000},
    search: {"method":"POST","path":"/sim/searchSims","query":[],"hasBody":true,"answer":"list","isRepeatable":true,"takesKey":false,"page":1000},
    suggest: {"method":"GET","path":"/sim/globalSearch/{text}","query":[],"hasBody":false,"answer":"list","isRepeatable":true,"takesKey":false},
    get: {"method":"GET","path":"/sim/{icc}","query":[],"hasBody":false,"answer":"data","isRepeatable":true,"takesKey":false},
    count: {"method":"POST","path":"/sim/facets","query":[],"hasBody":true,"answer":"data","isRepeatable":true,"takesKey":false},
    map: {"method":"POST","path":"/sim/map","query":[],"hasBody":true,"answer":"data","isRepeatable":true,"takesKey":false},
    filterValues: {"method":"GET","path":"/sim/searchParameters","query":[],"hasBody":false,"answer":"data","isRepeatable":true,"takesKey":false},
    export: {"method":"POST","path":"/sim/export","query":[],"hasBody":true,"answer":"file","isRepeatable":true,"takesKey":false},
    actions: {"method":"GET","path":"/sim/actions/{id}","query":[],"hasBody":false,"answer":"data","isRepeatable":true,"takesKey":false},
    alarms: {"method":"GET","path":"/alarm/sim/{icc}","query":[],"hasBody":false,"answer":"data","isRepeatable":true,"takesKey":false},
    apn: {"method":"GET","path":"/sim/apn/{id}","query":[],"hasBody":false,"answer":"data","isRepeatable":true,"takesKey":false},
    history: {"method":"GET","path":"/sim/history/{icc}","query":["kinds"],"hasBody":false,"answer":"data","isRepeatable":true,"takesKey":false},
    usage: {"method":"GET","path":"/sim/usage/{icc}","query":[],"hasBody":false,"answer":"data","isRepeatable":true,"takesKey":false},
    usageOfDay: {"method":"GET","path":"/sim/usage/{icc}/{day}","query":[],"hasBody":false,"answer":"data","isRepeatable":true,"takesKey":false},
    positions: {"method":"GET","path":"/sim/positions/{icc}","query":["days"],"hasBody":false,"answer":"data","isRepeatable":true,"takesKey":false},
    follow: {"method":"GET","path":"/sim/events/{icc}","query":["seconds"],"hasBody":false,"answer":"events","isRepeatable":true,"takesKey":false},
    activate: {"method":"POST","path":"/sim/activate/{id}","query":[],"hasBody":true,"answer":"data","isRepeatable":true,"takesKey":true},
    hibernate: {"method":"POST","path":"/sim/hibernate/{id}","query":[],"hasBody":true,"answer":"data","isRepeatable":true,"takesKey":true},
    reactivate: {"method":"POST","path":"/sim/reactivate/{id}","query":[],"hasBody":true,"answer":"data","isRepeatable":true,"takesKey":true},
    restart: {"method":"GET","path":"/sim/reset/{id}","query":[],"hasBody":false,"answer":"data","isRepeatable":true,"takesKey":true},
    cutData: {"method":"POST","path":"/sim/cutData/{id}","query":[],"hasBody":true,"answer":"data","isRepeatable":true,"takesKey":true},
    restoreData: {"method":"POST","path":"/sim/restoreData/{id}","query":[],"hasBody":true,"answer":"data","isRepeatable":true,"takesKey":true},
    terminate: {"method":"POST","path":"/sim/terminate/{id}","query":[],"hasBody":true,"answer":"data","isRepeatable":true,"takesKey":true},
    withdrawTermination: {"method":"POST","path":"/sim/withdrawTermination/{id}","query":[],"hasBody":true,"answer":"data","isRepeatable":true,"takesKey":true},
    changePlan: {"method":"POST","path":"/sim/plan/{id}","query":[],"hasBody":true,"answer":"data","isRepeatable":true,"takesKey":true},
    withdrawPlan: {"method":"POST","path":"/sim/withdrawPlan/{id}","query":[],"hasBody":true,"answer":"data","isRepeatable":true,"takesKey":true},
    update: {"method":"POST","path":"/sim/editCustom","query":[],"hasBody":true,"answer":"data","isRepeatable":true,"takesKey":true},
    updateMany: {"method":"POST","path":"/sim/editFields","query":[],"hasBody":true,"answer":"data","isRepeatable":true,"takesKey":true},
    tag: {"method":"POST","path":"/sim/tags/{icc}","query":[],"hasBody":true,"answer":"data","isRepeatable":true,"takesKey":true},
    moveToGroup: {"method":"POST","path":"/sim/group/{icc}","query":[],"hasBody":true,"answer":"data","isRepeatable":true,"takesKey":true},
    lockState: {"method":"GET","path":"/sim/lock/{id}","query":[],"hasBody":false,"answer":"data","isRepeatable":true,"takesKey":false},
    lock: {"method":"POST","path":"/sim/lock/{id}","query":[],"hasBody":true,"answer":"data","isRepeatable":true,"takesKey":true},
    testAdministrative: {"method":"GET","path":"/sim/testAdministrative/{id}","query":[],"hasBody":false,"answer":"data","isRepeatable":true,"takesKey":false},
    testData: {"method":"GET","path":"/sim/testGprs/{id}","query":[],"hasBody":false,"answer":"data","isRepeatable":true,"takesKey":false},
    testNetwork: {"method":"GET","path":"/sim/testGsm/{id}","query":[],"hasBody":false,"answer":"data","isRepeatable":true,"takesKey":false},
  },
  notes: {
    list: {"method":"GET","path":"/sim/notes/{icc}","query":[],"hasBody":false,"answer":"data","isRepeatable":true,"takesKey":false},
    create: {"method":"POST","path":"/sim/notes/{icc}","query":[],"hasBody":true,"answer":"data","isRepeatable":true,"takesKey":true},
    delete: {"method":"DELETE","path":"/sim/notes/{icc}/{noteId}","query":[],"hasBody":false,"answer":"data","isRepeatable":true,"takesKey":true},
  },
  views: {
    list: {"method":"GET","path":"/sim/views","query":[],"hasBody":false,"answer":"data","isRepeatable":true,"takesKey":false},
    save: {"method":"POST","path":"/sim/views","query":[],"hasBody":true,"answer":"data","isRepeatable":true,"takesKey":true},
    delete: {"method":"DELETE","path":"/sim/views/{viewId}","query":[],"hasBody":false,"answer":"data","isRepeatable":true,"takesKey":true},
  },
  tags: {
    list: {"method":"GET","path":"/sim/tags","query":[],"hasBody":false,"answer":"data","isRepeatable":true,"takesKey":false},
    update: {"method":"PUT","path":"/tags/{tagId}","query":[],"hasBody":true,"answer":"data","isRepeatable":true,"takesKey":true},
    delete: {"method":"DELETE","path":"/tags/{tagId}","query":[],"hasBody":false,"answer":"data","isRepeatable":true,"takesKey":true},
  },
  groups: {
    list: {"method":"GET","path":"/sim/groups","query":[],"hasBody":false,"answer":"data","isRepeatable":true,"takesKey":false},
    create: {"method":"POST","path":"/groups","query":[],"hasBody":true,"answer":"data","isRepeatable":true,"takesKey":true},
    update: {"method":"PUT","path":"/groups/{groupId}","query":[],"hasBody":true,"answer":"data","isRepeatable":true,"takesKey":true},
    delete: {"method":"DELETE","path":"/groups/{groupId}","query":[],"hasBody":false,"answer":"data","isRepeatable":true,"takesKey":true},
  },
  geofences: {
    list: {"method":"GET","path":"/geofences","query":["company"],"hasBody":false,"answer":"data","isRepeatable":true,"takesKey":false},
    get: {"method":"GET","path":"/geofences/{geofenceId}","query":[],"hasBody":false,"answer":"data","isRepeatable":true,"takesKey":false},
    create: {"method":"POST","path":"/geofences","query":[],"hasBody":true,"answer":"data","isRepeatable":true,"takesKey":true},
    update: {"method":"PUT","path":"/geofences/{geofenceId}","query":[],"hasBody":true,"answer":"data","isRepeatable":true,"takesKey":true},
    delete: {"method":"DELETE","path":"/geofences/{geofenceId}","query":["free"],"hasBody":false,"answer":"data","isRepeatable":true,"takesKey":true},
  },
  lockPolicies: {
    list: {"method":"GET","path":"/sim/lockPolicies","query":[],"hasBody":false,"answer":"data","isRepeatable":true,"takesKey":false},
    set: {"method":"POST","path":"/sim/lockPolicies","query":[],"hasBody":true,"answer":"data","isRepeatable":true,"takesKey":true},
    delete: {"method":"DELETE","path":"/sim/lockPolicies/{policyId}","query":[],"hasBody":false,"answer":"data","isRepeatable":true,"takesKey":true},
  },
  messages: {
    list: {"method":"GET","path":"/sms/report","query":["icc","result","platform","from","to","mine","limit","cursor"],"hasBody":false,"answer":"list","isRepeatable":true,"takesKey":false,"page":1000},
    count: {"method":"GET","path":"/sms/report/counts","query":["icc","platform","from","to","mine"],"hasBody":false,"answer":"data","isRepeatable":true,"takesKey":false},
    export: {"method":"GET","path":"/sms/report/export","query":["icc","result","platform","from","to","mine","format"],"hasBody":false,"answer":"file","isRepeatable":true,"takesKey":false},
    send: {"method":"POST","path":"/sim/sms","query":[],"hasBody":true,"answer":"data","isRepeatable":true,"takesKey":true},
    chat: {"method":"GET","path":"/sim/getChatSms/{id}","query":["before"],"hasBody":false,"answer":"data","isRepeatable":true,"takesKey":false},
    markRead: {"method":"POST","path":"/sim/readChatSms/{id}","query":[],"hasBody":true,"answer":"data","isRepeatable":true,"takesKey":true},
  },
  operations: {
    list: {"method":"GET","path":"/operations","query":["limit","cursor","state","kind","company","subsidiaries","icc","mine","failed","single","from","to"],"hasBody":false,"answer":"list","isRepeatable":true,"takesKey":false,"page":1000},
    count: {"method":"GET","path":"/operations/counts","query":["kind","company","subsidiaries","icc","mine","failed","single","from","to"],"hasBody":false,"answer":"data","isRepeatable":true,"takesKey":false},
    export: {"method":"GET","path":"/operations/export","query":["state","kind","company","subsidiaries","icc","mine","failed","single","from","to","format"],"hasBody":false,"answer":"file","isRepeatable":true,"takesKey":false},
    get: {"method":"GET","path":"/operations/{operationId}","query":[],"hasBody":false,"answer":"data","isRepeatable":true,"takesKey":false},
    lines: {"method":"GET","path":"/operations/{operationId}/items","query":["limit","cursor","state","code"],"hasBody":false,"answer":"list","isRepeatable":true,"takesKey":false,"page":1000},
    results: {"method":"GET","path":"/operations/{operationId}/results","query":["format","state"],"hasBody":false,"answer":"file","isRepeatable":true,"takesKey":false},
    causes: {"method":"GET","path":"/operations/{operationId}/causes","query":[],"hasBody":false,"answer":"data","isRepeatable":true,"takesKey":false},
    cost: {"method":"GET","path":"/operations/{operationId}/cost","query":[],"hasBody":false,"answer":"data","isRepeatable":true,"takesKey":false},
    planCost: {"method":"GET","path":"/operations/{operationId}/planCost","query":[],"hasBody":false,"answer":"data","isRepeatable":true,"takesKey":false},
    groups: {"method":"GET","path":"/operations/{operationId}/groups","query":[],"hasBody":false,"answer":"data","isRepeatable":true,"takesKey":false},
    preview: {"method":"GET","path":"/operations/{operationId}/preview","query":[],"hasBody":false,"answer":"data","isRepeatable":true,"takesKey":false},
    follow: {"method":"GET","path":"/operations/events","query":["operationId","seconds"],"hasBody":false,"answer":"events","isRepeatable":true,"takesKey":false},
    uploadFile: {"method":"POST","path":"/operations/files","query":["fileName"],"hasBody":false,"answer":"data","isRepeatable":false,"takesKey":false,"isUpload":true},
    activate: {"method":"POST","path":"/sim/massiveActivation","query":[],"hasBody":true,"answer":"data","isRepeatable":true,"takesKey":true},
    hibernate: {"method":"POST","path":"/sim/massiveHibernation","query":[],"hasBody":true,"answer":"data","isRepeatable":true,"takesKey":true},
    reactivate: {"method":"POST","path":"/sim/massiveReactivation","query":[],"hasBody":true,"answer":"data","isRepeatable":true,"takesKey":true},
    restart: {"method":"POST","path":"/sim/massiveReset","query":[],"hasBody":true,"answer":"data","isRepeatable":true,"takesKey":true},
    restoreData: {"method":"POST","path":"/sim/massiveRestore","query":[],"hasBody":true,"answer":"data","isRepeatable":true,"takesKey":true},
    terminate: {"method":"POST","path":"/sim/massiveTermination","query":[],"hasBody":true,"answer":"data","isRepeatable":true,"takesKey":true},
    changePlan: {"method":"POST","path":"/sim/massivePlan","query":[],"hasBody":true,"answer":"data","isRepeatable":true,"takesKey":true},
    update: {"method":"POST","path":"/sim/massiveCustom","query":[],"hasBody":true,"answer":"data","isRepeatable":true,"takesKey":true},
    tag: {"method":"POST","path":"/sim/massiveTag","query":[],"hasBody":true,"answer":"data","isRepeatable":true,"takesKey":true},
    moveToGroup: {"method":"POST","path":"/sim/massiveGroup","query":[],"hasBody":true,"answer":"data","isRepeatable":true,"takesKey":true},
    moveToCompany: {"method":"POST","path":"/sim/assignSims","query":[],"hasBody":true,"answer":"data","isRepeatable":true,"takesKey":true},
    lock: {"method":"POST","path":"/sim/massiveLock","query":[],"hasBody":true,"answer":"data","isRepeatable":true,"takesKey":true},
    sendSms: {"method":"POST","path":"/sim/massiveSms","query":[],"hasBody":true,"answer":"data","isRepeatable":true,"takesKey":true},
    diagnose: {"method":"POST","path":"/sim/massiveDiagnosis","query":[],"hasBody":true,"answer":"data","isRepeatable":true,"takesKey":true},
    confirm: {"method":"POST","path":"/operations/{operationId}/confirm","query":[],"hasBody":true,"answer":"data","isRepeatable":true,"takesKey":true},
    discard: {"method":"DELETE","path":"/operations/{operationId}","query":[],"hasBody":false,"answer":"data","isRepeatable":true,"takesKey":true},
    pause: {"method":"POST","path":"/operations/{operationId}/pause","query":[],"hasBody":false,"answer":"data","isRepeatable":true,"takesKey":true},
    resume: {"method":"POST","path":"/operations/{operationId}/resume","query":[],"hasBody":false,"answer":"data","isRepeatable":true,"takesKey":true},
    cancel: {"method":"POST","path":"/operations/{operationId}/cancel","query":[],"hasBody":false,"answer":"data","isRepeatable":true,"takesKey":true},
    retry: {"method":"POST","path":"/operations/{operationId}/retry","query":[],"hasBody":false,"answer":"data","isRepeatable":true,"takesKey":true},
    withdraw: {"method":"POST","path":"/operations/{operationId}/withdraw","query":[],"hasBody":false,"answer":"data","isRepeatable":true,"takesKey":true},
    companies: {"method":"GET","path":"/sim/assignList","query":[],"hasBody":false,"answer":"data","isRepeatable":true,"takesKey":false},
  },
  alarms: {
    list: {"method":"GET","path":"/alarm/alarms","query":["company","subsidiaries","search","alarm","limit","cursor"],"hasBody":false,"answer":"list","isRepeatable":true,"takesKey":false,"page":1000},
    export: {"method":"GET","path":"/alarm/alarms/export","query":["company","subsidiaries","search","alarm","format"],"hasBody":false,"answer":"file","isRepeatable":true,"takesKey":false},
    companies: {"method":"GET","path":"/alarm/companies","query":[],"hasBody":false,"answer":"list","isRepeatable":true,"takesKey":false},
    plans: {"method":"GET","path":"/alarm/plans/{companyId}","query":[],"hasBody":false,"answer":"list","isRepeatable":true,"takesKey":false},
    create: {"method":"POST","path":"/alarm","query":[],"hasBody":true,"answer":"data","isRepeatable":true,"takesKey":true},
    update: {"method":"PUT","path":"/alarm","query":[],"hasBody":true,"answer":"data","isRepeatable":true,"takesKey":true},
    delete: {"method":"DELETE","path":"/alarm/{id}","query":[],"hasBody":false,"answer":"data","isRepeatable":true,"takesKey":true},
    restore: {"method":"POST","path":"/alarm/restore/{id}","query":[],"hasBody":true,"answer":"data","isRepeatable":true,"takesKey":true},
    simulate: {"method":"POST","path":"/alarm/trial","query":[],"hasBody":true,"answer":"data","isRepeatable":true,"takesKey":false},
  },
  notices: {
    list: {"method":"GET","path":"/alarm/notificatedAlarms","query":["alarm","company","kind","action","icc","from","to","limit","cursor"],"hasBody":false,"answer":"list","isRepeatable":true,"takesKey":false,"page":1000},
    count: {"method":"GET","path":"/alarm/notificatedAlarms/counts","query":["alarm","company","kind","action","icc","from","to","by"],"hasBody":false,"answer":"data","isRepeatable":true,"takesKey":false},
    export: {"method":"GET","path":"/alarm/notificatedAlarms/export","query":["alarm","company","kind","action","icc","from","to","format"],"hasBody":false,"answer":"file","isRepeatable":true,"takesKey":false},
    follow: {"method":"GET","path":"/alarm/notificatedAlarms/events","query":["seconds"],"hasBody":false,"answer":"events","isRepeatable":true,"takesKey":false},
    restoreData: {"method":"POST","path":"/alarm/notices/{id}/restore","query":[],"hasBody":true,"answer":"data","isRepeatable":true,"takesKey":true},
  },
  anomalies: {
    list: {"method":"GET","path":"/anomaly/anomalies","query":["company","kind","device","icc","from","to","limit","cursor"],"hasBody":false,"answer":"list","isRepeatable":true,"takesKey":false,"page":1000},
    count: {"method":"GET","path":"/anomaly/anomalies/counts","query":["company","device","icc","from","to"],"hasBody":false,"answer":"data","isRepeatable":true,"takesKey":false},
    sims: {"method":"GET","path":"/anomaly/sims/{id}","query":[],"hasBody":false,"answer":"list","isRepeatable":true,"takesKey":false},
    export: {"method":"GET","path":"/anomaly/anomalies/export","query":["company","kind","device","icc","from","to","format"],"hasBody":false,"answer":"file","isRepeatable":true,"takesKey":false},
  },
  rules: {
    list: {"method":"GET","path":"/rule/rules","query":["company","search","trigger","limit","cursor"],"hasBody":false,"answer":"list","isRepeatable":true,"takesKey":false,"page":1000},
    firings: {"method":"GET","path":"/rule/firings","query":["rule","company","trigger","operation","icc","from","to","limit","cursor"],"hasBody":false,"answer":"list","isRepeatable":true,"takesKey":false,"page":1000},
    company: {"method":"GET","path":"/rule/company/{companyId}","query":[],"hasBody":false,"answer":"data","isRepeatable":true,"takesKey":false},
    create: {"method":"POST","path":"/rule","query":[],"hasBody":true,"answer":"data","isRepeatable":true,"takesKey":true},
    update: {"method":"PUT","path":"/rule","query":[],"hasBody":true,"answer":"data","isRepeatable":true,"takesKey":true},
    delete: {"method":"DELETE","path":"/rule/{id}","query":[],"hasBody":false,"answer":"data","isRepeatable":true,"takesKey":true},
    setActive: {"method":"POST","path":"/rule/active/{id}","query":[],"hasBody":true,"answer":"data","isRepeatable":true,"takesKey":true},
    stopAll: {"method":"POST","path":"/rule/stop","query":[],"hasBody":true,"answer":"data","isRepeatable":true,"takesKey":true},
    answer: {"method":"POST","path":"/rule/answer/{id}","query":[],"hasBody":true,"answer":"data","isRepeatable":true,"takesKey":true},
    simulate: {"method":"POST","path":"/rule/try","query":[],"hasBody":true,"answer":"data","isRepeatable":true,"takesKey":false},
  },
  drafts: {
    list: {"method":"GET","path":"/drafts","query":["kind","company","limit","cursor"],"hasBody":false,"answer":"list","isRepeatable":true,"takesKey":false,"page":1000},
    get: {"method":"GET","path":"/drafts/{draftId}","query":[],"hasBody":false,"answer":"data","isRepeatable":true,"takesKey":false},
    rule: {"method":"POST","path":"/drafts/rule","query":[],"hasBody":true,"answer":"data","isRepeatable":true,"takesKey":true},
    alarm: {"method":"POST","path":"/drafts/alarm","query":[],"hasBody":true,"answer":"data","isRepeatable":true,"takesKey":true},
  },
  plans: {
    list: {"method":"GET","path":"/plans","query":["company","search","sort","descending"],"hasBody":false,"answer":"list","isRepeatable":true,"takesKey":false},
    get: {"method":"GET","path":"/plans/plan/{id}","query":[],"hasBody":false,"answer":"data","isRepeatable":true,"takesKey":false},
    offered: {"method":"GET","path":"/plans/offered","query":["all"],"hasBody":false,"answer":"list","isRepeatable":true,"takesKey":false},
    pools: {"method":"GET","path":"/plans/pools","query":["company","limit"],"hasBody":false,"answer":"data","isRepeatable":true,"takesKey":false},
    providers: {"method":"GET","path":"/plans/providers","query":[],"hasBody":false,"answer":"list","isRepeatable":true,"takesKey":false},
    types: {"method":"GET","path":"/plans/planTypes/{id}","query":[],"hasBody":false,"answer":"list","isRepeatable":true,"takesKey":false},
    ofType: {"method":"GET","path":"/plans/plans/{id}","query":["provider"],"hasBody":false,"answer":"list","isRepeatable":true,"takesKey":false},
    export: {"method":"GET","path":"/plans/export","query":["company","search","sort","descending","format"],"hasBody":false,"answer":"file","isRepeatable":true,"takesKey":false},
    advice: {"method":"GET","path":"/plans/advice","query":["company"],"hasBody":false,"answer":"data","isRepeatable":true,"takesKey":false},
    askAdvice: {"method":"POST","path":"/plans/advice","query":[],"hasBody":true,"answer":"data","isRepeatable":true,"takesKey":true},
    advisedSims: {"method":"GET","path":"/plans/advice/sims","query":["company","adviceId","planCode","after","limit"],"hasBody":false,"answer":"data","isRepeatable":true,"takesKey":false},
  },
  charges: {
    list: {"method":"GET","path":"/charges","query":["companyId","subsidiaries","period","state","limit","cursor"],"hasBody":false,"answer":"list","isRepeatable":true,"takesKey":false,"page":1000},
    count: {"method":"GET","path":"/charges/facets","query":["companyId","subsidiaries","period","state"],"hasBody":false,"answer":"data","isRepeatable":true,"takesKey":false},
    get: {"method":"GET","path":"/charges/{documentId}","query":[],"hasBody":false,"answer":"data","isRepeatable":true,"takesKey":false},
    lines: {"method":"GET","path":"/charges/{documentId}/lines","query":["kind","plan","icc","limit","cursor"],"hasBody":false,"answer":"list","isRepeatable":true,"takesKey":false,"page":500},
    sim: {"method":"GET","path":"/charges/{documentId}/lines/{icc}/days","query":[],"hasBody":false,"answer":"data","isRepeatable":true,"takesKey":false},
    sessions: {"method":"GET","path":"/charges/{documentId}/lines/{icc}/days/{day}","query":[],"hasBody":false,"answer":"data","isRepeatable":true,"takesKey":false},
    pdf: {"method":"GET","path":"/charges/{documentId}/pdf","query":[],"hasBody":false,"answer":"file","isRepeatable":true,"takesKey":false},
    exportLines: {"method":"GET","path":"/charges/{documentId}/csv","query":[],"hasBody":false,"answer":"file","isRepeatable":true,"takesKey":false},
    export: {"method":"GET","path":"/charges/export","query":["companyId","subsidiaries","period","state","format"],"hasBody":false,"answer":"file","isRepeatable":true,"takesKey":false},
  },
  store: {
    categories: {"method":"GET","path":"/categories/list","query":[],"hasBody":false,"answer":"list","isRepeatable":true,"takesKey":false},
    categoryChoices: {"method":"GET","path":"/categories/selectList","query":[],"hasBody":false,"answer":"list","isRepeatable":true,"takesKey":false},
    hardware: {"method":"GET","path":"/hardware/list","query":["category","search"],"hasBody":false,"answer":"list","isRepeatable":true,"takesKey":false},
    brands: {"method":"GET","path":"/store/brandList","query":[],"hasBody":false,"answer":"list","isRepeatable":true,"takesKey":false},
    products: {"method":"GET","path":"/store/productList/{brand}","query":["category"],"hasBody":false,"answer":"list","isRepeatable":true,"takesKey":false},
    picture: {"method":"GET","path":"/hardware/pictures/{picture}","query":[],"hasBody":false,"answer":"file","isRepeatable":true,"takesKey":false},
  },
  cart: {
    get: {"method":"GET","path":"/requests/cart","query":[],"hasBody":false,"answer":"data","isRepeatable":true,"takesKey":false},
    setLine: {"method":"PUT","path":"/requests/cart","query":[],"hasBody":true,"answer":"data","isRepeatable":true,"takesKey":true},
    fill: {"method":"POST","path":"/requests/cart","query":[],"hasBody":true,"answer":"data","isRepeatable":true,"takesKey":true},
    empty: {"method":"DELETE","path":"/requests/cart","query":[],"hasBody":false,"answer":"data","isRepeatable":true,"takesKey":true},
    submit: {"method":"POST","path":"/requests/submit","query":[],"hasBody":true,"answer":"data","isRepeatable":true,"takesKey":true},
  },
  requests: {
    list: {"method":"GET","path":"/requests/list","query":["company","subsidiaries","status","type","from","to","order","limit","cursor"],"hasBody":false,"answer":"list","isRepeatable":true,"takesKey":false,"page":1000},
    count: {"method":"GET","path":"/requests/counts","query":["company","subsidiaries","type","from","to"],"hasBody":false,"answer":"data","isRepeatable":true,"takesKey":false},
    get: {"method":"GET","path":"/requests/{id}","query":[],"hasBody":false,"answer":"data","isRepeatable":true,"takesKey":false},
    sims: {"method":"GET","path":"/requests/detail/{id}","query":["limit","cursor"],"hasBody":false,"answer":"list","isRepeatable":true,"takesKey":false,"page":1000},
    exportSims: {"method":"GET","path":"/requests/{id}/sims/export","query":["format"],"hasBody":false,"answer":"file","isRepeatable":true,"takesKey":false},
    export: {"method":"GET","path":"/requests/export","query":["company","subsidiaries","status","type","from","to","format"],"hasBody":false,"answer":"file","isRepeatable":true,"takesKey":false},
    cancel: {"method":"POST","path":"/requests/{id}/cancel","query":[],"hasBody":true,"answer":"data","isRepeatable":true,"takesKey":true},
    deliver: {"method":"POST","path":"/requests/{id}/deliver","query":[],"hasBody":true,"answer":"data","isRepeatable":true,"takesKey":true},
    close: {"method":"POST","path":"/requests/{id}/close","query":[],"hasBody":true,"answer":"data","isRepeatable":true,"takesKey":true},
  },
  devices: {
    list: {"method":"GET","path":"/hys/list","query":["company","productType","withoutImei","search","limit","cursor"],"hasBody":false,"answer":"list","isRepeatable":true,"takesKey":false,"page":1000},
    count: {"method":"GET","path":"/hys/count","query":["company","productType","withoutImei","search"],"hasBody":false,"answer":"data","isRepeatable":true,"takesKey":false},
    countByType: {"method":"GET","path":"/hys/counts","query":["company","withoutImei","search"],"hasBody":false,"answer":"data","isRepeatable":true,"takesKey":false},
    totals: {"method":"GET","path":"/hys/totals","query":["company"],"hasBody":false,"answer":"data","isRepeatable":true,"takesKey":false},
    types: {"method":"GET","path":"/hys/filters","query":[],"hasBody":false,"answer":"data","isRepeatable":true,"takesKey":false},
    update: {"method":"POST","path":"/hys/editCustom","query":[],"hasBody":true,"answer":"data","isRepeatable":true,"takesKey":true},
    export: {"method":"GET","path":"/hys/export","query":["company","productType","withoutImei","search","format"],"hasBody":false,"answer":"file","isRepeatable":true,"takesKey":false},
  },
  companies: {
    list: {"method":"GET","path":"/companies","query":["parent","search","state","limit","cursor"],"hasBody":false,"answer":"list","isRepeatable":true,"takesKey":false,"page":1000},
    count: {"method":"GET","path":"/companies/counts","query":["search"],"hasBody":false,"answer":"data","isRepeatable":true,"takesKey":false},
    choices: {"method":"GET","path":"/companies/choices","query":["search","company","limit"],"hasBody":false,"answer":"list","isRepeatable":true,"takesKey":false},
    countries: {"method":"GET","path":"/companies/countries","query":[],"hasBody":false,"answer":"data","isRepeatable":true,"takesKey":false},
    get: {"method":"GET","path":"/companies/company/{id}","query":[],"hasBody":false,"answer":"data","isRepeatable":true,"takesKey":false},
    create: {"method":"POST","path":"/companies/company/","query":[],"hasBody":true,"answer":"data","isRepeatable":true,"takesKey":true},
    update: {"method":"PUT","path":"/companies/company/","query":[],"hasBody":true,"answer":"data","isRepeatable":true,"takesKey":true},
    delete: {"method":"DELETE","path":"/companies/company/{id}","query":[],"hasBody":false,"answer":"data","isRepeatable":true,"takesKey":true},
    export: {"method":"GET","path":"/companies/export","query":["search","state","format"],"hasBody":false,"answer":"file","isRepeatable":true,"takesKey":false},
  },
  users: {
    list: {"method":"GET","path":"/users","query":["search","company","subsidiaries","state","permit","user","sort","descending","limit","cursor"],"hasBody":false,"answer":"list","isRepeatable":true,"takesKey":false,"page":1000},
    count: {"method":"GET","path":"/users/counts","query":["search","company","subsidiaries","permit"],"hasBody":false,"answer":"data","isRepeatable":true,"takesKey":false},
    get: {"method":"GET","path":"/users/user/{id}","query":[],"hasBody":false,"answer":"data","isRepeatable":true,"takesKey":false},
    companies: {"method":"GET","path":"/users/companies","query":["search","limit"],"hasBody":false,"answer":"list","isRepeatable":true,"takesKey":false},
    countries: {"method":"GET","path":"/users/address","query":[],"hasBody":false,"answer":"data","isRepeatable":true,"takesKey":false},
    permits: {"method":"GET","path":"/permits/permitList","query":["search","company","limit","cursor"],"hasBody":false,"answer":"data","isRepeatable":true,"takesKey":false,"page":1000},
    export: {"method":"GET","path":"/users/export","query":["search","company","subsidiaries","state","permit","user","sort","descending","format"],"hasBody":false,"answer":"file","isRepeatable":true,"takesKey":false},
  },
  webhooks: {
    list: {"method":"GET","path":"/webhooks","query":["company"],"hasBody":false,"answer":"data","isRepeatable":true,"takesKey":false},
    messages: {"method":"GET","path":"/webhooks/{endpointId}/messages","query":["state","limit","cursor"],"hasBody":false,"answer":"list","isRepeatable":true,"takesKey":false,"page":1000},
    getMessage: {"method":"GET","path":"/webhooks/messages/{messageId}","query":[],"hasBody":false,"answer":"data","isRepeatable":true,"takesKey":false},
    ping: {"method":"POST","path":"/webhooks/{endpointId}/ping","query":[],"hasBody":true,"answer":"data","isRepeatable":true,"takesKey":true},
    resend: {"method":"POST","path":"/webhooks/messages/{messageId}/send","query":[],"hasBody":true,"answer":"data","isRepeatable":true,"takesKey":true},
  },
  audit: {
    list: {"method":"GET","path":"/audit","query":["person","action","entity","thing","company","changes","from","to","limit","cursor"],"hasBody":false,"answer":"list","isRepeatable":true,"takesKey":false,"page":1000},
    choices: {"method":"GET","path":"/audit/choices","query":[],"hasBody":false,"answer":"data","isRepeatable":true,"takesKey":false},
    export: {"method":"GET","path":"/audit/export","query":["person","action","entity","thing","company","changes","from","to","format"],"hasBody":false,"answer":"file","isRepeatable":true,"takesKey":false},
  },
  dashboard: {
    get: {"method":"GET","path":"/dashboard","query":[],"hasBody":false,"answer":"data","isRepeatable":true,"takesKey":false},
    usage: {"method":"GET","path":"/dashboard/usage","query":["company","subsidiaries"],"hasBody":false,"answer":"data","isRepeatable":true,"takesKey":false},
    follow: {"method":"GET","path":"/dashboard/events","query":["seconds"],"hasBody":false,"answer":"events","isRepeatable":true,"takesKey":false},
  },
  popups: {
    get: {"method":"GET","path":"/popups/{name}","query":[],"hasBody":false,"answer":"data","isRepeatable":true,"takesKey":false},
    markSeen: {"method":"POST","path":"/popups/{name}/seen","query":[],"hasBody":false,"answer":"data","isRepeatable":true,"takesKey":true},
  },
  portal: {
    config: {"method":"GET","path":"/client-config","query":[],"hasBody":false,"answer":"data","isRepeatable":true,"takesKey":false},
    mapFile: {"method":"GET","path":"/map/{file}","query":["v"],"hasBody":false,"answer":"file","isRepeatable":true,"takesKey":false},
  },
  deviceLogins: {
    start: {"method":"POST","path":"/deviceLogins","query":[],"hasBody":true,"answer":"data","isRepeatable":false,"takesKey":false},
    own: {"method":"GET","path":"/deviceLogins/own","query":[],"hasBody":false,"answer":"data","isRepeatable":true,"takesKey":false},
  },
  session: {
    get: {"method":"GET","path":"/users/session/","query":[],"hasBody":false,"answer":"data","isRepeatable":true,"takesKey":false},
    logIn: {"method":"POST","path":"/users/session/","query":[],"hasBody":true,"answer":"data","isRepeatable":false,"takesKey":false},
    logInWithCode: {"method":"POST","path":"/users/session/secondFactor","query":[],"hasBody":true,"answer":"data","isRepeatable":false,"takesKey":false},
    beginEnrolment: {"method":"POST","path":"/users/session/secondFactor/begin","query":[],"hasBody":true,"answer":"data","isRepeatable":false,"takesKey":false},
    finishEnrolment: {"method":"POST","path":"/users/session/secondFactor/confirm","query":[],"hasBody":true,"answer":"data","isRepeatable":false,"takesKey":false},
    findSignOn: {"method":"GET","path":"/users/signOn/{domain}","query":[],"hasBody":false,"answer":"data","isRepeatable":true,"takesKey":false},
    requestPasswordReset: {"method":"POST","path":"/users/restorePassword","query":[],"hasBody":true,"answer":"data","isRepeatable":false,"takesKey":false},
    checkPasswordLink: {"method":"GET","path":"/users/restoreEmail/{token}","query":[],"hasBody":false,"answer":"data","isRepeatable":true,"takesKey":false},
    resetPassword: {"method":"PUT","path":"/users/restorePassword","query":[],"hasBody":true,"answer":"data","isRepeatable":false,"takesKey":false},
  },
}
