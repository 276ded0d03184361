/** Why a call that brings files is refused by a project that keeps them the other way. */
export const otherStorageMessage = (kept: 'basic' | 'external'): string =>
  `This project uses ${kept} storage, so this kind of upload isn't possible.`;

/** Why a project does not take files this way: the first files decided where all of them lie. */
export const storageMessage = (attached: boolean): string =>
  attached
    ? 'This project stores its files in Loupe. Create another project to link external files.'
    : 'This project links to external files. Create another project to upload files.';

/** The reason why items can't come to a project that keeps its files the other way. */
export const itemsOfOtherStorageMessage = (project: string, keepsThem: boolean): string =>
  keepsThem
    ? `“${project}” stores its files in Loupe, and these items link to external files. Choose another project.`
    : `“${project}” links to external files, and the files of these items are in Loupe. Choose another project.`;
