import { downloadZip } from 'client-zip';

const ARCHIVE = /\.zip$/i;

/**
 * Returns one file to send: the only one, or an archive of several.
 *
 * @throws Error when there is an archive among several files, or two files have one name
 */
export async function packFiles(files: readonly File[]): Promise<File> {
  const [first] = files;
  if (files.length === 1) return first!;
  const archive = files.find(each => ARCHIVE.test(each.name));
  if (archive !== undefined) throw new Error(`${archive.name} is an archive. Import archives one at a time.`);
  const names = new Set<string>();
  for (const { name } of files) {
    if (names.has(name))
      throw new Error(`There are several files named ${name}. Put them into folders of one ZIP archive.`);
    names.add(name);
  }
  const packed = await downloadZip(files.map(input => ({ input }))).blob();
  return new File([packed], `${files.length} files.zip`, { type: 'application/zip' });
}
