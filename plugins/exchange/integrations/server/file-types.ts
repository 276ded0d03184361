import { extensionOf, imageExtensions } from '#plugins/workspace/items/common/index.ts';

const images = imageExtensions.map(each => each.slice(1));
const video = ['mp4', 'mov', 'webm', 'avi', 'mkv'];

/** Endings that each type of project takes from storage; `any` file for Other. Multimodal projects take none. */
const ENDINGS: Readonly<Record<number, readonly string[] | 'any'>> = {
  1: images,
  2: images,
  3: video,
  4: ['txt', 'csv'],
  5: images,
  6: 'any',
  7: ['pcd', 'las', 'laz', 'ply'],
};

/** Returns whether projects of this type can take files from storage at all. */
export const takesStoredFiles = (projectType: number): boolean => Object.hasOwn(ENDINGS, projectType);

/** Returns why not. @param title the project type's name on screens */
export const noStoredFiles = (title: string): string =>
  `Files of an integration aren't supported in ${title} projects.`;

/** Returns whether a project of this type takes the file of that name. */
export function takesFile(projectType: number, name: string): boolean {
  const endings = ENDINGS[projectType];
  return endings === 'any' || (endings?.includes(extensionOf(name)) ?? false);
}
