import type { FastifyInstance } from 'fastify';
import type { Manifest, OutsideWebPlugin } from '#core/kernel/common/index.ts';
import { OUTSIDE_META } from '#core/kernel/common/index.ts';
import type { OutsidePlugin } from './read-plugins.ts';

/** Name in the address that changes with the content. */
const addressHash = (integrity: string): string =>
  integrity.slice('sha384-'.length).replaceAll('+', '-').replaceAll('/', '_').slice(0, 22);

const addressOf = (id: string, integrity: string): string => `/plugin-files/${id}/${addressHash(integrity)}/web.js`;

/** Returns a plugin from outside as the page learns of it. */
function webPluginOf({ manifest, version, webFile }: OutsidePlugin): OutsideWebPlugin {
  return {
    manifest,
    version,
    ...(webFile === undefined
      ? {}
      : { web: { address: addressOf(manifest.id, webFile.integrity), integrity: webFile.integrity } }),
  };
}

/** Returns the `meta` elements that list the plugins from outside for the page, in the order of the manifests. */
export function pageFactsOf(
  manifests: readonly Manifest[],
  plugins: readonly OutsidePlugin[],
): Readonly<Record<string, string>> {
  if (plugins.length === 0) return {};
  const listed = manifests.flatMap(({ id }) => plugins.filter(each => each.manifest.id === id)).map(webPluginOf);
  return { [OUTSIDE_META]: JSON.stringify(listed) };
}

/**
 * `GET /plugin-files/ID/HASH/web.js`: web halves as they were when the server started, under our origin and its policy.
 */
export function mountPluginFiles(app: FastifyInstance, plugins: readonly OutsidePlugin[]): void {
  const files = new Map(
    plugins.flatMap(({ manifest, webFile }) =>
      webFile === undefined ? [] : [[addressOf(manifest.id, webFile.integrity), webFile.content] as const],
    ),
  );
  app.get('/plugin-files/:id/:hash/web.js', async (request, reply) => {
    const { id, hash } = request.params as { readonly id: string; readonly hash: string };
    const content = files.get(`/plugin-files/${id}/${hash}/web.js`);
    if (content === undefined) return reply.callNotFound();
    return reply
      .header('cache-control', 'public, max-age=31536000, immutable')
      .type('text/javascript; charset=utf-8')
      .send(content);
  });
}
