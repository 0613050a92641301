// Searching, copying, theme and language. Without it the page can be read all the same.
const remember = (key, value) => {
  try {
    localStorage.setItem(key, value)
  } catch {
    console.info(`${key} could not be kept in this browser`)
  }
}

const root = document.documentElement
const calls = [...document.querySelectorAll('.call')]
const search = document.getElementById('search')
const count = document.getElementById('count')

function filter() {
  const words = search.value.toLowerCase().split(/\s+/).filter(Boolean)
  let found = 0
  for (const call of calls) {
    const fits = words.every((word) => call.dataset.words.includes(word))
    call.hidden = !fits
    if (fits) found += 1
  }
  for (const section of document.querySelectorAll('section.tag')) {
    section.hidden = section.querySelector('.call:not([hidden])') === null
  }
  document.getElementById('guide').hidden = words.length > 0
  document.getElementById('none').hidden = found > 0
  count.textContent = `${found} ${count.dataset.found}`
}

/** Opens the call that the address names. */
function openNamed() {
  const named = document.getElementById(decodeURIComponent(location.hash.slice(1)))
  if (!named) return
  if (named.closest('[hidden]')) {
    search.value = ''
    filter()
  }
  if (named.matches('.call')) named.open = true
  named.scrollIntoView()
}

function addCopy(pre) {
  const button = document.createElement('button')
  const { copy, copied } = document.body.dataset
  button.type = 'button'
  button.className = 'copy'
  button.textContent = copy
  const text = pre.textContent
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(text)
    button.textContent = copied
    setTimeout(() => {
      button.textContent = copy
    }, 1500)
  })
  const code = document.createElement('div')
  code.className = 'code'
  pre.before(code)
  code.append(button, pre)
}

search.addEventListener('input', filter)
addEventListener('keydown', (event) => {
  if (event.key !== '/' || event.target.matches('input')) return
  event.preventDefault()
  search.focus()
})
addEventListener('hashchange', openNamed)
document.getElementById('theme').addEventListener('click', () => {
  root.dataset.theme = root.dataset.theme === 'dark' ? 'light' : 'dark'
  remember('enlace.theme', root.dataset.theme)
})
document.getElementById('language').addEventListener('click', (event) => {
  remember('enlace.language', event.currentTarget.lang)
})
// opening a call names it in the address, so that it can be passed on
for (const call of calls) {
  call.addEventListener('toggle', () => {
    if (call.open && location.hash !== `#${call.id}`) history.replaceState(null, '', `#${call.id}`)
  })
}
for (const pre of document.querySelectorAll('pre')) addCopy(pre)
if (matchMedia('(max-width: 991px)').matches) document.querySelector('.toc details').open = false
openNamed()
