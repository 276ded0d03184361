/** Why a call that brings files is refused by a project that keeps them the other way. */
export const otherStorageMessage = (kept: 'basic' | 'external'): string =>
  `This project uses ${kept} storage, so this kind of upload isn't possible.`;

/** Why a project does not take files this way: the first files decided where all of them lie. */
export const storageMessage = (attached: boolean): string =>
  attached
    ? "This project keeps its files here, so files that lie elsewhere can't be attached. Make another project for them."
    : "The files of this project lie elsewhere, so files can't be uploaded. Make another project for them.";

/** The reason why items can't come to a project that keeps its files the other way. */
export const itemsOfOtherStorageMessage = (project: string, keepsThem: boolean): string =>
  keepsThem
    ? `“${project}” keeps its files here, and the files of these items lie elsewhere. Choose another project.`
    : `The files of “${project}” lie elsewhere, and those of these items are kept here. Choose another project.`;
