import { badPyramid } from './archive-layout.ts';

/** A slide of several files in an archive. */
export type SlideArchive =
  /** Files of which the reader of slides opens `main`, and finds the others beside it. */
  | { readonly kind: 'files'; readonly main: string }
  /** Levels and other pictures of a slide in DICOM, of which the largest level is cut. */
  | { readonly kind: 'dicom'; readonly paths: readonly string[] };

const MAIN = /\.(mrxs|vms|vmu)$/i;
const DICOM = /\.(dcm|dicom)$/i;

/**
 * Finds the slide in the paths of an archive; undefined of an archive without one.
 * @throws Fault ASSET_UNREADABLE of one with several, or with files that are missing
 */
export function slideArchive(paths: readonly string[]): SlideArchive | undefined {
  const mains = paths.filter(path => MAIN.test(path));
  const levels = paths.filter(path => DICOM.test(path));
  if (mains.length > 1 || (mains.length > 0 && levels.length > 0))
    throw badPyramid('The archive has several slides. Put one slide into each archive.');
  const [main] = mains;
  if (main === undefined) return levels.length === 0 ? undefined : { kind: 'dicom', paths: levels };
  const folder = main.replace(MAIN, '');
  if (/\.mrxs$/i.test(main) && !paths.some(path => path.toLowerCase() === `${folder}/Slidedat.ini`.toLowerCase()))
    throw badPyramid(`The archive has ${main}, but not ${folder}/Slidedat.ini. Pack the folder beside the file too.`);
  return { kind: 'files', main };
}
