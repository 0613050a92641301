import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CallError } from '#web/lib/call.ts'
import { originLabel } from '#web/lib/origin-word.ts'
import { CompanyField } from '#web/shared/companies/company-finder.tsx'
import { searchParametersQuery } from '#web/shared/sims/search-parameters.api.ts'
import { Button } from '#web/ui/button.tsx'
import { ChoiceField } from '#web/ui/choice-field.tsx'
import dialogStyles from '#web/ui/dialog.module.css'
import { Dialog } from '#web/ui/dialog.tsx'
import { ImportSteps } from './import-dialog.tsx'
import { ImportProblem } from './import-problem.tsx'
import { type ImportData, networkPlansQuery, useNetworkImport } from './inventory.api.ts'

/** Imports SIMs from a network's list: properties of new ones, preview, import. */
export function NetworkImportDialog({ network, onClose }: { network: ListingNetwork; onClose: () => void }) {
  const { t } = useTranslation()
  return (
    <Dialog opened onClose={onClose} title={t('imports.fromNetwork', { name: network.name })} fullOnPhone>
      <ImportSteps
        onClose={onClose}
        restartLabel={t('imports.again')}
        first={(onStarted) => <NetworkImportForm network={network} onStarted={onStarted} />}
      />
    </Dialog>
  )
}

/** A network that lists its SIMs, with the routes of SIMs to it. */
export interface ListingNetwork {
  readonly networkId: string
  readonly name: string
  readonly carries: readonly { readonly originId: number; readonly simTypeId: number }[]
}

const NOTHING = { companyId: '', planCode: '', apnId: '' }
type Name = keyof typeof NOTHING
/** chosen from a list */
const LISTED = ['planCode', 'apnId'] as const satisfies readonly Name[]

/** Properties of the SIMs that are new to the portal. */
function NetworkImportForm({ network, onStarted }: { network: ListingNetwork; onStarted: (data: ImportData) => void }) {
  const { t } = useTranslation()
  const [values, setValues] = useState(NOTHING)
  const [isAttempted, setAttempted] = useState(false)
  const choices = useChoices(network)
  const { mutate, isPending, error } = useNetworkImport(network.networkId)
  const isWhole = Object.values(values).every(Boolean)
  const start = () => {
    setAttempted(true)
    if (!isWhole || isPending) return
    const { companyId, planCode, apnId } = values
    mutate({ companyId: Number(companyId), planCode, apnId: Number(apnId) }, { onSuccess: onStarted })
  }
  const serverErrors: Partial<Record<string, string>> = error instanceof CallError ? error.fields : {}
  const problemOf = (name: Name) => (isAttempted && values[name] === '' ? t('imports.needed') : serverErrors[name])
  if (network.carries.length === 0) return <ImportProblem>{t('imports.noRule')}</ImportProblem>
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        start()
      }}
    >
      <p className="text-secondary">{t('imports.fromNetworkLead')}</p>
      <CompanyField
        label={t('imports.companyId')}
        placeholder={t('imports.choosing')}
        company={values.companyId === '' ? undefined : Number(values.companyId)}
        problem={problemOf('companyId')}
        isAutoFocused
        onChoose={({ id }) => setValues({ ...values, companyId: String(id) })}
      />
      {LISTED.map((name) => (
        <ChoiceField
          key={name}
          label={t(`imports.${name}`)}
          value={values[name]}
          problem={problemOf(name)}
          onChoose={(value) => setValues({ ...values, [name]: value })}
        >
          <option value="">{t('imports.choosing')}</option>
          {choices[name].map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </ChoiceField>
      ))}
      {error && Object.keys(serverErrors).length === 0 ? <ImportProblem>{error.message}</ImportProblem> : null}
      <div className={dialogStyles.actions}>
        <Button type="submit" variant="primary" blocked={isPending} aria-busy={isPending}>
          {t('imports.fetch')}
        </Button>
      </div>
    </form>
  )
}

function useChoices({ carries }: ListingNetwork): Record<(typeof LISTED)[number], readonly { value: string; label: string }[]> {
  const { data } = useQuery(searchParametersQuery)
  const { data: plans } = useQuery(networkPlansQuery(carries))
  return {
    planCode: (plans ?? []).map(({ planCode, planName, provider }) => ({
      value: planCode,
      label: `${planName} · ${originLabel(provider)}`,
    })),
    apnId: (data?.apns ?? []).map(({ apnId, apnName }) => ({ value: String(apnId), label: apnName })),
  }
}
