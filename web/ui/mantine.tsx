import { createTheme, MantineProvider } from '@mantine/core'
import type { ReactNode } from 'react'
import { shownTheme, usePreference } from '../lib/preferences.ts'
import './mantine.css'

const mantineTheme = createTheme({
  respectReducedMotion: true,
  autoContrast: true,
  cursorType: 'pointer',
  focusRing: 'auto',
})

/** Mantine without its own style tags: ui/mantine.css sets the variables that the parts in use read, except its palette. */
export function Mantine({ children }: { children?: ReactNode }) {
  return (
    <MantineProvider
      theme={mantineTheme}
      forceColorScheme={usePreference(shownTheme)}
      withCssVariables={false}
      withGlobalClasses={false}
    >
      {children}
    </MantineProvider>
  )
}
