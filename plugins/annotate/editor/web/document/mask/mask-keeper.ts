import type {
  AnnotationDocument,
  Edit,
  Instance,
  OpenedItem,
  Patch,
} from '#plugins/annotate/annotations/common/index.ts';
import { maskField, readDocument, withoutFields } from '#plugins/annotate/annotations/common/index.ts';
import type { LabelRaster, SettledMask } from '#plugins/annotate/annotations/common/raster/index.ts';
import {
  differingTiles,
  fittedInstances,
  mergedTiles,
  partColors,
  RasterChange,
  tilePlace,
  withFreshColors,
} from '#plugins/annotate/annotations/common/raster/index.ts';

/** Services for a mask. */
export interface MaskPorts {
  /** The mask of an item as the server has it now. */
  open(opened: OpenedItem): Promise<LabelRaster>;
  /**
   * A mask as PNG; its labels are gone then.
   * @throws Fault MASK_UNWRITTEN (422): the save is given up, and the next one takes the mask again
   */
  encode(mask: SettledMask): Promise<Blob>;
  /** Sends a PNG; answers the name that a save gives. */
  send(png: Blob): Promise<string>;
  dispose(): void;
}

/** The document a save carries, once the mask that belongs to it is on the server. */
export type DocumentToSend = () => Promise<AnnotationDocument>;

/** Keeps the mask of the open document together with it: what a save names, and what a merge makes of both. */
export class MaskKeeper {
  readonly raster: LabelRaster;
  readonly #ports: MaskPorts;
  /** The mask that is stored, and the state of the raster that it shows. */
  #stored: { readonly name: string | undefined; readonly version: number };
  /** The mask that was sent last, be it named by a save or not. */
  #sent: { readonly name: string; readonly version: number } | undefined;

  constructor(raster: LabelRaster, ports: MaskPorts, opened: OpenedItem) {
    this.raster = raster;
    this.#ports = ports;
    this.#stored = { name: opened.mask?.hash, version: raster.version };
  }

  /**
   * Takes a picture of the mask now, for a save of `data` that may be sent several times; `acknowledged` when it was
   * stored.
   */
  toSend(data: AnnotationDocument): { readonly data: DocumentToSend; readonly acknowledged: () => void } {
    const plain = withoutFields(data, maskField) as AnnotationDocument;
    if (!data.instances.some(instance => partColors(instance).length > 0))
      return { data: () => Promise.resolve(plain), acknowledged: () => undefined };
    const { version } = this.raster;
    let name = [this.#stored, this.#sent].find(each => each?.name !== undefined && each.version === version)?.name;
    const mask = name === undefined ? this.raster.settled() : undefined;
    let picture: Promise<Blob> | undefined;
    return {
      data: async () => {
        if (mask !== undefined && name === undefined) {
          name = await this.#ports.send(await (picture ??= this.#ports.encode(mask)));
          this.#sent = { name, version };
        }
        return { ...plain, [maskField]: name };
      },
      acknowledged: () => {
        this.#stored = { name, version };
      },
    };
  }

  /** The mask that somebody else has stored. */
  theirs(opened: OpenedItem): Promise<LabelRaster> {
    return this.#ports.open(opened);
  }

  /** Makes the mask theirs with my unsaved edits on it; the edits come back with the colours they have from now on. */
  mergeOnto(theirs: LabelRaster, opened: OpenedItem, edits: readonly Edit[]): readonly Edit[] {
    const renamed = withFreshColors(edits, readDocument(opened.document));
    const mine = mergedTiles(renamed, theirs);
    if (theirs !== this.raster)
      for (const { id, after } of this.tilesFrom(theirs, 'theirs')) this.raster.write(id, String(after));
    this.#stored = { name: opened.mask?.hash, version: this.raster.version };
    for (const { id, after } of mine) this.raster.write(id, String(after));
    return renamed;
  }

  /** Instances that fit the mask. With `erase`, pixels of colours that no instance has any more become background. */
  fitted(document: AnnotationDocument, erase: boolean): AnnotationDocument {
    const pixels = new Map(this.raster.colors.map((color, slot) => [color, this.raster.countOf(slot)]));
    const instances = fittedInstances(document.instances, color => pixels.get(color) ?? 0);
    if (erase) this.#eraseUnowned(instances);
    return instances.length === document.instances.length &&
      instances.every((instance, at) => instance === document.instances[at])
      ? document
      : { ...document, instances };
  }

  /** The tiles in which this mask and another differ; `theirs` gives theirs as what comes after, `mine` mine. */
  tilesFrom(theirs: LabelRaster, after: 'mine' | 'theirs'): readonly Patch[] {
    return differingTiles(this.raster, theirs).map(id => {
      const { column, row } = tilePlace(id)!;
      const [mine, other] = [this.raster.tile(column, row), theirs.tile(column, row)];
      return {
        collection: 'raster',
        id,
        before: after === 'mine' ? other : mine,
        after: after === 'mine' ? mine : other,
      };
    });
  }

  dispose(): void {
    this.#ports.dispose();
  }

  #eraseUnowned(instances: readonly Instance[]): void {
    const owned = new Set(instances.flatMap(partColors));
    const paintable = Uint8Array.from(this.raster.colors, color => (color !== 0 && !owned.has(color) ? 1 : 0));
    if (!paintable.includes(1)) return;
    const change = new RasterChange(this.raster);
    for (let y = 0; y < this.raster.height; y += 1) change.row(y, 0, this.raster.width, 0, paintable);
    change.announce();
    change.patches();
  }
}
