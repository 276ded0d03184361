import { LayoutFiles } from './foreign-layout.support.ts';
import type { LayoutWriter } from './foreign-layout.support.ts';
import { coco, cocoKeypoints, masks, panoptic } from './foreign-coco.support.ts';
import { bentRing, escaped, labelNumber, pairsOf, pictureName, ringOf } from './foreign-shapes.support.ts';
import { joined, plannedSize } from './planned-set.support.ts';
import type { PlannedItem, PlannedObject } from './planned-set.support.ts';

const { width, height } = plannedSize;

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
