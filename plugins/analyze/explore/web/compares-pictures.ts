import { ProjectType } from '#plugins/workspace/projects/common/index.ts';

/** Returns whether items of projects of a type may have pictures, which are measured and compared. Texts have none. */
export const comparesPictures = (type: number): boolean => type !== ProjectType.Text;
