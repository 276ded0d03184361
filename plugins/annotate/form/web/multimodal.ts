/** Number of the project type that has a form (spec 1). */
export const MULTIMODAL = 8;
