import sharp from 'sharp';
import { newId } from '#plugins/annotate/annotations/common/index.ts';
import { itemsApi } from '#plugins/workspace/items/common/index.ts';
import type { TestPerson } from '#tests/support/test-app.ts';

/** Plugins of a project whose pictures are compared. */
export const PLUGINS = [
  'teams',
  'projects',
  'items',
  'classes',
  'editor',
  'skeletons',
  'editor-vector',
  'stage',
  'smart-tools',
  'workflow',
  'annotation-api',
  'form',
  'categories',
  'item-fields',
  'custom-fields',
  'scores',
  'explore',
];

/** A picture of 120 × 80 pixels with shapes of SVG on a background. */
export const picture = (background: string, boxes = ''): Promise<Buffer> =>
  sharp(
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="120" height="80"><rect width="120" height="80" fill="${background}"/>${boxes}</svg>`,
    ),
  )
    .png()
    .toBuffer();

/** A box of 30 × 30 pixels of a class. */
export const boxAt = (x: number, classId: number): object => ({
  id: newId(),
  type: 'bbox',
  classId,
  attributes: [],
  locked: false,
  points: { x1: x, y1: 20, x2: x + 30, y2: 50 },
});

/** Uploads a picture; answers the id of its item. */
export async function addPicture(person: TestPerson, projectId: number, name: string, bytes: Buffer): Promise<number> {
  const { body } = await person.call<{ item: { id: number } }>('main', itemsApi.operations.uploadItem, {
    params: { project_id: projectId },
    query: { name: `${name}.png` },
    bytes,
  });
  return body.item.id;
}
