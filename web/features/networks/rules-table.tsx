import { useTranslation } from 'react-i18next'
import { Select } from '#web/ui/select.tsx'
import type { NetworkRules } from './networks.api.ts'
import { pairKey, type RuleChanges } from './rule-changes.ts'

interface RulesTableProps {
  readonly rules: NetworkRules
  readonly changes: RuleChanges
  onChange(changes: RuleChanges): void
}

/** Origins down, types across; each cell is the network that carries them. On a phone each origin is a block of its own. */
export function RulesTable({ rules, changes, onChange }: RulesTableProps) {
  const { t } = useTranslation()
  const { origins, simTypes } = rules
  const found = new Map(rules.rules.map((rule) => [pairKey(rule.originId, rule.simTypeId), rule]))
  const choose = (pair: string, networkId: string) => {
    const { [pair]: _before, ...others } = changes
    onChange(networkId === (found.get(pair)?.networkId ?? '') ? others : { ...others, [pair]: networkId })
  }
  return (
    <div className="net-matrix">
      <table aria-label={t('networks.rules.title')}>
        <thead>
          <tr>
            <th scope="col">{t('networks.rules.origin')}</th>
            {simTypes.map(({ simTypeId, simTypeName }) => (
              <th key={simTypeId} scope="col">
                {simTypeName}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {origins.map((origin) => (
            <tr key={origin.originId}>
              <th scope="row">
                {origin.originName}
                <span className="t3 s12">{origin.operatorName}</span>
              </th>
              {simTypes.map((simType) => {
                const pair = pairKey(origin.originId, simType.simTypeId)
                return (
                  <td key={pair} data-type={simType.simTypeName}>
                    <RuleCell
                      rules={rules}
                      label={t('networks.rules.cell', { origin: origin.originName, type: simType.simTypeName })}
                      saved={found.get(pair)?.networkId ?? ''}
                      sims={found.get(pair)?.sims ?? 0}
                      changed={changes[pair]}
                      onChoose={(networkId) => choose(pair, networkId)}
                    />
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

interface RuleCellProps {
  readonly rules: NetworkRules
  readonly label: string
  /** '' for none */
  readonly saved: string
  readonly sims: number
  readonly changed: string | undefined
  onChoose(networkId: string): void
}

function RuleCell({ rules, label, saved, sims, changed, onChoose }: RuleCellProps) {
  const { t } = useTranslation()
  return (
    <>
      <Select
        aria-label={label}
        className={changed === undefined ? '' : 'net-changed'}
        value={changed ?? saved}
        onChange={(event) => onChoose(event.currentTarget.value)}
      >
        {saved === '' ? <option value="">{t('networks.rules.none')}</option> : null}
        {rules.networks.map(({ networkId, name, enabled }) => (
          <option key={networkId} value={networkId}>
            {enabled ? name : t('networks.rules.isOff', { name })}
          </option>
        ))}
      </Select>
      <span className={`net-sims t3 s12 tn${sims > 0 ? ' has' : ''}`}>
        {sims > 0 ? t('networks.rules.sims', { count: sims }) : '—'}
      </span>
    </>
  )
}
