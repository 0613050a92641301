import type { Articles } from '../articles.ts'
import { moneyEn } from './money.en.ts'
import { operatorEn } from './operator.en.ts'
import { peopleEn } from './people.en.ts'
import { simsArticleEn } from './sims.en.ts'
import { startEn } from './start.en.ts'
import { watchingEn } from './watching.en.ts'

export const articlesEn: Articles = {
  ...startEn,
  ...simsArticleEn,
  ...watchingEn,
  ...moneyEn,
  ...peopleEn,
  ...operatorEn,
}
