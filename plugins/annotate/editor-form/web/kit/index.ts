export { FormServices } from './form-services.ts';
export type { FormModels, ModelAnswer, ModelQuestion, ScriptCall } from './form-services.ts';
