import { useTranslation } from 'react-i18next'
import { classes } from '#web/lib/classes.ts'
import { originLabel } from '#web/lib/origin-word.ts'
import { Select } from '#web/ui/select.tsx'
import type { NetworkRules } from './networks.api.ts'
import { pairKey, type RuleChanges } from './rule-changes.ts'
import styles from './rules.module.css'

interface RulesTableProps {
  readonly rules: NetworkRules
  readonly changes: RuleChanges
  onChange(changes: RuleChanges): void
}

/** Origins as rows, types as columns; each cell is a network. On a phone each origin is a block. */
export function RulesTable({ rules, changes, onChange }: RulesTableProps) {
  const { t } = useTranslation()
  const { origins, simTypes } = rules
  return (
    <div className={styles.matrix}>
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
            <OriginRow key={origin.originId} origin={origin} rules={rules} changes={changes} onChange={onChange} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

interface OriginRowProps extends RulesTableProps {
  readonly origin: NetworkRules['origins'][number]
}

function OriginRow({ origin, rules, changes, onChange }: OriginRowProps) {
  const { t } = useTranslation()
  const { originId, originName, operatorName } = origin
  const choose = (pair: string, saved: string, networkId: string) => {
    const { [pair]: _before, ...others } = changes
    onChange(networkId === saved ? others : { ...others, [pair]: networkId })
  }
  return (
    <tr>
      <th scope="row">
        {originLabel(originName)}
        <span className="text-tertiary text-small">{operatorName}</span>
      </th>
      {rules.simTypes.map(({ simTypeId, simTypeName }) => {
        const pair = pairKey(originId, simTypeId)
        const rule = rules.rules.find((one) => one.originId === originId && one.simTypeId === simTypeId)
        const saved = rule?.networkId ?? ''
        return (
          <td key={pair} data-type={simTypeName}>
            <RuleCell
              rules={rules}
              label={t('networks.rules.cell', { origin: originLabel(originName), type: simTypeName })}
              saved={saved}
              sims={rule?.sims ?? 0}
              changed={changes[pair]}
              onChoose={(networkId) => choose(pair, saved, networkId)}
            />
          </td>
        )
      })}
    </tr>
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
        className={changed === undefined ? '' : styles.changed}
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
      <span className={classes(`${styles.sims} text-tertiary text-small tabular-numbers`, sims > 0 && styles.hasSims)}>
        {sims > 0 ? t('networks.rules.sims', { count: sims }) : '—'}
      </span>
    </>
  )
}
