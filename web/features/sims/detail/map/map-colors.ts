const TOKENS = {
  sea: '--map-sea',
  land: '--map-land',
  border: '--ink-4',
  region: '--ink-6',
  grid: '--map-grid',
  green: '--map-green',
  road: '--map-road',
  mainRoad: '--map-main-road',
  building: '--map-building',
  name: '--text-2',
  townName: '--text-1',
  mark: '--ink-1',
  markEdge: '--surface-1',
  path: '--ink-2',
  open: '--primary-line',
  connected: '--active-solid',
  notConnected: '--text-3',
} as const

export type MapColors = Record<keyof typeof TOKENS, string> & { isDark: boolean }

/** The tokens' current values: the map is painted outside CSS. */
export function readColors(theme: 'light' | 'dark'): MapColors {
  const style = getComputedStyle(document.documentElement)
  const values = Object.entries(TOKENS).map(([name, token]) => [name, style.getPropertyValue(token).trim()])
  return { ...(Object.fromEntries(values) as Record<keyof typeof TOKENS, string>), isDark: theme === 'dark' }
}
