import type { Size } from '#plugins/annotate/annotations/common/geometry/index.ts';

/**
 * Size in pixels of a picture that nobody has measured yet, e.g. one attached by its address; undefined when it cannot
 * be opened.
 */
export async function pictureSize(url: string | null): Promise<Size | undefined> {
  if (url === null) return undefined;
  const picture = new Image();
  picture.src = url;
  try {
    await picture.decode();
    return { width: picture.naturalWidth, height: picture.naturalHeight };
  } catch {
    return undefined;
  }
}
