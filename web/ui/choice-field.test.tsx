import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { ChoiceField } from './choice-field.tsx'

const drawn = (about: { problem?: string; hint?: string }): string =>
  renderToStaticMarkup(
    <ChoiceField label="Plan" value="" problem={about.problem} {...about} onChoose={() => undefined}>
      <option value="" />
    </ChoiceField>,
  )

/** What a screen reader says after the name. */
function describedBy(html: string): string[] {
  const ids = /aria-describedby="([^"]*)"/.exec(html)?.[1]?.split(' ') ?? []
  return ids.map((id) => new RegExp(`id="${id}"[^>]*>(.*?)</p>`).exec(html)?.[1]?.replace(/<[^>]*>/g, '') ?? '')
}

test('the problem and the hint of a choice are announced with it, as far as they are shown', () => {
  expect(describedBy(drawn({ problem: 'Required', hint: 'One of them' }))).toEqual(['Required', 'One of them'])
  expect(describedBy(drawn({ problem: 'Required' }))).toEqual(['Required'])
  expect(describedBy(drawn({ hint: 'One of them' }))).toEqual(['One of them'])
  expect(drawn({})).not.toContain('aria-describedby')
})
