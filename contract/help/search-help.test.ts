import { describe, expect, test } from 'vitest'
import { articlesEn } from './articles/articles.en.ts'
import { articlesEs } from './articles/articles.es.ts'
import { HELP_IDS } from './help-ids.ts'
import { searchHelp, searchMatches, searchWords } from './search-help.ts'

const spanish = (typed: string) => searchHelp(articlesEs, HELP_IDS, typed).map(({ id }) => id)
const english = (typed: string) => searchHelp(articlesEn, HELP_IDS, typed).map(({ id }) => id)

describe('questions are answered by the right article', () => {
  test.each([
    ['¿cómo creo una alarma?', 'how do I create an alarm?', 'alarms'],
    ['¿cómo cambio mi contraseña?', 'how do I change my password?', 'account'],
    ['¿cómo hiberno una SIM?', 'how do I hibernate a SIM?', 'sim-actions'],
    ['¿qué es una operación masiva?', 'what is a bulk operation?', 'operations'],
    ['¿cómo invito a un usuario?', 'how do I add a user?', 'users'],
    ['¿cómo pongo un tag a muchas SIMs?', 'how do I put a tag on many SIMs?', 'tags'],
    ['¿cómo agrego una geocerca?', 'how do I add a geofence?', 'geofences'],
    ['¿cómo cambio el plan de muchas SIMs?', 'how do I change the plan of many SIMs?', 'plan-changes'],
    ['¿qué es una regla?', 'what is a rule?', 'rules'],
    ['webhooks', 'how do I set up a webhook?', 'webhooks'],
    ['¿por qué no conecta mi SIM?', 'why is my SIM not connecting?', 'diagnosis'],
    ['¿cómo bloqueo una SIM a su dispositivo?', 'how do I lock a SIM to its device?', 'locks'],
    ['¿cuánto voy a pagar este mes?', 'how much will I pay this month?', 'charges'],
    ['¿dónde descargo mis facturas?', 'where do I download my invoices?', 'charges'],
    ['¿quién cambió esto? auditoría', 'who changed this? audit log', 'audit'],
    ['¿cómo exporto la lista a Excel?', 'how do I export the list to Excel?', 'sims'],
    ['¿cómo importo un inventario?', 'how do I import an inventory?', 'import'],
    ['¿cómo creo una clave de API?', 'how do I create an API key?', 'integrations'],
    ['¿qué es fuera de lo común?', 'what is out of the ordinary?', 'anomalies'],
    ['¿dónde está mi SIM en el mapa?', 'where is my SIM on the map?', 'map'],
  ] as const)('%s and %s: %s', (es, en, article) => {
    expect([es, spanish(es)[0]]).toEqual([es, article])
    expect([en, english(en)[0]]).toEqual([en, article])
  })
})

test('words find every article that has them, by their beginnings, without case and accents; fillers count nothing', () => {
  expect(spanish('HIBERNACION')).toContain('sim-actions')
  expect(spanish('hibern')).toContain('sim-actions')
  expect(spanish('auditoría')[0]).toBe('audit')
  expect(spanish('auditoria')[0]).toBe('audit')
  // each article with all words, whatever another one has more of
  expect(spanish('imei geocerca')).toContain('locks')
  // a word that no article has, as a typing error, keeps the others from nothing
  expect(spanish('hibernación xyzzy')).toEqual(spanish('hibernación'))
  expect(spanish('¿cómo se hibernan las SIMs?')).toEqual(spanish('hibernan SIMs'))
  for (const typed of ['xyzzy', '  ', '¿?']) expect(spanish(typed)).toEqual([])
})

test('the excerpt is where the rarest word stands', () => {
  const [first] = searchHelp(articlesEs, HELP_IDS, '¿cómo hiberno una SIM?')
  expect(first?.excerpt).toMatch(/hibern/i)
})

test('matches are marked in the text: the words as they were typed, or words that begin as they do, and no fillers', () => {
  const marked = (text: string, typed: string) => searchMatches(text, typed).map(([from, to]) => text.slice(from, to))
  expect(marked('Configuración de la señal', 'configuracion de la SEÑAL')).toEqual(['Configuración', 'señal'])
  expect(marked('Hibernación de SIMs', '¿cómo hibernar?')).toEqual(['Hibern'])
  expect(searchWords('¿cómo se hace?')).toEqual(['como', 'se', 'hace'])
  // adjacent ones are one
  expect(marked('datos', 'dat os')).toEqual(['datos'])
})
