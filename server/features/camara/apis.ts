import { communicationFunction } from './apis/communication-function.ts'
import { dataVolume } from './apis/data-volume.ts'
import { deviceIdentifier } from './apis/device-identifier.ts'
import { networkType, reachability, roamingStatus } from './apis/device-status.ts'
import { EVENT_SUBSCRIPTIONS } from './apis/events.ts'
import { fraudPrevention } from './apis/fraud-prevention.ts'
import { locationRetrieval, locationVerification } from './apis/location.ts'
import { subscriptionStatus } from './apis/subscription-status.ts'
import { deviceSwaps, simSwaps } from './apis/swaps.ts'
import type { CamaraApi } from './operation.ts'

/** What is served below /camara; test/camara/ has the documents. */
export const CAMARA_APIS: readonly CamaraApi[] = [
  reachability,
  roamingStatus,
  networkType,
  locationRetrieval,
  locationVerification,
  simSwaps,
  deviceSwaps,
  deviceIdentifier,
  dataVolume,
  subscriptionStatus,
  fraudPrevention,
  communicationFunction,
  ...EVENT_SUBSCRIPTIONS,
]
