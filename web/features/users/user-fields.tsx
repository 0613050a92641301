import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { GRANT_SENTENCES, PERMIT_WORDS, USER_SENTENCES, USER_WORDS } from '#contract/users/user-messages.ts'
import { PERMITS, type Permit } from '#domain/permits.ts'
import { ROLES, type Role, rightsOfRole, roleOf } from '#domain/role-presets.ts'
import type { UserRights } from '#domain/user-rights.ts'
import { USER_LENGTHS, type UserTextField } from '#domain/users.ts'
import { classes } from '#web/lib/classes.ts'
import { sentence } from '#web/lib/sentence.ts'
import { useSession } from '#web/lib/session.ts'
import { CompanyField } from '#web/shared/companies/company-finder.tsx'
import { CheckLine } from '#web/ui/checkbox.tsx'
import { Chip, Chips } from '#web/ui/chip.tsx'
import { ChoiceField } from '#web/ui/choice-field.tsx'
import { type EditedFields, typedField } from '#web/ui/edit-form.tsx'
import fieldStyles from '#web/ui/field.module.css'
import { Field, type FieldProps } from '#web/ui/field.tsx'
import { Problem } from '#web/ui/problem.tsx'
import { rightsOfSession } from './user-rights.ts'
import type { UserValues } from './user-values.ts'
import type { UserData } from './users.api.ts'
import styles from './users.module.css'

type UserFieldsProps = EditedFields<UserValues>

/** Name, address and company of a user. The company cannot change: a user's records stay with the company. */
export function UserFields({ user, ...props }: UserFieldsProps & { user: UserData | undefined }) {
  const { t } = useTranslation()
  const isOwn = useSession().userEmail === user?.userEmail
  const emailHint = isOwn ? sentence(USER_SENTENCES.ownEmail) : user ? undefined : t('users.form.emailHint')
  return (
    <div className={styles.fields}>
      <Text {...props} field="userName" data-autofocus />
      <Text {...props} field="userLastname" />
      <Text {...props} field="userEmail" type="email" inputMode="email" readOnly={isOwn} hint={emailHint} />
      <Text {...props} field="userPhone" type="tel" />
      <Text {...props} field="userTin" />
      {user ? (
        <Field label={sentence(USER_WORDS.company)} value={user.companyName} readOnly hint={t('users.form.companyKept')} />
      ) : (
        <CompanyField
          company={props.values.companyId}
          problem={props.problems.companyId}
          onChoose={({ id }) => props.onValues({ ...props.values, companyId: id })}
        />
      )}
      {user ? null : <Language {...props} />}
    </div>
  )
}

type TextProps = UserFieldsProps & { readonly field: UserTextField } & Omit<FieldProps, 'label' | 'value'>

function Text({ field, values, problems, onValues, ...input }: TextProps) {
  return (
    <Field
      autoComplete="off"
      {...input}
      label={sentence(USER_WORDS[field])}
      maxLength={USER_LENGTHS[field]}
      {...typedField({ values, problems, onValues }, field)}
    />
  )
}

function Language({ values, onValues }: UserFieldsProps) {
  const { t } = useTranslation()
  return (
    <ChoiceField
      label={t('users.form.language')}
      value={values.language}
      problem={undefined}
      onChoose={(language) => onValues({ ...values, language: language === 'en' ? 'en' : 'es' })}
    >
      <option value="es">Español</option>
      <option value="en">English</option>
    </ChoiceField>
  )
}

/** Rights of a new user, of those that the editor has. */
export function RightsFields({ values, problems, onValues }: UserFieldsProps) {
  const { t } = useTranslation()
  const id = useId()
  const editorRights = rightsOfSession(useSession())
  const toggle = (permit: Permit, on: boolean) =>
    onValues({ ...values, permits: on ? [...values.permits, permit] : values.permits.filter((one) => one !== permit) })
  return (
    <fieldset className={styles.rights} aria-describedby={`${id}-hint`}>
      <legend>{sentence(USER_WORDS.permits)}</legend>
      <p className={fieldStyles.hint} id={`${id}-hint`}>
        {t('users.form.rightsHint')}
      </p>
      <Roles values={values} editorRights={editorRights} onValues={onValues} />
      <div className={styles.checks}>
        {PERMITS.map((permit) => (
          <Right
            key={permit}
            word={sentence(PERMIT_WORDS[permit])}
            isOn={values.permits.includes(permit)}
            isHeld={editorRights.permits.includes(permit)}
            onToggle={(on) => toggle(permit, on)}
          />
        ))}
        <Right
          word={sentence(USER_WORDS.canHibernate)}
          isOn={values.canHibernate}
          isHeld={editorRights.canHibernate}
          onToggle={(canHibernate) => onValues({ ...values, canHibernate })}
        />
        {editorRights.isAdmin ? (
          <Right
            word={sentence(USER_WORDS.admin)}
            isOn={values.admin}
            isHeld
            onToggle={(admin) => onValues({ ...values, admin })}
          />
        ) : null}
      </div>
      <Problem>{problems.permits}</Problem>
    </fieldset>
  )
}

interface RolesProps extends Pick<UserFieldsProps, 'values' | 'onValues'> {
  readonly editorRights: UserRights
}

/** Usual roles, each a press: they set the rights below. */
function Roles({ values, editorRights, onValues }: RolesProps) {
  const { t } = useTranslation()
  const { permits, canHibernate, admin } = values
  const chosen = roleOf({ permits, canHibernate, isAdmin: admin }, editorRights)
  const choose = (role: Role) => {
    const { permits: some, canHibernate: may } = rightsOfRole(role, editorRights)
    onValues({ ...values, permits: some, canHibernate: may, admin: false })
  }
  return (
    <div className={styles.roles}>
      <Chips label={t('users.roles.label')}>
        {ROLES.map((role) => (
          <Chip key={role} isOn={role === chosen} count={undefined} onClick={() => choose(role)}>
            {t(`users.roles.${role}`)}
          </Chip>
        ))}
      </Chips>
      <p className={fieldStyles.hint} aria-live="polite">
        {t(chosen ? `users.roles.${chosen}May` : 'users.roles.none')}
      </p>
    </div>
  )
}

interface RightProps {
  readonly word: string
  readonly isOn: boolean
  readonly isHeld: boolean
  onToggle(on: boolean): void
}

function Right({ word, isOn, isHeld, onToggle }: RightProps) {
  return (
    <CheckLine
      labelClass={classes(styles.check, !isHeld && styles.off)}
      checked={isOn}
      disabled={!isHeld}
      title={isHeld ? undefined : sentence(GRANT_SENTENCES.notHeld)}
      onChange={(event) => onToggle(event.currentTarget.checked)}
    >
      {word}
    </CheckLine>
  )
}
