import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { deleteRecents, keepRecent, type Recent, readRecents } from './recents.ts'

const ANA = { userEmail: 'ana@andes.test', clientId: 3, viewedBy: '' }
const sim = (n: number): Recent => ({ kind: 'sim', href: `/sims/8956030000000000${n}`, label: `Camión ${n}` })

describe('what was opened last', () => {
  let stored: Map<string, string>
  beforeEach(() => {
    stored = new Map()
    vi.stubGlobal('localStorage', {
      getItem: (key: string) => stored.get(key) ?? null,
      setItem: (key: string, value: string) => void stored.set(key, value),
      removeItem: (key: string) => void stored.delete(key),
    })
  })
  afterEach(() => vi.unstubAllGlobals())

  test('is the latest eight, each once', () => {
    for (let n = 10; n < 20; n++) keepRecent(ANA, sim(n))
    keepRecent(ANA, sim(15))
    expect(readRecents(ANA).map(({ label }) => label)).toEqual([15, 19, 18, 17, 16, 14, 13, 12].map((n) => `Camión ${n}`))
  })

  test('is hidden from another login and from the same one in another company, whose own replaces it', () => {
    keepRecent(ANA, sim(10))
    const [luis, moved] = [
      { ...ANA, userEmail: 'luis@andes.test' },
      { ...ANA, clientId: 4 },
    ]
    expect(readRecents(luis)).toEqual([])
    expect(readRecents(moved)).toEqual([])
    keepRecent(luis, sim(11))
    expect(readRecents(luis)).toEqual([sim(11)])
    expect([...stored.values()].join()).not.toContain('Camión 10')
    expect(readRecents(ANA)).toEqual([])
  })

  test('is not changed by an administrator who views the portal as the user, and is deleted at logging out', () => {
    keepRecent(ANA, sim(10))
    keepRecent({ ...ANA, viewedBy: 'Administración' }, sim(11))
    expect(readRecents(ANA)).toEqual([sim(10)])
    deleteRecents()
    expect(readRecents(ANA)).toEqual([])
    expect(stored.size).toBe(0)
  })

  test('is empty where the storage holds something else, or addresses that lead out of the portal', () => {
    for (const text of ['', 'null', '[]', '{"owner":"3 ana@andes.test","items":7}', '{']) {
      stored.set('enlace.recents', text)
      expect(readRecents(ANA)).toEqual([])
    }
    const items = [
      { ...sim(10), href: '//evil.test/' },
      { ...sim(11), href: 'https://evil.test/' },
      { ...sim(12), kind: 'x' },
      sim(13),
    ]
    stored.set('enlace.recents', JSON.stringify({ owner: '3 ana@andes.test', items }))
    expect(readRecents(ANA)).toEqual([sim(13)])
  })
})
