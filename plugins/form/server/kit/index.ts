export { FormVersions } from '../form-versions.ts';
export { Forms } from '../forms.ts';
