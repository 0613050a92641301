import {
  type Icon,
  IconArrowsDiff,
  IconEye,
  IconPencil,
  IconReceipt,
  IconShieldLock,
  IconStack2,
  IconUser,
} from '@tabler/icons-react'

type EntryKind = 'view' | 'access' | 'operation' | 'money' | 'people' | 'comparison' | 'change'

/** The beginnings of the actions of each kind; any other action is a change. */
const BEGINNINGS: readonly (readonly [EntryKind, RegExp])[] = [
  ['view', /^(data\.read|mail\.secret_read|popup\.seen)$/],
  [
    'access',
    /^(account|agent|api_key|login_session|password|portal_view|second_factor)\.|^(company\.(factor|sign_on)|user\.permits)_/,
  ],
  ['operation', /^(file|import|inventory|operation|sms|termination)\.|^sim\.(blocked|unblocked|data_)/],
  ['money', /^(charging_file|invoice|plan|request)\.|^company\.advised$/],
  ['people', /^(company|user)\./],
  ['comparison', /^comparison\./],
]

/** What kind of action it is: by its icon one finds it among others. */
export const entryKindOf = (action: string): EntryKind =>
  BEGINNINGS.find(([, beginning]) => beginning.test(action))?.[0] ?? 'change'

export const ENTRY_ICONS: Readonly<Record<EntryKind, Icon>> = {
  view: IconEye,
  access: IconShieldLock,
  operation: IconStack2,
  money: IconReceipt,
  people: IconUser,
  comparison: IconArrowsDiff,
  change: IconPencil,
}
