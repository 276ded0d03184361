import { isRecord, recordsOf } from '#plugins/annotate/annotations/common/index.ts';
import { ExchangeError } from '../exchange/exchange-error.ts';
import { imagePlace, stemOf } from '../exchange/image-path.ts';
import { parseJson, textOf } from '../exchange/json-file.ts';
import type { ForeignDocument, ForeignFile, ForeignSet, NeutralInstance } from '../exchange/neutral-document.ts';
import type { PngCodec, RasterPicture } from '../exchange/raster-picture.ts';
import { masksByValue } from '../mask/mask-pixels.ts';
import { maskArea } from '../mask/mask-runs.ts';
import type { TransferReport } from '../transfer-report.ts';

/** Farthest a colour may be from a listed one, so that smoothed edges are read. */
const colorDistance = 12;
/** The value of pixels that belong to no class on purpose. */
const VOID = 255;
/** Cityscapes: class times this, plus the number of the object. */
const classFactor = 1000;

interface Listed {
  readonly name: string;
  readonly color: number | undefined;
}

const isMask = (path: string): boolean =>
  /(?:^|\/)(?:masks?|labels?|segmentation\w*|annotations?)\/.*\.png$/i.test(path) ||
  /_(?:mask|labelids|instanceids|color)\.png$/i.test(path);
const isList = (path: string): boolean => /(?:^|\/)(?:codes|labelmap|classes)\.txt$/i.test(path);

/** True when the names of files look like pictures of masks. */
export const looksLikeMasks = (paths: readonly string[]): boolean =>
  paths.some(isMask) &&
  !paths.some(path => /___save\.png$|\.xml$/i.test(path)) &&
  (paths.some(isList) || paths.some(path => /(?:^|\/)masks?\/.*\.json$/i.test(path)));

function readList(text: string): readonly Listed[] {
  return text
    .split(/\r\n|\n|\r/)
    .filter(line => line.trim() !== '' && !line.startsWith('#'))
    .map(line => {
      const [name, color] = line.split(':');
      const parts = (color ?? '').split(',').map(Number);
      return {
        name: name!.trim(),
        color:
          parts.length === 3 && parts.every(part => Number.isInteger(part) && part >= 0 && part < 256)
            ? parts[0]! * 65_536 + parts[1]! * 256 + parts[2]!
            : undefined,
      };
    });
}

function nearest(color: number, list: readonly Listed[]): Listed | undefined {
  let [best, least] = [undefined as Listed | undefined, colorDistance];
  for (const each of list) {
    if (each.color === undefined) continue;
    const distance = Math.hypot(
      (color >> 16) - (each.color >> 16),
      ((color >> 8) & 255) - ((each.color >> 8) & 255),
      (color & 255) - (each.color & 255),
    );
    if (distance <= least) [best, least] = [each, distance];
  }
  return best;
}

/** The values of a picture with unlisted colours put to the nearest listed one; unknown ones are counted. */
function classPixels(
  picture: RasterPicture,
  list: readonly Listed[],
  path: string,
  report: TransferReport,
): ArrayLike<number> {
  const known = new Map<number, number>();
  const unknown = new Map<number, number>();
  const numberOf = (color: number): number => {
    let number = known.get(color);
    if (number === undefined) {
      const found = nearest(color, list);
      known.set(color, (number = found === undefined ? -1 : list.indexOf(found)));
    }
    if (number < 0) unknown.set(color, (unknown.get(color) ?? 0) + 1);
    return Math.max(0, number);
  };
  const pixels = Uint16Array.from(picture.pixels as Uint32Array, numberOf);
  for (const [color, count] of [...unknown].slice(0, 20))
    report.problem(path, `${count} pixels of #${color.toString(16).padStart(6, '0')} belong to no class`);
  return pixels;
}

/** Reads pictures of masks: class numbers, class colours, or objects. */
export async function readMasks(
  files: readonly ForeignFile[],
  report: TransferReport,
  png: PngCodec,
): Promise<ForeignSet> {
  const source = files.find(file => isList(file.path));
  const text = source === undefined ? '' : await textOf(source);
  const all = readList(text);
  // A list that does not begin with the background counts from 1 all the same.
  const list =
    all[0] === undefined || /^(?:background|void|unlabell?ed|__ignore__|_background_)$/i.test(all[0].name)
      ? all
      : [{ name: 'background', color: 0 }, ...all];
  const beside = new Map(
    files.filter(file => file.path.toLowerCase().endsWith('.json')).map(file => [stemOf(file.path), file]),
  );
  const documents = files
    .filter(file => isMask(file.path))
    .map((file): ForeignDocument => {
      const place = imagePlace(file.path);
      const name = stemOf(place.name).replace(/_(?:mask|labelids|instanceids|color)$/i, '');
      return {
        path: file.path,
        ...place,
        name,
        async read() {
          let picture: RasterPicture;
          try {
            picture = png.decode(await file.bytes());
          } catch (error) {
            throw new ExchangeError(file.path, error instanceof Error ? error.message : String(error));
          }
          const { width, height } = picture;
          const facts = beside.get(stemOf(file.path));
          const json = facts === undefined ? undefined : parseJson(await textOf(facts), facts.path);
          const owners = new Map(
            recordsOf(isRecord(json) ? json['segments'] : undefined).map(each => [
              each['value'],
              String(each['className']),
            ]),
          );
          const pixels = picture.kind === 'color' ? classPixels(picture, list, file.path, report) : picture.pixels;
          const isObjects = owners.size > 0;
          const instances = [...masksByValue(pixels, width, height, new Set([0]))].flatMap(
            ([value, runs]): NeutralInstance[] => {
              if (value === VOID && !isObjects && picture.bits !== 16 && list[VOID] === undefined)
                return (
                  report.add('mask', {
                    one: 'has void pixels (255), which become background',
                    many: 'have void pixels (255), which become background',
                  }),
                  []
                );
              const className = isObjects
                ? owners.get(value)
                : (list[value]?.name ??
                  (value >= classFactor ? list[Math.floor(value / classFactor)]?.name : undefined));
              if (className === undefined)
                return (report.problem(file.path, `${maskArea(runs)} pixels of value ${value} belong to no class`), []);
              return [{ className, geometry: { type: 'mask', runs } }];
            },
          );
          return { path: file.path, name, folder: place.folder, width, height, instances };
        },
      };
    });
  const hex = (color: number | undefined): { readonly color?: string } =>
    color === undefined ? {} : { color: `#${color.toString(16).padStart(6, '0')}` };
  return { labels: list.slice(1).map(({ name, color }) => ({ name, ...hex(color) })), documents };
}
