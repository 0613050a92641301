import { IconStack2 } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { SessionData } from '#contract/identity/identity.calls.ts'
import { exclusionOf, OPERATION_KINDS } from '#domain/eligibility.ts'
import { useMayDo } from '#web/features/operations/use-may-do.ts'
import { ACTION_ICON, type ActionName } from '#web/features/sims/actions/action-names.ts'
import { useActionWord } from '#web/features/sims/actions/use-action-word.ts'
import { askForm } from '#web/lib/asked-form.ts'
import { holds, useSession } from '#web/lib/session.ts'
import type { PaletteOption, SuggestedSim } from './options.ts'
import { verbsIn } from './sim-verbs.ts'
import { MIN_LENGTH, useSims } from './use-sims.ts'

/** Options of verbs without their SIM, and of SIMs for a verb. */
const MAX_VERBS = 3
const MAX_SIMS = 4

interface VerbOptions {
  readonly options: readonly PaletteOption[]
  /** why a verb has no options */
  readonly note: string | undefined
  readonly isSearching: boolean
}

/** Whether the reader may act on SIMs. */
const mayAct = (session: SessionData): boolean => holds(session, 'sims') && session.viewedBy === ''

/** A verb that stays in the field, for its SIM. */
function useVerbOption(): (action: ActionName, example?: string) => PaletteOption {
  const { t } = useTranslation()
  const word = useActionWord()
  return (action, example) => ({
    id: `verb:${action}`,
    face: { Icon: ACTION_ICON[action], label: t('palette.verb', { verb: word(action) }), detail: example },
    completes: `${word(action)} `,
  })
}

/** That a verb can be typed with its SIM, by an example that changes nothing. */
export function useVerbExample(): PaletteOption[] {
  const { t } = useTranslation()
  const verbOption = useVerbOption()
  return mayAct(useSession()) ? [verbOption('diagnose', t('palette.verbExample'))] : []
}

/** What a typed text asks to do to a SIM: 'hibernar 2116'. Only what the user may do, and the SIM's status allows. */
export function useVerbs(typed: string, open: (href: string) => void): VerbOptions {
  const { t } = useTranslation()
  const session = useSession()
  const word = useActionWord()
  const mayDoMany = useMayDo()
  const verbOption = useVerbOption()
  const isAllowed = mayAct(session)
  const person = { canHibernate: session.canHibernate === '1', isAdmin: session.admin === '1', permits: session.menu }
  const verbs = isAllowed ? verbsIn(typed) : []
  const about = verbs[0]?.about ?? ''
  const { sims, hasSearched, isSearching } = useSims(about, isAllowed)
  const mayDo = (action: ActionName, sim: SuggestedSim) =>
    action === 'apn' ||
    exclusionOf(action, { ...sim, administrativeStatus: sim.simAdministrativeStatusId }, person) === undefined
  if (about.length < MIN_LENGTH) {
    const options = verbs.slice(0, MAX_VERBS).map(({ action }) => verbOption(action))
    const action = verbs[0]?.action
    const kind = OPERATION_KINDS.find((one) => one === action)
    const many: readonly PaletteOption[] =
      action && kind && mayDoMany(kind)
        ? [
            {
              id: `many:${kind}`,
              face: { Icon: IconStack2, label: t('palette.many', { verb: word(action) }) },
              run: () => {
                askForm('operation', kind)
                open('/operations')
              },
            },
          ]
        : []
    return { options: [...options, ...many], note: undefined, isSearching: false }
  }
  const [first] = verbs
  const options = verbs
    .filter((one) => one.about === about)
    .flatMap(({ action }) =>
      sims
        .filter((sim) => mayDo(action, sim))
        .map(
          (sim): PaletteOption => ({
            id: `verb:${action}:${sim.icc}`,
            face: { sim, verb: { Icon: ACTION_ICON[action], label: word(action) } },
            run: () => {
              askForm('simAction', `${sim.icc} ${action}`)
              open(`/sims/${sim.icc}`)
            },
          }),
        ),
    )
  const isUseless = first && hasSearched && sims.length > 0 && options.length === 0
  return {
    options: options.slice(0, MAX_SIMS),
    note: isUseless ? t('palette.noneToDo', { verb: word(first.action), text: about }) : undefined,
    isSearching,
  }
}
