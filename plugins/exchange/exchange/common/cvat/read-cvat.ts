import { ExchangeError } from '../exchange/exchange-error.ts';
import { flagNames } from '../exchange/foreign-attributes.ts';
import { imagePlace } from '../exchange/image-path.ts';
import type { ImagePlace } from '../exchange/image-path.ts';
import { textOf } from '../exchange/json-file.ts';
import type {
  ForeignDocument,
  ForeignFile,
  ForeignLabel,
  ForeignSet,
  NeutralDocument,
  NeutralInstance,
} from '../exchange/neutral-document.ts';
import { parseXml, unescapeXml } from '../exchange/xml-element.ts';
import type { XmlElement } from '../exchange/xml-element.ts';
import type { TransferReport } from '../transfer-report.ts';
import { readCvatShape } from './read-shape.ts';
import type { SkeletonLines } from './read-shape.ts';

/** Kinds of attribute inputs of CVAT as group types. */
const groupTypes: Readonly<Record<string, 'radio' | 'text' | 'numeric'>> = {
  select: 'radio',
  radio: 'radio',
  checkbox: 'radio',
  number: 'numeric',
  text: 'text',
};

/** Types of labels that classes can have, too. */
const freeTypes: ReadonlySet<string> = new Set(['any', 'tag', 'skeleton', '']);

/** True for the beginning of an annotation file of CVAT. */
export const isCvat = (text: string): boolean =>
  /<annotations[\s>]/.test(text.slice(0, 4000)) && /<(?:image|meta|track)[\s>]/.test(text.slice(0, 200_000));

/** Values of an attribute: lines in files of today, blanks between in old ones. */
function valuesOf(attribute: XmlElement): readonly string[] {
  if (attribute.textAt('input_type') === 'checkbox') return ['true', 'false'];
  const text = attribute.textAt('values') ?? '';
  return text.split(/\r?\n/).length > 1
    ? text
        .split(/\r?\n/)
        .map(each => each.trim())
        .filter(each => each !== '')
    : text.split(/\s+/).filter(each => each !== '');
}

/** Reads the labels that the head of a file lists, and the lines of its skeletons. */
export function cvatLabels(
  meta: XmlElement | undefined,
  report: TransferReport,
): { readonly labels: readonly ForeignLabel[]; readonly lines: SkeletonLines } {
  const list = (meta?.children ?? []).flatMap(job => job.find('labels')?.all('label') ?? []);
  const lines = new Map<string, readonly (readonly [string, string])[]>();
  const labels = list.flatMap((label): ForeignLabel[] => {
    const name = label.textAt('name');
    // Points of a skeleton are labels of their own in the file; they are no classes.
    if (name === undefined || label.textAt('parent') !== undefined) return [];
    const svg = label.textAt('svg');
    if (svg !== undefined) lines.set(name, skeletonLines(svg));
    const color = label.textAt('color');
    const shape = label.textAt('type');
    if (shape !== undefined && !freeTypes.has(shape))
      report.add('limit of a label to one shape', { one: 'was left out', many: 'were left out' });
    return [
      {
        name,
        ...(color === undefined ? {} : { color }),
        type: shape === 'tag' ? 2 : 1,
        groups: (label.find('attributes')?.all('attribute') ?? []).flatMap(attribute => {
          const group = attribute.textAt('name');
          const type = groupTypes[attribute.textAt('input_type') ?? ''];
          return group === undefined || type === undefined || flagNames.has(group)
            ? []
            : [{ name: group, type, values: type === 'radio' ? valuesOf(attribute) : [] }];
        }),
      },
    ];
  });
  return { labels, lines };
}

/** Lines of a skeleton by the names of its points. */
function skeletonLines(svg: string): readonly (readonly [string, string])[] {
  const attribute = (element: string, name: string): string | undefined => {
    const value = new RegExp(`\\s${name}="([^"]*)"`).exec(element)?.[1];
    return value === undefined ? undefined : unescapeXml(value);
  };
  const elements = svg.match(/<(?:line|circle)\s[^<>]*>/g) ?? [];
  const names = new Map(
    elements.flatMap(each => {
      const [id, name] = [
        attribute(each, 'data-element-id') ?? attribute(each, 'data-node-id'),
        attribute(each, 'data-label-name'),
      ];
      return id === undefined || name === undefined ? [] : [[attribute(each, 'data-node-id') ?? id, name] as const];
    }),
  );
  return elements.flatMap(each => {
    const [from, to] = [
      names.get(attribute(each, 'data-node-from') ?? ''),
      names.get(attribute(each, 'data-node-to') ?? ''),
    ];
    return from === undefined || to === undefined ? [] : [[from, to] as const];
  });
}

/**
 * Returns the positions of the text of each image in a file. Pictures are read one after the other, so that a file of
 * any length is.
 */
export function imageSpans(text: string): readonly (readonly [number, number])[] {
  const spans: [number, number][] = [];
  const opening = /<image[\s>]/g;
  for (let found = opening.exec(text); found !== null; found = opening.exec(text)) {
    const head = text.indexOf('>', found.index);
    if (head < 0) break;
    const close = text[head - 1] === '/' ? head + 1 : text.indexOf('</image>', head) + '</image>'.length;
    const end = close < head ? text.length : close;
    spans.push([found.index, end]);
    opening.lastIndex = end;
  }
  return spans;
}

const known: ReadonlySet<string> = new Set([
  'label',
  'source',
  'occluded',
  'z_order',
  'group_id',
  'points',
  'xtl',
  'ytl',
  'xbr',
  'ybr',
  'rotation',
  'cx',
  'cy',
  'rx',
  'ry',
  'left',
  'top',
  'width',
  'height',
  'rle',
]);
/** Creation types by the `source` attribute of CVAT. */
export const cvatOriginTypes: Readonly<Record<string, string>> = {
  auto: 'Prediction',
  'semi-auto': 'Prediction',
  file: 'Preannotation',
};

/** The objects of an image element, in their z-order. @throws ExchangeError naming the field */
export function readCvatImage(image: XmlElement, path: string, lines: SkeletonLines): NeutralDocument {
  const { name, folder } = imagePlace(image.attribute('name') ?? '');
  if (name === '') throw new ExchangeError(path, 'an image has no name');
  const size = { width: Number(image.attribute('width') ?? 0), height: Number(image.attribute('height') ?? 0) };
  const shapes = image.children
    .map((element, at) => ({ element, at, order: Number(element.attribute('z_order') ?? 0) || 0 }))
    .toSorted((one, other) => one.order - other.order || one.at - other.at);
  let next = image.children.reduce(
    (most, element) => Math.max(most, Number(element.attribute('group_id') ?? 0) || 0),
    0,
  );
  const instances = shapes.flatMap(({ element, at }): NeutralInstance[] => {
    const shape = readCvatShape(element, size, lines, `image ${name}/${element.name} ${at + 1}`, path);
    if (shape === undefined) return [];
    const given = Number(element.attribute('group_id') ?? 0) || 0;
    const groupId = given > 0 ? given : shape.geometries.length > 1 ? (next += 1) : 0;
    const attributes = element.all('attribute').flatMap(each => {
      const group = each.attribute('name');
      return group === undefined || each.text === '' ? [] : [[group, each.text] as const];
    });
    const occluded =
      element.attribute('occluded') === '1' && element.name !== 'tag' ? [['occluded', true] as const] : [];
    const rest = Object.fromEntries(
      [...element.attributes()].filter(
        ([field]) => !known.has(field) && !/^[xy](?:tl|br)[12]|^[xy](?:tr|bl)[12]/.test(field),
      ),
    );
    const source = {
      ...rest,
      ...(shape.visibility?.some(value => value === 1) === true ? { v: shape.visibility } : {}),
    };
    const origin = cvatOriginTypes[element.attribute('source') ?? ''];
    return shape.geometries.map(geometry => ({
      className: element.attribute('label') ?? '',
      geometry,
      attributes: Object.fromEntries([...attributes, ...occluded]),
      fields: {
        ...(groupId > 0 ? { groupId } : {}),
        ...(origin === undefined ? {} : { creationType: origin }),
        ...(Object.keys(source).length > 0 ? { source: { format: 'cvat', ...source } } : {}),
      },
    }));
  });
  return { path: `${path} image ${name}`, name, folder, ...(size.width > 0 && size.height > 0 ? size : {}), instances };
}

/** Reads annotation files of CVAT for images. */
export async function readCvat(files: readonly ForeignFile[], report: TransferReport): Promise<ForeignSet> {
  const labels: ForeignLabel[] = [];
  const documents: ForeignDocument[] = [];
  for (const file of files.filter(each => each.path.toLowerCase().endsWith('.xml'))) {
    const text = await textOf(file);
    if (!isCvat(text)) continue;
    if (/<!(?:ENTITY|DOCTYPE[^>]*\[)/i.test(text))
      throw new ExchangeError(file.path, 'declares entities, which are not read');
    const meta = /<meta>[\s\S]*?<\/meta>/.exec(text)?.[0];
    const head = cvatLabels(meta === undefined ? undefined : parseXml(meta, file.path), report);
    labels.push(...head.labels);
    if (/<track\s/.test(text))
      report.problem(file.path, 'holds tracks of a video, which image projects have no place for');
    const spans = imageSpans(text);
    let line = 1;
    let counted = 0;
    for (const [start, end] of spans) {
      for (; counted < start; counted += 1) if (text.charCodeAt(counted) === 10) line += 1;
      const first = line;
      const { name, folder, wide } = placeOf(text.slice(start, text.indexOf('>', start)), imagePlace(file.path).wide);
      documents.push({
        path: `${file.path} image ${wide === '' ? name : `${wide}/${name}`}`,
        name,
        folder,
        wide,
        async read() {
          return readCvatImage(
            parseXml(text.slice(start, end), `${file.path} image ${name} at line ${first}`),
            file.path,
            head.lines,
          );
        },
      });
    }
  }
  return { labels, documents };
}

/** The place of an image by its opening tag; the parts of the set are its subset and the directory of the file. */
const placeOf = (tag: string, directory: string): ImagePlace => {
  try {
    const image = parseXml(`${tag.replace(/\/$/, '')}/>`, '');
    const place = imagePlace(image.attribute('name') ?? '');
    const subset = image.attribute('subset') ?? '';
    const part = [directory, subset].filter(each => each !== '').join('/');
    return {
      ...place,
      wide:
        part === '' || `${place.wide}/`.startsWith(`${part}/`)
          ? place.wide
          : [part, place.wide].filter(each => each !== '').join('/'),
    };
  } catch {
    return { name: '', folder: '', wide: '' };
  }
};
