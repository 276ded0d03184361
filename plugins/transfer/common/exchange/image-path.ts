/** Directories that formats ask for; they are no folders of a project. */
const layout = /^(?:images?|labels?|annotations?|ann|jpegimages|segmentation(?:class|object)|obj(?:_\w+)?_data|data|train|val|valid|validation|test|default|masks|vocs|\w+20\d\d|\.)$/i;

/** File name and folder an image path of a foreign file stands for: layout directories before the name are left out. */
export function imagePlace(path: string): { readonly name: string; readonly folder: string } {
  const parts = path.replaceAll('\\', '/').split('/').filter(part => part !== '' && part !== '.' && part !== '..');
  const name = parts.pop() ?? '';
  const first = parts.findIndex(part => !layout.test(part) && !/^[a-z]:$/i.test(part));
  return { name, folder: first < 0 ? '' : parts.slice(first).join('/') };
}

/** A file name without its extension. */
export function stemOf(name: string): string {
  const dot = name.lastIndexOf('.');
  return dot > 0 ? name.slice(0, dot) : name;
}

/** Endings of pictures, as a stem without one may mean them. */
export const pictureEndings = ['jpg', 'jpeg', 'png', 'bmp', 'webp', 'tif', 'tiff', 'JPG', 'JPEG', 'PNG', 'gif'] as const;
const isPicture = new RegExp(`\\.(?:${pictureEndings.join('|')})$`, 'i');

/** True for a file name that ends as pictures do. */
export const hasPictureEnding = (name: string): boolean => isPicture.test(name);
