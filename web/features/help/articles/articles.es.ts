import type { Articles } from '../article.ts'
import { moneyEs } from './money.es.ts'
import { operatorEs } from './operator.es.ts'
import { peopleEs } from './people.es.ts'
import { simsEs } from './sims.es.ts'
import { startEs } from './start.es.ts'
import { watchingEs } from './watching.es.ts'

export const articlesEs: Articles = {
  ...startEs,
  ...simsEs,
  ...watchingEs,
  ...moneyEs,
  ...peopleEs,
  ...operatorEs,
}
