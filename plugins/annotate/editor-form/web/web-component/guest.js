// The page of a web component, in its sealed frame. `transport` and `page` ({ html, context, value, readOnly, theme, isBuilder }) precede this text
// (component-code.ts). Its HTML becomes the document, its scripts run one after another.
const listeners = { value: [], message: [], theme: [], readOnly: [] };
const state = { value: page.value, readOnly: page.readOnly, theme: page.theme };
const copyOf = value => (value === undefined ? null : JSON.parse(JSON.stringify(value)));
const tell = (kind, value) => {
  for (const listener of listeners[kind]) {
    try {
      listener(copyOf(value));
    } catch (error) {
      reportError(error);
    }
  }
};
const post = message => transport.send({ kind: 'post', message: copyOf(message) });

window.host = Object.freeze({
  getValue: () => copyOf(state.value),
  setValue(value) {
    state.value = copyOf(value);
    transport.send({ kind: 'set', value: state.value });
  },
  on(kind, listener) {
    if (!Object.hasOwn(listeners, kind))
      throw new Error(`There is no event '${kind}'. Use ${Object.keys(listeners).join(', ')}.`);
    listeners[kind].push(listener);
    return () => {
      listeners[kind] = listeners[kind].filter(each => each !== listener);
    };
  },
  post,
  resize: height => transport.send({ kind: 'resize', height: Number(height) }),
  get theme() {
    return state.theme;
  },
  get readOnly() {
    return state.readOnly;
  },
});
window.SA_CONTEXT = page.context;
window.IS_BUILDER = page.isBuilder;
window.IS_CONFIG_MODE = false;
window.SA = Object.freeze({
  setContext: () => Promise.reject(new Error('The context is set in the properties of the component.')),
});
// Pages of the hosted product post to the window around them; here that is the form.
Object.defineProperty(window, 'parent', { value: Object.freeze({ postMessage: post }) });

const showTheme = () => {
  document.documentElement.style.colorScheme = state.theme;
  document.documentElement.dataset.theme = state.theme;
};

transport.listen(received => {
  if (received.kind === 'message') {
    tell('message', received.message);
    window.dispatchEvent(new MessageEvent('message', { data: received.message }));
  } else if (received.kind in state) {
    state[received.kind] = received.value;
    if (received.kind === 'theme') showTheme();
    tell(received.kind, received.value);
  }
});

const parsed = new DOMParser().parseFromString(page.html, 'text/html');
const scripts = [...parsed.querySelectorAll('script')];
for (const script of scripts) script.remove();
for (const element of parsed.querySelectorAll('*')) {
  for (const { name, value } of Array.from(element.attributes)) {
    if (!/^on./i.test(name)) continue;
    element.removeAttribute(name);
    element.addEventListener(name.slice(2).toLowerCase(), event => {
      // As in a page: a handler that answers false keeps the browser from doing what it would do.
      if (Function('event', value).call(element, event) === false) event.preventDefault();
    });
  }
}
const base = document.createElement('style');
base.textContent = 'body { margin: 8px; font: 14px/1.5 system-ui, sans-serif; }';
document.head.append(base, ...parsed.head.childNodes);
document.body.replaceWith(parsed.body);
showTheme();
for (const script of scripts) {
  const type = script.type.trim().toLowerCase();
  if (script.src !== '' || script.hasAttribute('src')) {
    transport.send({ kind: 'left', address: script.getAttribute('src') });
    continue;
  }
  if (type !== '' && type !== 'module' && !/^(?:text|application)\/(?:x-)?(?:java|ecma)script$/.test(type)) continue;
  try {
    // Not in here, or its names would be ours.
    if (type === 'module')
      Function(`"use strict"; return (async () => {\n${script.textContent}\n})();`)().catch(reportError);
    // oxlint-disable-next-line no-eval -- as classic scripts run: functions are the page's
    else (0, eval)(script.textContent);
  } catch (error) {
    reportError(error);
  }
}
document.dispatchEvent(new Event('DOMContentLoaded', { bubbles: true }));
window.dispatchEvent(new Event('load'));
