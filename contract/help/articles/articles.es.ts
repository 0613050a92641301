import type { Articles } from '../articles.ts'
import { moneyEs } from './money.es.ts'
import { operatorEs } from './operator.es.ts'
import { peopleEs } from './people.es.ts'
import { simsArticleEs } from './sims.es.ts'
import { startEs } from './start.es.ts'
import { watchingEs } from './watching.es.ts'

export const articlesEs: Articles = {
  ...startEs,
  ...simsArticleEs,
  ...watchingEs,
  ...moneyEs,
  ...peopleEs,
  ...operatorEs,
}
