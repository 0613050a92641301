import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Table } from './table.tsx'

interface Fruit {
  readonly name: string
  readonly colour: string
}

const FRUITS: readonly Fruit[] = [
  { name: 'lemon', colour: 'yellow' },
  { name: 'banana', colour: 'yellow' },
  { name: 'plum', colour: 'blue' },
]

const drawn = (groupOf?: (fruit: Fruit) => string): string =>
  renderToStaticMarkup(
    <Table
      columns={[
        { id: 'name', head: 'Name', cell: ({ name }) => name },
        { id: 'letters', head: 'Letters', cell: ({ name }) => name.length },
      ]}
      rows={FRUITS}
      rowKey={({ name }) => name}
      groupOf={groupOf}
    />,
  )

/** The texts of the first cells of each body. */
const bodiesOf = (html: string): string[][] =>
  html
    .split('<tbody>')
    .slice(1)
    .map((body) => [...body.matchAll(/<tr[^>]*><t[hd][^>]*>(.*?)<\/t[hd]>/g)].map(([, text = '']) => text))

test('each group of neighbours has a heading that is as wide as the table', () => {
  const html = drawn(({ colour }) => colour)
  expect(bodiesOf(html)).toEqual([
    ['yellow', 'lemon', 'banana'],
    ['blue', 'plum'],
  ])
  expect(html.match(/<th scope="rowgroup" colspan="2">/gi)).toHaveLength(2)
})

test('without groups the rows are one body without a heading', () => {
  expect(bodiesOf(drawn())).toEqual([['lemon', 'banana', 'plum']])
})
