import { createHash } from 'node:crypto'
import type { Config } from '../config.ts'
import { MAIL_STYLE } from '../mail/mail-layout.ts'

type Addresses = Pick<Config, 'SUPPORT_CHAT_URL' | 'MAP_TILES_URL'>

/** The inline scripts and styles of the page: the policy allows exactly these texts. */
export interface InlineParts {
  readonly scripts: readonly string[]
  readonly styles: readonly string[]
}

const hashOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

/** The sources of map tiles as the policy names them; `{s}` stands for any name. Empty for our own address or a file. */
function tileSources(address: string | undefined): string[] {
  if (!address || !/^https?:/.test(address)) return []
  return [address.replace(/^(https?:\/\/[^/?#]*).*$/, '$1').replaceAll(/\{\w+\}/g, '*')]
}

/** A chat loads its pictures, frames and live connection from the origin of its script. */
function chatSources(address: string | undefined): string[] {
  return address ? [new URL(address).origin] : []
}

const asSocket = (origin: string): string => origin.replace(/^http/, 'ws')

/**
 * The content security policy of the page: code and styles come from this server or are the inline texts of index.html; the only
 * other origins are the configured map tiles and support chat.
 * @see https://www.w3.org/TR/CSP3/
 */
export function contentSecurityPolicy({ scripts, styles }: InlineParts, config: Addresses): string {
  const tiles = tileSources(config.MAP_TILES_URL)
  const chat = chatSources(config.SUPPORT_CHAT_URL)
  const directives: Record<string, readonly string[]> = {
    'default-src': ["'none'"],
    'script-src': ["'self'", ...scripts.map(hashOf), ...chat],
    // a mail is shown in a frame without a URL, which inherits this policy
    'style-src': ["'self'", ...[...styles, MAIL_STYLE].map(hashOf), ...chat],
    // data: masks in style sheets; blob: tiles in browsers that decode pictures in an element
    'img-src': ["'self'", 'data:', 'blob:', ...tiles, ...chat],
    'font-src': ["'self'", ...chat],
    'connect-src': ["'self'", ...tiles, ...chat, ...chat.map(asSocket)],
    'worker-src': ["'self'"],
    // blob: a document that the page has fetched, in the browser's viewer
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
