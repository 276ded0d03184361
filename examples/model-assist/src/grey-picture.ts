import { EDGE } from './model';

/** The picture of a file as grey values, made small. It is read here: the sealed frame of an app loads nothing. */
export async function greyPicture(bytes: Uint8Array, mime: string): Promise<readonly number[]> {
  const bitmap = await createImageBitmap(new Blob([bytes.slice()], { type: mime }));
  const canvas = document.createElement('canvas');
  canvas.width = EDGE;
  canvas.height = EDGE;
  const context = canvas.getContext('2d')!;
  context.drawImage(bitmap, 0, 0, EDGE, EDGE);
  bitmap.close();
  const { data } = context.getImageData(0, 0, EDGE, EDGE);
  return Array.from({ length: EDGE * EDGE }, (_, at) =>
    Math.round((data[at * 4]! + data[at * 4 + 1]! + data[at * 4 + 2]!) / 3),
  );
}
