import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CallError } from '#web/lib/call.ts'
import {
  type AccessValues,
  accessOf,
  accessProblems,
  type LimitValues,
  limitProblems,
  limitsOf,
  type NetworkProblems,
  otherProblems,
} from './network-values.ts'
import { type AccessBody, type LimitsBody, type NetworkData, useCheckSettings } from './networks.api.ts'

interface NetworkFormOptions<Values> {
  readonly kind: string
  /** undefined for a new one */
  readonly network?: NetworkData
  initial(): Values
  /** of fields other than limits and connection */
  problemsOf(values: Values): NetworkProblems
  save(values: Values, body: LimitsBody & Required<AccessBody>): void
  readonly isPending: boolean
  readonly error: Error | null
  onClose(): void
}

/** The form of a new network, or of one that there is: its connection can be checked before it is saved. */
export function useNetworkForm<Values extends LimitValues & AccessValues>(options: NetworkFormOptions<Values>) {
  const { kind, network, isPending, error, onClose } = options
  const { t } = useTranslation()
  const [values, setValues] = useState(options.initial)
  const [problems, setProblems] = useState<NetworkProblems>({})
  const check = useCheckSettings()
  const access = accessOf(kind, values)
  const body = { ...limitsOf(values), ...access }
  const submit = () => {
    const found = { ...options.problemsOf(values), ...limitProblems(body), ...accessProblems(kind, access, network) }
    setProblems(found)
    if (!isPending && Object.keys(found).length === 0) options.save(values, body)
  }
  const onCheck = () => {
    const found = accessProblems(kind, access, network)
    setProblems({ ...otherProblems(problems), ...found })
    if (Object.keys(found).length > 0) return
    check.mutate({ kind, ...access, ...(network && { networkId: network.networkId }) })
  }
  const onValues = (next: Values) => {
    if (next.settings !== values.settings || next.secrets !== values.secrets) check.reset()
    setValues(next)
  }
  return {
    about: { values, problems: { ...fieldErrorsOf(error), ...fieldErrorsOf(check.error), ...problems }, onValues },
    connection: { check, onCheck },
    saving: { isPending, isBlocked: false, failure: failureOf(error, t('networks.form.conflict')), submit, onClose },
    clearProblems: () => setProblems({}),
  }
}

/** The server's errors by field. */
const fieldErrorsOf = (error: Error | null): NetworkProblems => (error instanceof CallError ? error.fields : {})

/** Why saving failed, if no field shows it. */
function failureOf(error: Error | null, conflict: string): Error | null {
  if (Object.keys(fieldErrorsOf(error)).length > 0) return null
  return error instanceof CallError && error.code === 'conflict' ? new Error(conflict) : error
}
