import {
  type Icon,
  IconAntennaBarsOff,
  IconBell,
  IconBellPlus,
  IconBuildingPlus,
  IconDownload,
  IconKeyboard,
  IconLanguage,
  IconLogout,
  IconMap2,
  IconMoon,
  IconShoppingCart,
  IconStack2,
  IconSun,
  IconUpload,
  IconUserPlus,
} from '@tabler/icons-react'
import type { useNavigate } from '@tanstack/react-router'
import type { ParseKeys } from 'i18next'
import { changeLanguage } from '#web/i18n/i18n.ts'
import { askForm } from '#web/lib/asked-form.ts'
import { LOGOUT_ADDRESS } from '#web/lib/logout.ts'
import { language, shownTheme, theme } from '#web/lib/preferences.ts'
import { deleteRecents } from '#web/lib/recents.ts'
import type { Right } from '#web/lib/session.ts'
import { SILENT_SIMS, simsSearch } from '#web/lib/sims-address.ts'

interface CommandTools {
  readonly navigate: ReturnType<typeof useNavigate>
  readonly openShortcuts: () => void
}

/** Something that can be done from anywhere. */
export interface PaletteCommand {
  readonly label: ParseKeys
  readonly Icon: Icon
  readonly permit: Right
  /** about the reader's own account and how the page is used, not about the fleet */
  readonly isAccount?: true
  /** what people call it, in both languages: each is understood in either */
  readonly names: readonly string[]
  run(tools: CommandTools): void
}

/** The commands that fit the language and the theme shown now. */
export function commandsNow(): readonly PaletteCommand[] {
  const isDark = shownTheme.get() === 'dark'
  return [
    {
      label: 'palette.silent',
      Icon: IconAntennaBarsOff,
      permit: 'sims',
      names: ['ver las silenciosas', 'sims silenciosas', 'sin señal', 'see silent sims', 'silent sims', 'no signal'],
      run: ({ navigate }) => void navigate({ to: '/sims', search: simsSearch(SILENT_SIMS) }),
    },
    {
      label: 'palette.newOperation',
      Icon: IconStack2,
      permit: 'sims',
      names: ['nueva operación', 'crear operación', 'new operation', 'create operation'],
      run: ({ navigate }) => {
        askForm('operation')
        void navigate({ to: '/operations' })
      },
    },
    {
      label: 'palette.newAlarm',
      Icon: IconBellPlus,
      permit: 'alarmas',
      names: ['crear alarma', 'nueva alarma', 'agregar alarma', 'create alarm', 'new alarm', 'add alarm'],
      run: ({ navigate }) => {
        askForm('alarm')
        void navigate({ to: '/alarm' })
      },
    },
    {
      label: 'palette.map',
      Icon: IconMap2,
      permit: 'sims',
      names: ['ver el mapa', 'mapa de la flota', 'dónde están las sims', 'open the map', 'fleet map', 'where are the sims'],
      run: ({ navigate }) => void navigate({ to: '/map' }),
    },
    {
      label: 'palette.export',
      Icon: IconDownload,
      permit: 'sims',
      names: ['exportar sims', 'exportar', 'descargar', 'excel', 'csv', 'export sims', 'export', 'download'],
      run: ({ navigate }) => {
        askForm('export')
        void navigate({ to: '/sims' })
      },
    },
    {
      label: 'palette.newRequest',
      Icon: IconShoppingCart,
      permit: 'requests',
      names: [
        ...['nueva solicitud', 'crear solicitud', 'solicitar sims', 'pedir sims', 'comprar'],
        ...['new request', 'create request', 'request sims', 'order sims', 'buy'],
      ],
      run: ({ navigate }) => void navigate({ to: '/requests', search: { tab: 'store' } }),
    },
    {
      label: 'palette.import',
      Icon: IconUpload,
      permit: 'wholePortal',
      names: ['importar sims', 'importar inventario', 'cargar archivo', 'import sims', 'import inventory', 'upload file'],
      run: ({ navigate }) => {
        askForm('import')
        void navigate({ to: '/sims' })
      },
    },
    {
      label: 'palette.updates',
      Icon: IconBell,
      permit: null,
      names: ['ver las novedades', 'novedades', 'campana', 'notificaciones', 'see updates', 'updates', 'bell', 'notifications'],
      run: () => askForm('bell'),
    },
    {
      label: 'palette.newUser',
      Icon: IconUserPlus,
      permit: 'users',
      names: [
        ...['invitar usuario', 'crear usuario', 'nuevo usuario', 'agregar usuario', 'invitar persona'],
        ...['invite user', 'create user', 'new user', 'add user', 'invite someone'],
      ],
      run: ({ navigate }) => {
        askForm('user')
        void navigate({ to: '/users' })
      },
    },
    {
      label: 'palette.newCompany',
      Icon: IconBuildingPlus,
      permit: 'companies',
      names: [
        'crear empresa',
        'nueva empresa',
        'agregar cliente',
        'nuevo cliente',
        'create company',
        'new company',
        'add customer',
      ],
      run: ({ navigate }) => {
        askForm('company')
        void navigate({ to: '/companies' })
      },
    },
    {
      label: 'shell.shortcuts',
      Icon: IconKeyboard,
      permit: null,
      isAccount: true,
      names: ['atajos de teclado', 'teclas', 'keyboard shortcuts', 'keys', 'hotkeys'],
      run: ({ openShortcuts }) => openShortcuts(),
    },
    {
      label: isDark ? 'palette.toLight' : 'palette.toDark',
      Icon: isDark ? IconSun : IconMoon,
      permit: null,
      isAccount: true,
      names: isDark
        ? ['tema claro', 'modo claro', 'usar el tema claro', 'light theme', 'light mode', 'use the light theme']
        : ['tema oscuro', 'modo oscuro', 'usar el tema oscuro', 'dark theme', 'dark mode', 'use the dark theme'],
      run: () => theme.set(isDark ? 'light' : 'dark'),
    },
    {
      label: 'palette.toOtherLanguage',
      Icon: IconLanguage,
      permit: null,
      isAccount: true,
      names: ['cambiar idioma', 'inglés', 'español', 'switch language', 'english', 'spanish'],
      run: () => void changeLanguage(language.get() === 'es' ? 'en' : 'es'),
    },
    {
      label: 'shell.logOut',
      Icon: IconLogout,
      permit: null,
      isAccount: true,
      names: ['cerrar sesión', 'salir', 'log out', 'sign out', 'exit'],
      run: () => {
        deleteRecents()
        window.location.assign(LOGOUT_ADDRESS)
      },
    },
  ]
}
