import type { ComponentProps } from 'react'
import { Field } from '#web/ui/field.tsx'

/** The e-mail of a login, which browsers and password managers fill in. */
export function EmailField(field: Omit<ComponentProps<typeof Field>, 'type' | 'name' | 'autoComplete'>) {
  return <Field {...field} type="email" name="email" autoComplete="username" inputMode="email" maxLength={254} required />
}
