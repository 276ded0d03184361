import { groupBy } from '../common/group-by.ts';
import { pngCodec } from './png-codec.ts';
import { encoded, joined, plannedSize } from './planned-set.support.ts';
import type { PlannedItem, PlannedObject, PlannedSet } from './planned-set.support.ts';

/** A set as a tool writes it: the files by path, and which of them is the picture, text or video of each item. */
export interface ForeignLayout {
  readonly files: ReadonlyMap<string, string | Uint8Array>;
  readonly media: ReadonlyMap<PlannedItem, string>;
}

export type LayoutWriter = (set: PlannedSet, media: Uint8Array) => ForeignLayout;

const { width, height } = plannedSize;

/** Collects the files of a set. Texts get the encoding of the set. */
export class LayoutFiles {
  readonly files = new Map<string, string | Uint8Array>();
  readonly media = new Map<PlannedItem, string>();

  constructor(
    readonly set: PlannedSet,
    private readonly bytes: Uint8Array,
  ) {}

  text(path: string, text: string): void {
    this.files.set(path, encoded(text, this.set));
  }

  json(path: string, value: unknown): void {
    this.text(path, JSON.stringify(value, undefined, this.set.isSparse ? undefined : 2));
  }

  medium(item: PlannedItem, path: string): void {
    this.files.set(path, this.bytes);
    this.media.set(item, path);
  }

  /** A name as the annotation files spell it. */
  spelled(name: string): string {
    return this.set.isDecomposed ? name.normalize('NFD') : name;
  }

  /** The parts of the set, each with its items. */
  parts(): readonly (readonly [string, readonly PlannedItem[]])[] {
    return [...groupBy(this.set.items, item => item.part)];
  }

  isDamaged(item: PlannedItem, at: number): boolean {
    return item === this.set.damaged && at === 0;
  }
}

const pictureName = ({ stem }: PlannedItem): string => `${stem}.jpg`;
const labelNumber = ({ labels }: PlannedSet, label: string): number => labels.indexOf(label);
const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;').replaceAll("'", '&apos;');

const ringOf = ({ x1, y1, x2, y2 }: PlannedObject): readonly number[] => [x1, y1, x2, y1, x2, y2, x1, y2];
/** A ring that no reader takes for a box. */
const bentRing = ({ x1, y1, x2, y2 }: PlannedObject): readonly number[] => [
  x1,
  y1,
  x2,
  y1,
  x2,
  y2,
  x1 + 1,
  y2,
  x1,
  y2 - 1,
];
const pairsOf = (flat: readonly number[]): readonly (readonly [number, number])[] =>
  Array.from({ length: flat.length / 2 }, (_, at) => [flat[at * 2]!, flat[at * 2 + 1]!]);

/** COCO of any task: a file for each part, numbered from 1 in each. */
function cocoFiles(
  layout: LayoutFiles,
  task: string,
  category: (label: string) => object,
  annotation: (object: PlannedObject) => object,
): void {
  const { set } = layout;
  for (const [part, items] of layout.parts()) {
    let id = 0;
    layout.json(`annotations/${joined(task).replaceAll('/', '')}${part === '' ? '' : `_${part}`}.json`, {
      ...(set.isSparse ? {} : { info: { description: 'made' }, licenses: [] }),
      images: items.map((item, at) => ({
        id: at + 1,
        file_name: layout.spelled(joined(item.folder, pictureName(item))),
        width,
        height,
      })),
      categories: set.labels.map((name, at) => ({
        id: at + 1,
        name,
        ...category(name),
        ...(set.isSparse ? {} : { supercategory: 'thing' }),
      })),
      annotations: items.flatMap((item, image) =>
        item.objects.map((object, at) => ({
          id: (id += 1),
          image_id: image + 1,
          category_id: labelNumber(set, object.label) + 1,
          ...(set.isSparse ? {} : { iscrowd: 0, area: 20 }),
          ...(layout.isDamaged(item, at) ? { bbox: ['x', 1, 2, 3] } : annotation(object)),
        })),
      ),
    });
    for (const item of items) layout.medium(item, joined('images', part, item.folder, pictureName(item)));
  }
}

const bboxOf = ({ x1, y1, x2, y2 }: PlannedObject): readonly number[] => [x1, y1, x2 - x1, y2 - y1];

const coco: LayoutWriter = (set, media) => {
  const layout = new LayoutFiles(set, media);
  const isPolygons = set.variant % 2 === 0;
  cocoFiles(
    layout,
    'instances',
    () => ({}),
    object => ({ bbox: bboxOf(object), ...(isPolygons ? { segmentation: [bentRing(object)] } : {}) }),
  );
  return layout;
};

const cocoKeypoints: LayoutWriter = (set, media) => {
  const layout = new LayoutFiles(set, media);
  cocoFiles(
    layout,
    'person_keypoints',
    () => (set.isSparse ? {} : { keypoints: ['nose', 'tail', 'paw'], skeleton: [[1, 2]] }),
    object => ({
      bbox: bboxOf(object),
      keypoints: [object.x1, object.y1, 2, 0, 0, 0, object.x2, object.y2, 1],
      num_keypoints: 2,
    }),
  );
  return layout;
};

/** The pixels of a picture of masks. */
function painted(
  objects: readonly PlannedObject[],
  valueOf: (object: PlannedObject, at: number) => number,
): Uint32Array {
  const pixels = new Uint32Array(width * height);
  for (const [at, object] of objects.entries())
    for (let y = object.y1; y < object.y2; y += 1)
      pixels.fill(valueOf(object, at), y * width + object.x1, y * width + object.x2);
  return pixels;
}

const panoptic: LayoutWriter = (set, media) => {
  const layout = new LayoutFiles(set, media);
  for (const [part, items] of layout.parts()) {
    const name = `panoptic${part === '' ? '' : `_${part}`}`;
    layout.json(`annotations/${name}.json`, {
      images: items.map((item, at) => ({
        id: at + 1,
        file_name: layout.spelled(joined(item.folder, pictureName(item))),
        width,
        height,
      })),
      categories: set.labels.map((label, at) => ({ id: at + 1, name: label, ...(set.isSparse ? {} : { isthing: 1 }) })),
      annotations: items.map((item, image) => ({
        image_id: image + 1,
        file_name: joined(item.folder, `${item.stem}.png`),
        segments_info: item.objects.map((object, at) => ({
          id: layout.isDamaged(item, at) ? 77 : at + 1,
          category_id: labelNumber(set, object.label) + 1,
          ...(set.isSparse ? {} : { area: 20, bbox: bboxOf(object), iscrowd: 0 }),
        })),
      })),
    });
    for (const item of items) {
      // The number of a segment is red first.
      const pixels = painted(item.objects, (_, at) => (at + 1) << 16);
      layout.files.set(
        joined('annotations', name, item.folder, `${item.stem}.png`),
        pngCodec.encode({ width, height, kind: 'color', bits: 8, pixels }),
      );
      layout.medium(item, joined('images', part, item.folder, pictureName(item)));
    }
  }
  return layout;
};

const masks: LayoutWriter = (set, media) => {
  const layout = new LayoutFiles(set, media);
  layout.text('masks/labelmap.txt', ['background', ...set.labels].map(label => `${label}:\n`).join(''));
  for (const item of set.items) {
    // Thousands are classes, so that each object has its own value.
    const pixels = painted(item.objects, (object, at) => (labelNumber(set, object.label) + 1) * 1000 + at);
    if (item === set.damaged) pixels[0] = 99;
    layout.files.set(
      joined('masks', item.part, item.folder, `${layout.spelled(item.stem)}.png`),
      pngCodec.encode({ width, height, kind: 'grey', bits: 16, pixels }),
    );
    layout.medium(item, joined('images', item.part, item.folder, pictureName(item)));
  }
  return layout;
};

const cvat: LayoutWriter = (set, media) => {
  const layout = new LayoutFiles(set, media);
  const image = (item: PlannedItem, subset: string): string =>
    `<image id="0" name="${escaped(layout.spelled(joined(item.folder, pictureName(item))))}"${subset === '' ? '' : ` subset="${subset}"`} width="${width}" height="${height}">\n${item.objects
      .map((object, at) => {
        const { label, x1, y1, x2, y2 } = object;
        const more = set.isSparse ? '' : ' source="manual" occluded="0" z_order="0"';
        return set.variant % 2 === 0
          ? `<box label="${escaped(label)}"${more} xtl="${layout.isDamaged(item, at) ? 'x' : x1}" ytl="${y1}" xbr="${x2}" ybr="${y2}"></box>\n`
          : `<polygon label="${escaped(label)}"${more} points="${layout.isDamaged(item, at) ? 'x,1;2' : pairsOf(bentRing(object)).join(';')}"/>\n`;
      })
      .join('')}</image>\n`;
  const file = (path: string, items: readonly PlannedItem[], isNamed: boolean): void =>
    layout.text(
      path,
      `<?xml version="1.0"?>\n<annotations>\n<version>1.1</version>\n${items.map(item => image(item, isNamed ? item.part : '')).join('')}</annotations>\n`,
    );
  if (set.variant < 5) file('annotations.xml', set.items, true);
  else for (const [part, items] of layout.parts()) file(joined(part, 'annotations.xml'), items, false);
  for (const item of set.items) layout.medium(item, joined('images', item.part, item.folder, pictureName(item)));
  return layout;
};

const yoloOf =
  (lineOf: (object: PlannedObject) => readonly number[], head = ''): LayoutWriter =>
  (set, media) => {
    const layout = new LayoutFiles(set, media);
    const names = set.labels.map((label, at) => `  ${at}: ${JSON.stringify(label)}\n`).join('');
    if (head !== '' || set.variant % 2 === 0) layout.text('data.yaml', `${head}names:\n${names}`);
    else layout.text('classes.txt', set.labels.map(label => `${label}\n`).join(''));
    for (const item of set.items) {
      // A picture without objects has no file, or an empty one.
      if (item.objects.length > 0 || !set.isSparse)
        layout.text(
          joined('labels', item.part, item.folder, `${layout.spelled(item.stem)}.txt`),
          item.objects
            .map((object, at) =>
              [labelNumber(set, object.label), ...(layout.isDamaged(item, at) ? ['x'] : lineOf(object))].join(' '),
            )
            .map(line => `${line}\n`)
            .join(''),
        );
      layout.medium(item, joined('images', item.part, item.folder, pictureName(item)));
    }
    return layout;
  };

const shares = (flat: readonly number[]): readonly number[] =>
  flat.map((value, at) => value / (at % 2 === 0 ? width : height));
const centred = ({ x1, y1, x2, y2 }: PlannedObject): readonly number[] =>
  shares([(x1 + x2) / 2, (y1 + y2) / 2, x2 - x1, y2 - y1]);

const voc: LayoutWriter = (set, media) => {
  const layout = new LayoutFiles(set, media);
  for (const item of set.items) {
    const objects = item.objects.map(
      ({ label, x1, y1, x2, y2 }, at) =>
        `<object>\n<name>${escaped(label)}</name>\n${set.isSparse ? '' : '<pose>Left</pose>\n<difficult>0</difficult>\n'}<bndbox>\n<xmin>${layout.isDamaged(item, at) ? 'x' : x1}</xmin>\n<ymin>${y1}</ymin>\n<xmax>${x2}</xmax>\n<ymax>${y2}</ymax>\n</bndbox>\n</object>\n`,
    );
    const name = layout.spelled(pictureName(item));
    layout.text(
      joined(item.part, 'Annotations', item.folder, `${layout.spelled(item.stem)}.xml`),
      `<annotation>\n${set.isSparse ? '' : '<folder>VOC</folder>\n'}<filename>${escaped(name)}</filename>\n<size>\n<width>${width}</width>\n<height>${height}</height>\n<depth>3</depth>\n</size>\n${objects.join('')}</annotation>\n`,
    );
    layout.medium(item, joined(item.part, 'JPEGImages', item.folder, pictureName(item)));
  }
  return layout;
};

const labelme: LayoutWriter = (set, media) => {
  const layout = new LayoutFiles(set, media);
  for (const item of set.items) {
    layout.json(joined(item.part, item.folder, `${layout.spelled(item.stem)}.json`), {
      ...(set.isSparse ? {} : { version: '5.4.1', flags: {}, imageData: null }),
      shapes: item.objects.map((object, at) => ({
        label: object.label,
        ...(set.isSparse ? {} : { group_id: null, flags: {}, description: '' }),
        ...(set.variant % 2 === 0
          ? {
              shape_type: 'rectangle',
              points: [
                [object.x1, object.y1],
                [object.x2, object.y2],
              ],
            }
          : { shape_type: 'polygon', points: pairsOf(bentRing(object)) }),
        ...(layout.isDamaged(item, at) ? { points: [['x', 1]] } : {}),
      })),
      imagePath: layout.spelled(pictureName(item)),
      ...(set.isSparse ? {} : { imageWidth: width, imageHeight: height }),
    });
    layout.medium(item, joined(item.part, item.folder, pictureName(item)));
  }
  return layout;
};

const labelStudio: LayoutWriter = (set, media) => {
  const layout = new LayoutFiles(set, media);
  const task = (item: PlannedItem): object => ({
    ...(set.isSparse ? {} : { id: 7 }),
    data: {
      image: `/data/local-files/?d=${encodeURIComponent(layout.spelled(joined('images', item.part, item.folder, pictureName(item))))}`,
    },
    annotations: [
      {
        result: item.objects.map(({ label, x1, y1, x2, y2 }, at) => ({
          id: `r${at}`,
          type: 'rectanglelabels',
          from_name: 'label',
          to_name: 'image',
          ...(set.isSparse ? {} : { original_width: width, original_height: height }),
          value: {
            x: layout.isDamaged(item, at) ? 'x' : (x1 / width) * 100,
            y: (y1 / height) * 100,
            width: ((x2 - x1) / width) * 100,
            height: ((y2 - y1) / height) * 100,
            ...(set.isSparse ? {} : { rotation: 0 }),
            rectanglelabels: [label],
          },
        })),
      },
    ],
  });
  if (set.variant < 5) layout.json('tasks.json', set.items.map(task));
  else for (const [part, items] of layout.parts()) layout.json(joined(part, 'tasks.json'), items.map(task));
  for (const item of set.items) layout.medium(item, joined('images', item.part, item.folder, pictureName(item)));
  return layout;
};

const geojson: LayoutWriter = (set, media) => {
  const layout = new LayoutFiles(set, media);
  for (const item of set.items) {
    const features = item.objects.map((object, at) => ({
      type: 'Feature',
      ...(set.isSparse ? {} : { id: `f${at}` }),
      geometry: {
        type: 'Polygon',
        coordinates: layout.isDamaged(item, at) ? [[['x', 1]]] : [[...pairsOf(ringOf(object)), [object.x1, object.y1]]],
      },
      properties: {
        ...(set.isSparse ? {} : { objectType: 'annotation', isLocked: false }),
        classification: { name: object.label },
      },
    }));
    layout.json(
      joined(item.part, item.folder, `${layout.spelled(item.stem)}.geojson`),
      set.variant % 2 === 0
        ? { type: 'FeatureCollection', features }
        : features.length > 0
          ? features
          : { type: 'FeatureCollection', features },
    );
    layout.medium(item, joined(item.part, item.folder, pictureName(item)));
  }
  return layout;
};

/** Layouts of tools for pictures, by a name for each. `type` is that of the project they go into. */
export const pictureLayouts: readonly { readonly name: string; readonly type: 1 | 2; readonly write: LayoutWriter }[] =
  [
    { name: 'COCO instances', type: 1, write: coco },
    { name: 'COCO instances as masks', type: 2, write: coco },
    { name: 'COCO keypoints', type: 1, write: cocoKeypoints },
    { name: 'COCO panoptic', type: 2, write: panoptic },
    { name: 'PNG masks', type: 2, write: masks },
    { name: 'CVAT', type: 1, write: cvat },
    { name: 'YOLO boxes', type: 1, write: yoloOf(centred) },
    { name: 'YOLO polygons', type: 1, write: yoloOf(object => shares(bentRing(object))) },
    { name: 'YOLO rotated boxes', type: 1, write: yoloOf(object => shares(ringOf(object))) },
    {
      name: 'YOLO keypoints',
      type: 1,
      write: yoloOf(
        object => [...centred(object), ...shares([object.x1, object.y1]), 2, ...shares([object.x2, object.y2]), 1],
        'kpt_shape: [2, 3]\n',
      ),
    },
    { name: 'Pascal VOC', type: 1, write: voc },
    { name: 'LabelMe', type: 1, write: labelme },
    { name: 'Label Studio', type: 1, write: labelStudio },
    { name: 'GeoJSON', type: 1, write: geojson },
  ];
