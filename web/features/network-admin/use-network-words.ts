import { useTranslation } from 'react-i18next'
import type { NetworkData } from './networks.api.ts'
import { networksEs } from './networks.es.ts'

const has = <T extends object>(words: T, name: string): name is keyof T & string => Object.hasOwn(words, name)

const COMMANDS = ['activate', 'suspend', 'resume', 'terminate', 'cutData', 'restoreData', 'resetConnection', 'sendSms'] as const
const FEATURES = ['location', 'listsSims', 'locksDevices', 'remembersRequests', 'confirmsByEvent', 'reportsUsage'] as const

/** Names of networks' capabilities and failures, in the page's language. An unsupported name is shown as it is. */
export function useNetworkWords() {
  const { t } = useTranslation()
  return {
    callWord: (name: string): string => (has(networksEs.call, name) ? t(`networks.call.${name}`) : name),
    causeWord: (name: string): string => (has(networksEs.cause, name) ? t(`networks.cause.${name}`) : name),
    partWord: (name: string): string => (has(networksEs.part, name) ? t(`networks.part.${name}`) : name),
    /** capabilities, or missing ones */
    capabilityWords: (capabilities: NonNullable<NetworkData['capabilities']>, isPresent: boolean): string[] => [
      ...COMMANDS.filter((name) => capabilities.commands.includes(name) === isPresent).map((name) =>
        t(`networks.command.${name}`),
      ),
      ...FEATURES.filter((name) => capabilities[name] === isPresent).map((name) => t(`networks.feature.${name}`)),
    ],
  }
}
