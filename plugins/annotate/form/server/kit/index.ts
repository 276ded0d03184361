export { FormSecrets } from '../form-secrets.ts';
export { FormVersions } from '../form-versions.ts';
export { Forms } from '../forms.ts';
