import { createHash } from 'node:crypto'
import type { Config } from '../config.ts'
import { MAIL_STYLE } from '../mail/mail-layout.ts'

type Addresses = Pick<Config, 'SUPPORT_CHAT_URL' | 'MAP_TILES_URL'>

/** What stands inline in the page, to the last character: the policy lets exactly this run. */
export interface InlineParts {
  readonly scripts: readonly string[]
  readonly styles: readonly string[]
}

const hashOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

/** Where map pictures come from, as the policy names it; `{s}` stands for any name. Nothing for an address of our own, or a file. */
function tileSources(address: string | undefined): string[] {
  if (!address || !/^https?:/.test(address)) return []
  return [address.replace(/^(https?:\/\/[^/?#]*).*$/, '$1').replaceAll(/\{\w+\}/g, '*')]
}

/** A chat brings its own pictures, frames and live connection, all from where its script comes from. */
function chatSources(address: string | undefined): string[] {
  return address ? [new URL(address).origin] : []
}

const asSocket = (origin: string): string => origin.replace(/^http/, 'ws')

/**
 * The content security policy of the page: code and styles come from us alone, or are the very text that stands in
 * index.html; the map's tiles and the support chat are the only others that the configuration lets in.
 * @see https://www.w3.org/TR/CSP3/
 */
export function contentSecurityPolicy({ scripts, styles }: InlineParts, config: Addresses): string {
  const tiles = tileSources(config.MAP_TILES_URL)
  const chat = chatSources(config.SUPPORT_CHAT_URL)
  const directives: Record<string, readonly string[]> = {
    'default-src': ["'none'"],
    'script-src': ["'self'", ...scripts.map(hashOf), ...chat],
    // a mail is shown in a frame without an address, which has this policy too
    'style-src': ["'self'", ...[...styles, MAIL_STYLE].map(hashOf), ...chat],
    // data: the masks of style sheets; blob: tiles in browsers that decode pictures in an element
    'img-src': ["'self'", 'data:', 'blob:', ...tiles, ...chat],
    'font-src': ["'self'", ...chat],
    'connect-src': ["'self'", ...tiles, ...chat, ...chat.map(asSocket)],
    'worker-src': ["'self'"],
    // blob: a document that the page itself has fetched, in the browser's reader
    'frame-src': ['blob:', ...chat],
    'media-src': chat.length > 0 ? chat : ["'none'"],
    'form-action': ["'self'"],
    'base-uri': ["'none'"],
    'frame-ancestors': ["'none'"],
  }
  return Object.entries(directives)
    .map(([name, sources]) => `${name} ${sources.join(' ')}`)
    .join('; ')
}
