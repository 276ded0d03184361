import { ExchangeError } from '../exchange/exchange-error.ts';
import { imagePlace, stemOf } from '../exchange/image-path.ts';
import { numberAt, textOf } from '../exchange/json-file.ts';
import type { ForeignDocument, ForeignFile, ForeignSet, NeutralInstance } from '../exchange/neutral-document.ts';
import type { PngCodec, RasterPicture } from '../exchange/raster-picture.ts';
import { Companions } from '../exchange/settled-places.ts';
import type { PlacedThing } from '../exchange/settled-places.ts';
import { parseXml } from '../exchange/xml-element.ts';
import type { XmlElement } from '../exchange/xml-element.ts';
import { masksByValue } from '../mask/mask-pixels.ts';
import type { MaskRuns } from '../mask/mask-runs.ts';
import { maskArea, maskExtent } from '../mask/mask-runs.ts';
import type { TransferReport } from '../transfer-report.ts';

export interface ReadVocOptions {
  /** Boxes count pixels from 1, both ends included, as the original data set does. */
  readonly one_based?: boolean | undefined;
}

interface Box {
  readonly x1: number;
  readonly y1: number;
  readonly x2: number;
  readonly y2: number;
}

const textAttributes = ['pose', 'truncated', 'difficult', 'occluded'] as const;

function readBox(object: XmlElement, place: string, path: string, oneBased: boolean): Box | undefined {
  const box = object.find('bndbox');
  if (box === undefined) return undefined;
  const edge = (name: string): number => numberAt(box.textAt(name), path, `${place}/bndbox/${name}`);
  const shift = oneBased ? 1 : 0;
  return { x1: edge('xmin') - shift, y1: edge('ymin') - shift, x2: edge('xmax'), y2: edge('ymax') };
}

function readObject(
  object: XmlElement,
  number: number,
  path: string,
  oneBased: boolean,
  nextGroup: () => number,
): readonly NeutralInstance[] {
  const place = `object ${number}`;
  const className = object.textAt('name');
  if (className === undefined) throw new ExchangeError(path, `${place}/name is missing`);
  const box = readBox(object, place, path, oneBased);
  if (box === undefined) throw new ExchangeError(path, `${place}/bndbox is missing`);
  const own = textAttributes.flatMap(name => {
    const text = object.textAt(name);
    return text === undefined ? [] : [[name, text] as const];
  });
  const more = (object.find('attributes')?.all('attribute') ?? []).flatMap(each => {
    const [name, value] = [each.textAt('name'), each.textAt('value')];
    // A rotation of nothing says nothing.
    return name === undefined || value === undefined || (name === 'rotation' && Number(value) === 0)
      ? []
      : [[name, value] as const];
  });
  const parts = object.all('part');
  const fields = parts.length > 0 ? { groupId: nextGroup() } : {};
  return [
    { className, geometry: { type: 'bbox', points: box }, attributes: Object.fromEntries([...own, ...more]), fields },
    ...parts.map((part, at): NeutralInstance => {
      const points = readBox(part, `${place}/part ${at + 1}`, path, oneBased);
      if (points === undefined) throw new ExchangeError(path, `${place}/part ${at + 1}/bndbox is missing`);
      return { className: part.textAt('name') ?? '', geometry: { type: 'bbox', points }, fields };
    }),
  ];
}

/** Returns the overlap of two boxes as a share of both together, 0..1. */
function overlap(one: Box, other: Box): number {
  const width = Math.min(one.x2, other.x2) - Math.max(one.x1, other.x1);
  const height = Math.min(one.y2, other.y2) - Math.max(one.y1, other.y1);
  if (width <= 0 || height <= 0) return 0;
  const area = (box: Box): number => (box.x2 - box.x1) * (box.y2 - box.y1);
  return (width * height) / (area(one) + area(other) - width * height);
}

/**
 * Gives each mask to the object whose box it fits best, in place of the box. A mask that fits none
 * is an object of the class its pixels have in the other picture; a missing one is reported.
 */
function withMasks(
  instances: readonly NeutralInstance[],
  masks: Iterable<MaskRuns>,
  classAt: (mask: MaskRuns) => string | undefined,
  path: string,
  report: TransferReport,
): readonly NeutralInstance[] {
  const more: NeutralInstance[] = [];
  const found = new Map<NeutralInstance, MaskRuns>();
  for (const mask of masks) {
    const extent = maskExtent(mask)!;
    const box = { x1: extent.left, y1: extent.top, x2: extent.right, y2: extent.bottom };
    let [best, most] = [undefined as NeutralInstance | undefined, 0];
    for (const instance of instances) {
      const share = found.has(instance)
        ? 0
        : overlap(box, (instance.geometry as unknown as { readonly points: Box }).points);
      if (share > most) [best, most] = [instance, share];
    }
    const className = best === undefined ? classAt(mask) : undefined;
    if (best !== undefined) found.set(best, mask);
    else if (className === undefined) report.problem(path, `an area of ${maskArea(mask)} pixels belongs to no object`);
    else more.push({ className, geometry: { type: 'mask', runs: mask } });
  }
  return [
    ...instances.map((instance): NeutralInstance => {
      const runs = found.get(instance);
      return runs === undefined ? instance : { ...instance, geometry: { type: 'mask', runs } };
    }),
    ...more,
  ];
}

/** A picture of masks that lies beside the annotation files. */
type PictureFile = PlacedThing & { readonly file: ForeignFile };

const known = (path: string, folder: string): boolean => new RegExp(`(?:^|/)${folder}/.`, 'i').test(path);

/** True when a text is an annotation file of VOC. */
export const isVoc = (text: string): boolean =>
  /<annotation[\s>]/.test(text.slice(0, 4000)) && /<(?:bndbox|size|segmented)[\s>/]/.test(text);

/** Reads VOC annotation files and the masks beside them. */
export async function readVoc(
  files: readonly ForeignFile[],
  options: ReadVocOptions,
  report: TransferReport,
  png: PngCodec,
): Promise<ForeignSet> {
  const xmls = files
    .filter(each => each.path.toLowerCase().endsWith('.xml'))
    .map(file => ({ file, ...imagePlace(file.path), name: stemOf(imagePlace(file.path).name) }));
  const picturesIn = (directory: string): Companions<PictureFile> =>
    new Companions(
      files.filter(file => known(file.path, directory)).map(file => ({ file, ...imagePlace(file.path) })),
      xmls,
    );
  const masks = picturesIn('SegmentationObject');
  const list = files.find(file => /(?:^|\/)labelmap\.txt$/i.test(file.path));
  const labels =
    list === undefined
      ? []
      : (await textOf(list)).split(/\r\n|\n|\r/).flatMap(line => {
          const [name, color] = line.split(':');
          if (line.startsWith('#') || name === undefined || name.trim() === '' || name === 'background') return [];
          const parts = (color ?? '').split(',').map(Number);
          const fits = parts.length === 3 && parts.every(part => Number.isInteger(part) && part >= 0 && part < 256);
          return [
            {
              name: name.trim(),
              ...(fits ? { color: `#${parts.map(part => part.toString(16).padStart(2, '0')).join('')}` } : {}),
            },
          ];
        });
  const classPictures = picturesIn('SegmentationClass');
  const byColor = new Map(
    labels.flatMap(label =>
      'color' in label && label.color !== undefined
        ? [[Number.parseInt(label.color.slice(1), 16), label.name] as const]
        : [],
    ),
  );
  const documents: ForeignDocument[] = [];
  for (const place of xmls) {
    const { file, folder, wide } = place;
    // The picture's name is in the file; the file's own name is the same but for the ending.
    const givenName = parseXmlName(await textOf(file));
    const name = givenName !== undefined && stemOf(givenName) === place.name ? givenName : place.name;
    documents.push({
      path: file.path,
      name,
      folder,
      wide,
      async read() {
        const root = parseXml(await textOf(file), file.path);
        if (root.name !== 'annotation')
          throw new ExchangeError(file.path, `begins with ${root.name}, expected annotation`);
        let group = 0;
        const objects = root
          .all('object')
          .flatMap((object, at) =>
            readObject(object, at + 1, file.path, options.one_based === true, () => (group += 1)),
          );
        const [width, height] = [root.textAt('size', 'width'), root.textAt('size', 'height')].map(text =>
          Number(text ?? 0),
        );
        const size =
          Number.isInteger(width) && Number.isInteger(height) && width! > 0 && height! > 0
            ? { width: width!, height: height! }
            : {};
        const mask = masks.of(place)?.file;
        if (mask === undefined) return { path: file.path, name, folder, ...size, instances: objects };
        let areas: readonly MaskRuns[] = [];
        let classes: RasterPicture | undefined;
        const shown = classPictures.of(place)?.file;
        try {
          if (shown !== undefined) classes = png.decode(await shown.bytes());
          const picture = png.decode(await mask.bytes());
          areas = [
            ...masksByValue(
              picture.pixels,
              picture.width,
              picture.height,
              new Set(picture.kind === 'color' ? [0, 0xe0e0c0] : [0, 255]),
            ).values(),
          ];
        } catch (error) {
          throw error instanceof ExchangeError
            ? error
            : new ExchangeError(mask.path, error instanceof Error ? error.message : String(error));
        }
        return {
          path: file.path,
          name,
          folder,
          ...size,
          instances: withMasks(
            objects,
            areas,
            area => (classes === undefined ? undefined : byColor.get(colorAt(classes, area))),
            mask.path,
            report,
          ),
        };
      },
    });
  }
  return { labels, documents };
}

/** The colour (0xRRGGBB) that the first pixel of an area has in a picture of the same size. */
function colorAt({ width, height, pixels, palette }: RasterPicture, area: MaskRuns): number {
  const first = area.counts[0] ?? 0;
  const value =
    width === area.width && height === area.height
      ? (pixels[(first % height) * width + Math.floor(first / height)] ?? 0)
      : 0;
  return palette === undefined ? value : (palette[value] ?? 0);
}

/** The file name an annotation names, without reading all of it. */
const parseXmlName = (text: string): string | undefined => {
  const found = /<filename>([^<&]+)<\/filename>/.exec(text)?.[1]?.trim();
  return found === undefined ? undefined : imagePlace(found).name;
};
