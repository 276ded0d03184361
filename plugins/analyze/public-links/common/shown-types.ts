import { ProjectType } from '#plugins/workspace/projects/common/index.ts';

const SHOWN: ReadonlySet<number> = new Set([
  ProjectType.Vector,
  ProjectType.Pixel,
  ProjectType.Tiled,
  ProjectType.Classification,
]);

/** True for project types whose items a public link can show: pictures with shapes, masks or classes. */
export const canBeShown = (projectType: number): boolean => SHOWN.has(projectType);
