import { FAILURES, type OpenApi, type PathItem } from '#contract/openapi/openapi.ts'
import { codesOf } from '#contract/openapi/openapi-schemas.ts'
import type { Language } from '#domain/languages.ts'
import { GUIDE } from './guide.ts'
import { type Html, html } from './html.ts'
import { type ReferenceCall, referenceCall } from './reference-call.ts'
import { REFERENCE_WORDS, type ReferenceWords } from './reference-words.ts'

const MARK = html`<svg viewBox="0 0 24 24" width="24" height="24" fill="none" stroke-width="2.6" aria-hidden="true"><rect x="9.7" y="6.8" width="12.5" height="10.4" rx="5.2" class="mark-a"/><rect x="1.8" y="6.8" width="12.5" height="10.4" rx="5.2" class="mark-gap"/><rect x="1.8" y="6.8" width="12.5" height="10.4" rx="5.2" class="mark-b"/><path d="M14.9 17.2h-.3a5.2 5.2 0 0 1-4.6-3.2" class="mark-gap-2"/><path d="M16 17.2h-1.1a5.2 5.2 0 0 1-4.9-3.4" class="mark-a"/></svg>`

const METHODS = ['get', 'post', 'put', 'delete'] as const

function callsOf(path: string, item: PathItem): ReferenceCall[] {
  return METHODS.flatMap((method) => {
    const operation = item[method]
    return operation ? [{ method, path, operation }] : []
  })
}

function top(language: Language, words: ReferenceWords): Html {
  const other = language === 'es' ? 'en' : 'es'
  return html`<a class="skip" href="#content">${words.skip}</a>
<header class="top"><a class="mark" href="/" aria-label="${words.portal}">${MARK}<span>Enlace</span></a><span class="where">API</span>
<label class="find"><span class="vh">${words.search}</span><input type="search" id="search" placeholder="${words.searchHint}" autocomplete="off" spellcheck="false"></label>
<a class="tool" id="language" lang="${other}" hreflang="${other}" href="?lang=${other}">${words.otherLanguage}</a>
<button class="tool" id="theme" type="button" aria-label="${words.theme}"><span class="half" aria-hidden="true"></span></button></header>`
}

const guideOf = (language: Language): Html =>
  html`${GUIDE.map((step) => {
    const { title, text } = step[language]
    return html`<article id="${step.id}"><h3>${title}</h3><p>${text}</p>${step.curl && html`<pre tabindex="0">${step.curl}</pre>`}</article>`
  })}`

function failures(words: ReferenceWords): Html {
  const rows = Object.entries(FAILURES).map(([status, [, description]]) => {
    const codes = codesOf(Number(status)).map((code) => html`<code>${code}</code> `)
    return html`<li id="failure-${status}"><code class="name">${status}</code> ${codes}<span class="about" lang="en">${description}</span></li>`
  })
  return html`<article id="failures"><h3>${words.errors}</h3><ul class="fields">${rows}</ul></article>`
}

const tocOf = (tags: readonly string[], language: Language, words: ReferenceWords): Html =>
  html`<nav class="toc" aria-label="${words.contents}"><details open><summary>${words.contents}</summary>
<ul>${GUIDE.map((step) => html`<li><a href="#${step.id}">${step[language].title}</a></li>`)}<li><a href="#failures">${words.errors}</a></li></ul>
<ul>${tags.map((tag) => html`<li><a href="#tag-${tag}"><code>/${tag}</code></a></li>`)}</ul></details></nav>`

/** The reference as one page: readable without a script, searchable with it. */
export function referencePage(document: OpenApi, language: Language): string {
  const words = REFERENCE_WORDS[language]
  const calls = Object.entries(document.paths).flatMap(([path, item]) => callsOf(path, item))
  const tags = document.tags.map(({ name }) => name)
  const sections = tags.map((tag) => {
    const its = calls.filter(({ operation }) => operation.tags.includes(tag))
    return html`<section class="tag" aria-labelledby="tag-${tag}"><h3 id="tag-${tag}"><code>/${tag}</code></h3>${its.map((call) => referenceCall(call, words))}</section>`
  })
  return html`<!doctype html>
<html lang="${language}" data-theme="light"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${words.title}</title><meta name="description" content="${words.lead}"><link rel="icon" href="/favicon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/api/docs/reference.css"><script src="/api/docs/first-paint.js"></script><script src="/api/docs/reference.js" defer></script></head>
<body data-copy="${words.copy}" data-copied="${words.copied}">${top(language, words)}
<div class="sheet">${tocOf(tags, language, words)}
<main id="content" tabindex="-1"><h1>${words.title}</h1><p class="lead">${words.lead} <a href="/api/openapi.json">${words.document}</a></p>
<section id="guide" aria-labelledby="guide-title"><h2 id="guide-title">${words.guide}</h2>${guideOf(language)}${failures(words)}</section>
<section aria-labelledby="calls-title"><h2 id="calls-title">${words.calls} <output id="count" data-found="${words.found}">${calls.length} ${words.found}</output></h2>
<p id="none" hidden>${words.none}</p>${sections}</section></main></div></body></html>`.text
}
