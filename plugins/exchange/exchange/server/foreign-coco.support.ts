import { LayoutFiles } from './foreign-layout.support.ts';
import type { LayoutWriter } from './foreign-layout.support.ts';
import { bboxOf, bentRing, labelNumber, pictureName } from './foreign-shapes.support.ts';
import { pngCodec } from './png-codec.ts';
import { joined, plannedSize } from './planned-set.support.ts';
import type { PlannedObject } from './planned-set.support.ts';

const { width, height } = plannedSize;

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

export const coco: LayoutWriter = (set, media) => {
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

export const cocoKeypoints: LayoutWriter = (set, media) => {
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

export const panoptic: LayoutWriter = (set, media) => {
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

export const masks: LayoutWriter = (set, media) => {
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
