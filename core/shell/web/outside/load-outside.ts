import { Fault } from '#core/base/common/index.ts';
import type { OutsideWebPlugin } from '#core/kernel/common/index.ts';
import { OUTSIDE_META, takeHalf } from '#core/kernel/common/index.ts';
import type { LoadHalf } from '#core/kernel/web/index.ts';
import { messages } from '../messages.ts';

/** Plugins from outside as the server wrote them into the page; none where it wrote nothing. */
export function outsidePlugins(): readonly OutsideWebPlugin[] {
  const content = document.querySelector(`meta[name="${OUTSIDE_META}"]`)?.getAttribute('content');
  return content === null || content === undefined ? [] : (JSON.parse(content) as readonly OutsideWebPlugin[]);
}

/**
 * Loads the web half of a plugin from outside; undefined when it has none. A failed one is fetched again at the next
 * call.
 */
export function loadOutside({ manifest, web }: OutsideWebPlugin): LoadHalf | undefined {
  if (web === undefined) return undefined;
  let attempts = 0;
  return async () => {
    // Browsers remember a module that did not load by its address.
    const address = attempts++ === 0 ? web.address : `${web.address}?attempt=${attempts}`;
    const [exported, { webHalfOf, webModules }] = await Promise.all([
      loadModule(address, web.integrity, manifest.title),
      import('./web-modules.ts'),
    ]);
    const half = webHalfOf(
      manifest,
      takeHalf(messages.loadOutside.webHalfOfTitle(manifest.title), exported, webModules),
    );
    attempts = 0;
    return { default: half };
  };
}

/**
 * `import()` knows no integrity: an element checks the file first, and the browser gives the module that it checked.
 */
async function loadModule(address: string, integrity: string, title: string): Promise<unknown> {
  await new Promise<void>((resolve, reject) => {
    const script = document.createElement('script');
    script.type = 'module';
    script.integrity = integrity;
    script.src = address;
    const end = (settle: () => void) => () => {
      script.remove();
      settle();
    };
    script.onload = end(resolve);
    script.onerror = end(() => reject(new Fault('PLUGIN_FILE', messages.loadOutside.pageHalfOfTitle(title))));
    document.head.append(script);
  });
  return import(/* @vite-ignore */ address) as Promise<unknown>;
}
