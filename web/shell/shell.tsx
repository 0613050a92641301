import { Outlet } from '@tanstack/react-router'
import { useBootDone } from '../lib/boot.ts'
import { Mantine } from './mantine.tsx'

export function Shell() {
  useBootDone()
  return (
    <Mantine>
      <Outlet />
    </Mantine>
  )
}
