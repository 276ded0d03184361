import { sql } from 'kysely';
import { isFault } from '#core/base/common/index.ts';
import type { BlobUrls } from '#core/data/server/index.ts';
import type { Subsets } from '#plugins/analyze/explore/server/kit/index.ts';
import type { Instance } from '#plugins/annotate/annotations/common/index.ts';
import type { Annotations, Masks } from '#plugins/annotate/annotations/server/kit/index.ts';
import { shapeOutline } from '#plugins/annotate/editor-vector/common/index.ts';
import type { Classes } from '#plugins/workspace/classes/server/kit/index.ts';
import type { ItemRow, Items, ItemsByName } from '#plugins/workspace/items/server/kit/index.ts';
import type { OpenedSharedItem, SharedItem, SharedObject } from '../common/shared-api.ts';
import type { OpenedLink } from './link-sight.ts';
import { notAvailable } from './link-sight.ts';
import type { PublicLinks } from './links.ts';

/** Life of a picture's address in milliseconds: what is revoked must not be seen for long. */
const PICTURE_LIFETIME_MS = 15 * 60_000;
/** Colour of objects without a class. */
const NO_CLASS = '#868E96';

interface ReadServices {
  readonly links: PublicLinks;
  readonly items: Items;
  readonly itemsByName: ItemsByName;
  readonly classes: Classes;
  readonly annotations: Annotations;
  readonly masks: Masks;
  /** Undefined where Explore is not installed. */
  readonly subsets: Subsets | undefined;
  readonly urls: BlobUrls;
}

/**
 * Reads what a public link shows, and nothing else. What is answered is named field by field, so that no person,
 * comment or assignment goes out.
 */
export class SharedReads {
  constructor(private readonly services: ReadServices) {}

  /** @throws Fault LINK_NOT_AVAILABLE (404) */
  async share({
    row,
    context,
  }: OpenedLink): Promise<{
    readonly kind: 'project' | 'subset' | 'item';
    readonly name: string;
    readonly team: string;
    readonly itemId: number | null;
  }> {
    const name = await neutral(() => this.services.links.nameOf(context, row));
    if (name === undefined) throw notAvailable();
    return { kind: row.kind, name, team: context.team.name, itemId: row.item_id };
  }

  /** The next items after one, in the order of names. @throws Fault LINK_NOT_AVAILABLE (404) */
  async items(
    link: OpenedLink,
    after: number,
    limit: number,
  ): Promise<{ readonly data: SharedItem[]; readonly more: boolean }> {
    await this.share(link);
    const rows = await this.#shown(link, { afterId: after, limit: limit + 1 });
    return { data: rows.slice(0, limit).map(row => this.#listed(row)), more: rows.length > limit };
  }

  /** @throws Fault LINK_NOT_AVAILABLE (404) also for items that the link does not show */
  async item(link: OpenedLink, itemId: number): Promise<OpenedSharedItem> {
    const { context, row: shown } = link;
    const [row] = await this.#shown(link, { afterId: 0, limit: 1 }, itemId);
    if (row === undefined) throw notAvailable();
    const projectId = shown.project_id;
    // Plugins may refuse that an item is opened.
    await neutral(() => this.services.items.asset(context, row));
    const colors = new Map((await this.services.classes.ofProject(context, projectId)).map(each => [each.id, each]));
    const objects: SharedObject[] = [];
    let mask: string | null = null;
    for await (const { document } of this.services.annotations.get(context, [row])) {
      for (const each of document.instances) {
        if (each.visible === false) continue;
        const found = colors.get(each.classId);
        objects.push(objectOf(each, found?.name ?? null, found?.color ?? NO_CLASS));
      }
      const address = await this.services.masks.address(context, document, row.name);
      mask = address === undefined ? null : this.#sign(address.hash, 'image/png', row.name);
    }
    // A file in somebody's own storage is not shown: its address stays with the team.
    return {
      ...this.#listed(row),
      picture:
        this.#sign(row.lores_hash, row.lores_mime ?? 'image/webp', row.name) ??
        this.#sign(row.display_hash, 'image/webp', row.name) ??
        (row.mime?.startsWith('image/') === true ? this.#sign(row.blob_hash, row.mime, row.name) : null),
      mask,
      width: row.width,
      height: row.height,
      objects,
    };
  }

  async #shown(
    { row, context }: OpenedLink,
    page: { readonly afterId: number; readonly limit: number },
    itemId?: number,
  ): Promise<readonly ItemRow[]> {
    const { itemsByName, subsets } = this.services;
    const { kind, project_id: projectId } = row;
    const conditions = [
      ...(itemId === undefined ? [] : [sql<boolean>`item.id = ${itemId}`]),
      ...(kind === 'item' ? [sql<boolean>`item.id = ${row.item_id}`] : []),
    ];
    if (kind === 'subset') {
      if (subsets === undefined || !context.enabled('explore')) throw notAvailable();
      conditions.push(subsets.inside(context, { projectId, subsetId: row.subset_id! }));
    }
    return itemsByName.after(
      context,
      projectId,
      page,
      conditions.length === 0 ? undefined : sql<boolean>`${sql.join(conditions, sql` and `)}`,
    );
  }

  #listed(row: ItemRow): SharedItem {
    return {
      id: row.id,
      name: row.name,
      thumbnail: this.#sign(row.thumbnail_hash, row.thumbnail_mime ?? 'image/webp', row.name),
    };
  }

  #sign(hash: string | null, type: string, name: string): string | null {
    return hash === null ? null : this.services.urls.sign({ hash, type, name }, PICTURE_LIFETIME_MS);
  }
}

function objectOf(instance: Instance, name: string | null, color: string): SharedObject {
  const { rings, lines, dots } = shapeOutline(instance);
  const empty = rings.length === 0 && lines.length === 0 && dots.length === 0;
  return {
    id: instance.id,
    class: name,
    color,
    outline: empty
      ? null
      : { rings: rings.map(each => [...each]), lines: lines.map(each => [...each]), dots: [...dots] },
    values: instance.attributes.flatMap(({ groupName, name: value }) =>
      groupName === undefined || value === undefined ? [] : [{ group: groupName, value: String(value) }],
    ),
  };
}

/** Turns refusals into LINK_NOT_AVAILABLE (404); other faults stay as they are. */
async function neutral<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (isFault(error) && [403, 404, 409, 410].includes(error.status)) throw notAvailable();
    throw error;
  }
}
